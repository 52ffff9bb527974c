package io.harel.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.harel.store.StoreBusyException;
import io.harel.store.StoreException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** What SQLite, its driver and the pool do where one would not expect it. */
@Timeout(60)
class DriverTrapsTest {

    private static final SqliteSchema SCHEMA = new SqliteSchema(
            "test", List.of(List.of("CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)")), session -> {});

    @TempDir
    private Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private HikariDataSource writer;
    private SqliteDatabase database;

    @BeforeEach
    void open() {
        SqliteOptions options = SqliteOptions.of(file().toString()).withBusyTimeout(Duration.ofMillis(300));
        writer = SqliteDataSources.writer(options);
        HikariDataSource reader = SqliteDataSources.reader(options);
        database = new SqliteDatabase(options, writer, reader, new SqliteTransactionManager(writer), List.of(SCHEMA));
        opened.addAll(List.of(database, writer, reader));
        database.open();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private Path file() {
        return directory.resolve("test.db");
    }

    private int insert(int n) {
        return database.write(session -> session.update("INSERT INTO rows (n) VALUES (?)", n));
    }

    private int count() {
        return database.read(session -> session.query("SELECT count(*) FROM rows", row -> row.getInt(1)))
                .get(0);
    }

    private Statement foreign() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        opened.add(0, connection);
        return connection.createStatement();
    }

    @Test
    void aBeginThatFailsLeavesNoTransactionBehind() throws SQLException {
        Statement other = foreign();
        other.execute("BEGIN IMMEDIATE");
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatExceptionOfType(StoreBusyException.class).isThrownBy(() -> insert(1));
        }
        other.execute("ROLLBACK");

        TransactionTemplate transaction = new TransactionTemplate(database.transactionManager());
        transaction.executeWithoutResult(status -> {
            insert(1);
            insert(2);
            status.setRollbackOnly();
        });
        assertThat(count()).isZero();
        assertThat(insert(1)).isEqualTo(1);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void aTransactionThatReadsFirstCanStillWrite() throws SQLException {
        Statement other = foreign();
        other.execute("PRAGMA busy_timeout = 0");
        new TransactionTemplate(database.transactionManager()).executeWithoutResult(status -> {
            assertThat(count()).isZero();
            // Where the lock were only taken by the first write, this would get in between and doom the transaction
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> other.execute("INSERT INTO rows (n) VALUES (9)"));
            insert(1);
        });

        assertThat(count()).isEqualTo(1);
    }

    @Test
    void anIdleConnectionHoldsNoLock() throws SQLException {
        insert(1);
        count();

        assertThat(foreign().executeUpdate("INSERT INTO rows (n) VALUES (2)")).isEqualTo(1);
    }

    @Test
    void aDuplicateKeyIsOneToSpringAsWell() {
        JdbcTemplate jdbc = new JdbcTemplate(writer);
        jdbc.setExceptionTranslator(new SqliteExceptionTranslator());
        jdbc.update("INSERT INTO rows (n) VALUES (1)");

        assertThatExceptionOfType(DuplicateKeyException.class)
                .isThrownBy(() -> jdbc.update("INSERT INTO rows (n) VALUES (1)"));
    }

    @Test
    void aReaderRefusesToWrite() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> database.read(session -> session.update("INSERT INTO rows (n) VALUES (1)")));
        assertThat(count()).isZero();
    }

    @Test
    void noReadKeepsItsSnapshotOpen() {
        for (int n = 0; n < 50; n++) {
            insert(n);
            assertThat(count()).isEqualTo(n + 1);
        }

        // It succeeds only where no connection is in the middle of a read
        int busy = database.write(session -> 0)
                + new JdbcTemplate(writer)
                        .queryForObject("PRAGMA wal_checkpoint(TRUNCATE)", (row, index) -> row.getInt(1));
        assertThat(busy).isZero();
        assertThat(database.walBytes()).isZero();
    }

    @Test
    void connectionsNeverRetire() {
        assertThat(writer.getMaxLifetime()).isZero();
        assertThat(writer.getMaximumPoolSize()).isEqualTo(1);
        assertThat(writer.isAutoCommit()).isTrue();
    }

    @Test
    void aDatabaseThatCannotBeOpenedSaysWhy() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("folder.db"));
        Path file = Files.writeString(directory.resolve("plain"), "x");

        assertThatExceptionOfType(DatabaseOpenException.class)
                .isThrownBy(() -> open(folder.toString()))
                .withMessageContaining("it is a folder");
        assertThatExceptionOfType(DatabaseOpenException.class)
                .isThrownBy(() -> open(file.resolve("state.db").toString()))
                .withMessageContaining("is a file, not a folder");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(Files.writeString(
                                directory.resolve("text.db"), "not a database, but long enough to be read".repeat(99))
                        .toString()))
                .withMessageContaining("not a SQLite database");
    }

    private void open(String path) {
        SqliteDatabase other = SqliteDatabase.create(SqliteOptions.of(path), List.of(SCHEMA));
        opened.add(0, other);
        other.open();
    }

    @Test
    void aFileThatIsCutUnderAnOpenStoreIsATypedError() throws Exception {
        database.write(session -> session.update("WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1"
                + " FROM numbers WHERE n < 20000) INSERT INTO rows SELECT n, hex(randomblob(100)) FROM numbers"));
        new JdbcTemplate(writer).queryForList("PRAGMA wal_checkpoint(TRUNCATE)");
        try (RandomAccessFile file = new RandomAccessFile(file().toFile(), "rw")) {
            file.setLength(64 * 1024);
        }

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> database.read(
                        session -> session.query("SELECT sum(length(text)) FROM rows", row -> row.getLong(1))))
                .withMessageMatching("(?s).*(damaged|cannot be read or written).*");
    }
}
