package io.harel.store.sqlite;

import java.sql.SQLException;
import java.util.List;

/**
 * The tables of one component, and how a database gets from any earlier version of them to the present one.
 *
 * @param component the name under which the version is kept
 * @param migrations the statements of each version in turn: the first list makes version 1 of nothing
 * @param check looks at the tables that are there before anything is changed
 */
public record SqliteSchema(String component, List<List<String>> migrations, Check check) {

    public SqliteSchema {
        migrations = migrations.stream().map(List::copyOf).toList();
    }

    /** Refuses tables that cannot be worked with. */
    @FunctionalInterface
    public interface Check {

        /**
         * Looks at the database, without changing it.
         *
         * @param session the connection to use
         * @throws SQLException if a query fails
         */
        void run(SqlSession session) throws SQLException;
    }

    int version() {
        return migrations.size();
    }

    /** Whether the database must be changed; refuses one that must not be touched. */
    boolean isOutdated(SqlSession session) throws SQLException {
        int version = SchemaVersions.read(session, component);
        SchemaVersions.requireSupported(this, version);
        check.run(session);
        return version < version();
    }

    Void migrate(SqlSession session) throws SQLException {
        int version = SchemaVersions.read(session, component);
        SchemaVersions.requireSupported(this, version);
        for (List<String> statements : migrations.subList(version, version())) {
            for (String statement : statements) {
                session.update(statement);
            }
        }
        SchemaVersions.write(session, component, version());
        return null;
    }
}
