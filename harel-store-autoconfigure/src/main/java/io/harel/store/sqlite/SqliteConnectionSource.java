package io.harel.store.sqlite;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/** Opens the connections that the pools hand out. */
class SqliteConnectionSource extends SQLiteDataSource {

    /**
     * How long SQLite itself waits for a lock before the caller's own, bounded and jittered, retry takes over. Short enough
     * to notice the end of the busy timeout, long enough to leave short waits to SQLite.
     */
    private static final int BUSY_SLICE_MILLIS = 250;

    /**
     * Pages of WAL after which a commit also checkpoints. SQLite's default of 1,000 lets single commits pay for an fsync
     * every few hundred times; ten times that costs 40 MB of disk.
     */
    private static final int CHECKPOINT_PAGES = 10_000;

    private static final int WRITER_CACHE_KIB = 16_384;

    private static final int READER_CACHE_KIB = 4_096;

    private static final String URL_PREFIX = "jdbc:sqlite:";

    private final @Nullable DatabaseFile file;
    private final String address;
    private final boolean reader;
    private final Duration lookInterval;
    private final BusyRetry busyRetry;

    SqliteConnectionSource(SqliteOptions options, boolean reader) {
        super(config(options, reader));
        this.file = options.inMemory() ? null : new DatabaseFile(options.database());
        this.address = file == null ? options.database() : file.path().toString();
        this.reader = reader;
        // At FULL a commit is not reported before it is known to be in the right file
        this.lookInterval =
                !reader && options.synchronous() == Synchronous.FULL ? Duration.ZERO : FileIdentity.LOOK_INTERVAL;
        this.busyRetry = new BusyRetry(options.busyTimeout());
        setUrl(URL_PREFIX + address);
    }

    private static SQLiteConfig config(SqliteOptions options, boolean reader) {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout((int) Math.min(options.busyTimeout().toMillis(), BUSY_SLICE_MILLIS));
        config.setSynchronous(
                SQLiteConfig.SynchronousMode.valueOf(options.synchronous().name()));
        config.setCacheSize(-(reader ? READER_CACHE_KIB : WRITER_CACHE_KIB));
        if (reader) {
            config.resetOpenMode(SQLiteOpenMode.CREATE);
        }
        return config;
    }

    @Override
    public SQLiteConnection getConnection(@Nullable String username, @Nullable String password) throws SQLException {
        if (file != null && !reader) {
            file.createIfMissing();
        }
        SqliteConnection connection = open();
        try {
            prepare(connection);
            identify(connection);
            return connection;
        } catch (SQLException | RuntimeException ex) {
            connection.close();
            throw ex;
        }
    }

    private void identify(SqliteConnection connection) throws SQLException {
        if (file == null) {
            return;
        }
        try {
            connection.identifyAs(FileIdentity.of(file.path(), lookInterval));
        } catch (IOException ex) {
            throw file.failure(ex);
        }
    }

    private SqliteConnection open() throws SQLException {
        try {
            return busyRetry.call(() -> connect(URL_PREFIX + address, address));
        } catch (SQLException ex) {
            if (file != null && SqliteErrors.isCannotOpen(ex)) {
                throw file.failure(ex);
            }
            throw ex;
        }
    }

    SqliteConnection connect(String url, String fileName) throws SQLException {
        return new SqliteConnection(url, fileName, getConfig().toProperties());
    }

    private void prepare(SqliteConnection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (reader) {
                statement.execute("PRAGMA query_only = ON");
                return;
            }
            statement.execute("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
            String mode = busyRetry.call(() -> journalMode(statement));
            // Some network file systems refuse WAL without an error; a writer would then block every reader.
            if (file != null && !mode.equals("wal")) {
                throw new DatabaseOpenException(
                        file.path().toString(),
                        "its file system does not support SQLite's WAL mode (SQLite chose '" + mode
                                + "'); put it on a local disk",
                        null);
            }
        }
    }

    private static String journalMode(Statement statement) throws SQLException {
        try (ResultSet result = statement.executeQuery("PRAGMA journal_mode = WAL")) {
            result.next();
            return result.getString(1).toLowerCase(Locale.ROOT);
        }
    }
}
