package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.harel.store.StoreBusyException;
import io.harel.store.StoreException;
import io.harel.store.StoreFullException;
import io.harel.store.execution.Commit;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.TraceEntry;
import io.harel.store.execution.TraceStep;
import io.harel.store.sqlite.SqliteDataSources;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import io.harel.store.sqlite.SqliteTransactionManager;
import io.harel.store.sqlite.Synchronous;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.transaction.support.TransactionTemplate;

/** Several threads, stores and processes on one file. */
@Timeout(120)
class SharedFileTest {

    private static final SqliteExecutionSettings SETTINGS =
            SqliteExecutionSettings.defaults().withTraceLimit(0);

    @TempDir
    private Path directory;

    private final List<SqliteDatabase> databases = new ArrayList<>();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void close() {
        databases.forEach(SqliteDatabase::close);
        pools.forEach(HikariDataSource::close);
    }

    private String file() {
        return directory.resolve("state.db").toString();
    }

    private SqliteDatabase database(SqliteOptions options) {
        SqliteDatabase database = SqliteDatabase.create(options, List.of(SqliteExecutionStore.schema(SETTINGS)));
        databases.add(database);
        return database;
    }

    private SqliteExecutionStore open() {
        SqliteOptions options = SqliteOptions.of(file()).withSynchronous(Synchronous.NORMAL);
        return new SqliteExecutionStore(database(options), SETTINGS);
    }

    private static Execution execution(String id) {
        return Execution.builder("d").id(id).build();
    }

    private static void together(List<Callable<Void>> works) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(works.size());
        try {
            for (Future<Void> work : threads.invokeAll(works, 100, TimeUnit.SECONDS)) {
                work.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("ES-117: two stores append to one trace without gap or duplicate")
    void appendToOneTrace() throws Exception {
        List<Callable<Void>> works = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            SqliteExecutionStore store = open();
            works.add(() -> {
                for (int n = 0; n < 100; n++) {
                    store.appendTrace("a", new TraceStep(Map.of("n", n)));
                }
                return null;
            });
        }

        together(works);

        assertThat(open().readTrace("a"))
                .extracting(TraceEntry::index)
                .containsExactlyElementsOf(LongStream.range(0, 200).boxed().toList());
    }

    @Test
    @DisplayName("ES-150: a store reads what another one has left")
    void readsWhatAnotherLeft() {
        Execution saved = open().save(execution("a").toBuilder().put("k", 1).build());
        databases.get(0).close();

        assertThat(open().load("a")).hasValue(saved);
    }

    @Test
    @DisplayName("ES-153: of a process killed before its commit nothing stays")
    void nothingStaysOfAKilledTransaction() throws Exception {
        open().save(execution("a"));
        databases.get(0).close();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

        Process process = new ProcessBuilder(java, "-cp", classPath, Killed.class.getName(), file())
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(Killed.STATUS);

        SqliteExecutionStore store = open();
        assertThat(store.load("a").orElseThrow().version()).isEqualTo(1);
        assertThat(store.pendingOutbox().entries()).isEmpty();
        assertThat(store.save(store.load("a").orElseThrow()).version()).isEqualTo(2);
    }

    /** Dies in the middle of a transaction. */
    static final class Killed {

        private static final int STATUS = 42;

        private Killed() {}

        public static void main(String[] arguments) {
            SqliteDatabase database = SqliteDatabase.create(
                    SqliteOptions.of(arguments[0]), List.of(SqliteExecutionStore.schema(SETTINGS)));
            SqliteExecutionStore store = new SqliteExecutionStore(database, SETTINGS);
            new TransactionTemplate(database.transactionManager()).executeWithoutResult(status -> {
                store.commit(Commit.builder(store.load("a").orElseThrow())
                        .emit("p", Event.of("K"))
                        .build());
                Runtime.getRuntime().halt(STATUS);
            });
        }
    }

    @Test
    @DisplayName("ES-154: no update is lost between stores")
    void losesNoUpdate() throws Exception {
        open().save(execution("a").toBuilder().put("n", 0).build());
        List<Callable<Void>> works = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SqliteExecutionStore store = open();
            works.add(() -> {
                for (int n = 0; n < 100; n++) {
                    increment(store);
                }
                return null;
            });
        }

        together(works);

        Execution last = open().load("a").orElseThrow();
        assertThat(last.context()).isEqualTo(Map.of("n", 400));
        assertThat(last.version()).isEqualTo(401);
    }

    private static void increment(SqliteExecutionStore store) {
        while (true) {
            Execution loaded = store.load("a").orElseThrow();
            try {
                store.save(loaded.toBuilder()
                        .put("n", (int) loaded.context().get("n") + 1)
                        .build());
                return;
            } catch (StoreConflictException ex) {
                // Another one was faster: once more
            }
        }
    }

    @Test
    @DisplayName("ES-155, ES-156: commits of one store at the same time stay whole, conflicts among them")
    void commitsAtTheSameTimeStayWhole() throws Exception {
        SqliteExecutionStore store = open();
        Execution stale = execution("stale");
        store.save(stale);
        List<Callable<Void>> works = new ArrayList<>();
        for (String id : List.of("a", "b")) {
            works.add(() -> {
                Execution current = execution(id);
                for (int n = 0; n < 300; n++) {
                    Commit.Builder commit = Commit.builder(current).processed("e" + n);
                    for (int i = 0; i < 3; i++) {
                        commit.emit(id, Event.of("K"));
                    }
                    current = store.commit(commit.build()).execution();
                }
                return null;
            });
        }
        works.add(() -> {
            for (int n = 0; n < 300; n++) {
                assertThatExceptionOfType(StoreConflictException.class)
                        .isThrownBy(() -> store.commit(Commit.builder(stale)
                                .emit("stale", Event.of("K"))
                                .processed("e")
                                .build()));
            }
            return null;
        });

        together(works);

        for (String id : List.of("a", "b")) {
            assertThat(store.load(id).orElseThrow().version()).isEqualTo(300);
            assertThat(store.pendingOutboxOf(id, 0, 1_000).entries()).hasSize(900);
            for (int n = 0; n < 300; n++) {
                assertThat(store.isProcessed(id, "e" + n)).isTrue();
            }
        }
        assertThat(store.pendingOutboxOf("stale", 0, 1).entries()).isEmpty();
        assertThat(store.isProcessed("stale", "e")).isFalse();
    }

    @Test
    @DisplayName("ES-157: a lock that is held too long is an error, after which the same save succeeds")
    void givesUpOnALockThatIsHeldTooLong() throws Exception {
        SqliteExecutionStore store = new SqliteExecutionStore(
                database(SqliteOptions.of(file()).withBusyTimeout(Duration.ofMillis(300))), SETTINGS);
        store.save(execution("a"));
        Execution waiting = execution("w");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            assertThatExceptionOfType(StoreBusyException.class).isThrownBy(() -> store.save(waiting));
            statement.execute("ROLLBACK");
        }

        assertThat(waiting.version()).isZero();
        assertThat(store.save(waiting).version()).isEqualTo(1);
    }

    @Test
    @DisplayName("ES-161: two stores in memory do not see each other")
    void storesInMemoryAreApart() {
        SqliteExecutionStore first = new SqliteExecutionStore(database(SqliteOptions.of(":memory:")), SETTINGS);
        SqliteExecutionStore second = new SqliteExecutionStore(database(SqliteOptions.of(":memory:")), SETTINGS);
        first.save(execution("a"));

        assertThat(first.load("a")).isPresent();
        assertThat(second.load("a")).isEmpty();
    }

    @Test
    @DisplayName("ES-165: a commit of an interrupted thread is whole or absent, and the store works on")
    void anInterruptedCommitIsWholeOrAbsent() throws Exception {
        SqliteExecutionStore store = open();
        store.save(execution("other"));
        for (int round = 0; round < 50; round++) {
            String id = "a" + round;
            Thread thread = new Thread(() -> {
                try {
                    store.commit(Commit.builder(execution(id))
                            .emit(id, Event.of("K"))
                            .processed("e")
                            .build());
                } catch (StoreException ex) {
                    // Absent, then
                }
            });
            thread.start();
            thread.interrupt();
            assertThat(store.load("other")).isPresent();
            thread.join();

            boolean there = store.load(id).isPresent();
            assertThat(store.isProcessed(id, "e")).isEqualTo(there);
            assertThat(store.pendingOutboxOf(id, 0, 10).entries()).hasSize(there ? 1 : 0);
        }
        store.save(execution("last"));
    }

    @Test
    @DisplayName("ES-166: a store reads while another one commits")
    void readsWhileAnotherCommits() {
        SqliteExecutionStore writing = open();
        writing.save(execution("a"));
        SqliteExecutionStore reading = open();
        reading.load("a");

        new TransactionTemplate(databases.get(0).transactionManager()).executeWithoutResult(status -> {
            writing.save(writing.load("a").orElseThrow());
            assertThat(reading.load("a").orElseThrow().version()).isEqualTo(1);
            assertThat(reading.list(ExecutionQuery.all()).items()).hasSize(1);
        });

        assertThat(reading.load("a").orElseThrow().version()).isEqualTo(2);
    }

    @Test
    @DisplayName("ES-168: what does not fit on the disk is an error, and nothing of it is kept")
    void keepsNothingOfWhatDoesNotFit() throws SQLException {
        SqliteOptions options = SqliteOptions.of(file());
        HikariDataSource writer = SqliteDataSources.writer(options);
        HikariDataSource reader = SqliteDataSources.reader(options);
        pools.addAll(List.of(writer, reader));
        SqliteDatabase database = new SqliteDatabase(
                options,
                writer,
                reader,
                new SqliteTransactionManager(writer),
                List.of(SqliteExecutionStore.schema(SETTINGS)));
        databases.add(database);
        SqliteExecutionStore store = new SqliteExecutionStore(database, SETTINGS);
        Execution saved = store.save(execution("a"));
        limitPages(writer, 60);
        Execution large = saved.toBuilder().put("text", "x".repeat(1_000_000)).build();

        assertThatExceptionOfType(StoreFullException.class)
                .isThrownBy(() -> store.commit(
                        Commit.builder(large).emit("p", Event.of("K")).build()));
        assertThat(store.load("a")).hasValue(saved);
        assertThat(store.pendingOutbox().entries()).isEmpty();

        limitPages(writer, 1_000_000);
        assertThat(store.save(large).version()).isEqualTo(2);
        store.emit(new Emit("p", Event.of("K")));
    }

    private static void limitPages(DataSource writer, long pages) throws SQLException {
        try (Connection connection = writer.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA max_page_count = " + pages);
        }
    }
}
