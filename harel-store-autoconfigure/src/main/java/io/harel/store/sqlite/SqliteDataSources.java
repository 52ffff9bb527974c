package io.harel.store.sqlite;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/**
 * The pools of a database: one connection that writes, and a few that read. Neither opens the database before the first
 * connection is asked for.
 */
public final class SqliteDataSources {

    /** HikariCP accepts no shorter wait for a connection. */
    private static final long MIN_CONNECTION_TIMEOUT_MILLIS = 250;

    private SqliteDataSources() {}

    /**
     * The pool of the connection that writes.
     *
     * @param options how the database is opened
     * @return a pool of one connection that never retires, so that a database in memory lives as long as its pool
     */
    public static HikariDataSource writer(SqliteOptions options) {
        return pool(new SqliteConnectionSource(options, false), "harel-store-writer", 1, options);
    }

    /**
     * The pool of the connections that read. They refuse to write.
     *
     * @param options how the database is opened
     * @return a pool of {@link SqliteOptions#readers()} connections
     */
    public static HikariDataSource reader(SqliteOptions options) {
        return pool(new SqliteConnectionSource(options, true), "harel-store-reader", options.readers(), options);
    }

    static HikariDataSource pool(DataSource source, String name, int size, SqliteOptions options) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(source);
        pool.setPoolName(name);
        pool.setMaximumPoolSize(size);
        pool.setMinimumIdle(Math.min(size, 1));
        pool.setMaxLifetime(0);
        pool.setIdleTimeout(0);
        pool.setConnectionTimeout(Math.max(options.busyTimeout().toMillis(), MIN_CONNECTION_TIMEOUT_MILLIS));
        return pool;
    }
}
