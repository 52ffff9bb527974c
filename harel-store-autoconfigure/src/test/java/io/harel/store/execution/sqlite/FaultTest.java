package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.harel.store.StoreException;
import io.harel.store.StoreOutcomeUnknownException;
import io.harel.store.execution.Commit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceStep;
import io.harel.store.sqlite.FaultyPool;
import io.harel.store.sqlite.SqliteDataSources;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import io.harel.store.sqlite.SqliteTransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes each call of a commit to the database fail, one after the other, and looks at the tables from outside. */
@Timeout(120)
class FaultTest {

    private static final List<String> TABLES =
            List.of("executions", "outbox", "processed_events", "timers", "spawns", "trace");

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private FaultyPool writer;
    private HikariDataSource reader;
    private SqliteDatabase database;
    private SqliteExecutionStore store;

    @BeforeEach
    void open() {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
        SqliteOptions options = SqliteOptions.of(file());
        writer = FaultyPool.of(options);
        reader = SqliteDataSources.reader(options);
        database = new SqliteDatabase(
                options,
                writer,
                reader,
                new SqliteTransactionManager(writer),
                List.of(SqliteExecutionStore.schema(settings)));
        store = new SqliteExecutionStore(database, settings);
        database.open();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        database.close();
        writer.close();
        reader.close();
    }

    private String file() {
        return directory.resolve("state.db").toString();
    }

    private String tables() throws SQLException {
        StringBuilder dump = new StringBuilder();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                try (ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
                    while (rows.next()) {
                        dump.append(table);
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            dump.append('|').append(rows.getString(i));
                        }
                        dump.append('\n');
                    }
                }
            }
        }
        return dump.toString();
    }

    private static Commit everything(Execution execution) {
        String event = execution.id() + ":" + execution.version();
        return Commit.builder(execution)
                .emit("p", Event.of("K"))
                .emit(null, Event.of("K"))
                .processed(event)
                .spawn(SpawnRequest.region(event, "R", Map.of()))
                .timer(TimerOp.schedule("A", 1))
                .timer(TimerOp.cancel("B"))
                .trace(new TraceStep(Map.of("n", 1)))
                .build();
    }

    /** How many calls a commit without a fault makes. */
    private int callsOfACommit() {
        writer.failWhere(calls -> false, false);
        store.commit(everything(Execution.builder("d").id("probe").build()));
        return writer.calls().size();
    }

    @Test
    void whateverCallFailsNothingOfTheCommitIsKept() throws SQLException {
        Execution current = store.save(Execution.builder("d").id("a").build());
        int calls = callsOfACommit();
        assertThat(calls).isGreaterThan(12);
        int unknown = 0;
        for (int n = 1; n <= calls; n++) {
            int failing = n;
            Commit commit = everything(current);
            String before = tables();
            writer.failWhere(seen -> seen.size() == failing, false);

            StoreException error = catchThrowableOfType(StoreException.class, () -> store.commit(commit));
            String failed = writer.calls().size() >= n ? writer.calls().get(n - 1) : "none";
            writer.heal();

            if (error != null) {
                assertThat(tables()).as(failed).isEqualTo(before);
                unknown += error instanceof StoreOutcomeUnknownException ? 1 : 0;
                current = store.commit(commit).execution();
            } else {
                // Only what comes after the COMMIT may fail without the commit; an update makes fewer calls than an
                // insert
                assertThat(failed).matches("setAutoCommit true|none");
                current = store.load("a").orElseThrow();
                assertThat(current.version()).isEqualTo(commit.execution().version() + 1);
            }
        }
        assertThat(unknown).as("only a failed COMMIT leaves its outcome open").isEqualTo(1);
    }

    @Test
    void aRollbackThatFailsAsWellLeavesNoTransactionOpen() throws SQLException {
        Execution current = store.save(Execution.builder("d").id("a").build());
        int calls = callsOfACommit();
        for (int n = 1; n <= calls; n++) {
            int failing = n;
            Commit commit = everything(current);
            String before = tables();
            writer.failWhere(
                    seen -> seen.size() == failing
                            || (seen.size() > failing
                                    && seen.get(seen.size() - 1).startsWith("rollback")),
                    false);

            StoreException error = catchThrowableOfType(StoreException.class, () -> store.commit(commit));
            writer.heal();

            if (error != null) {
                assertThat(tables()).as("call " + n).isEqualTo(before);
                current = store.commit(commit).execution();
            } else {
                current = store.load("a").orElseThrow();
            }
        }
    }

    @Test
    void aCommitWhoseAnswerIsLostIsReportedAsUnknown() {
        writer.failWhere(seen -> seen.get(seen.size() - 1).startsWith("commit"), true);

        StoreOutcomeUnknownException error = catchThrowableOfType(
                StoreOutcomeUnknownException.class,
                () -> store.commit(everything(Execution.builder("d").id("a").build())));
        writer.heal();

        assertThat(error).hasMessageContaining("may or may not have happened");
        assertThat(store.load("a").orElseThrow().version()).isEqualTo(1);
    }

    @Test
    void whateverCallFailsEachUnitOfAGroupGetsItsOwnOutcome() throws Exception {
        int calls = 60;
        for (int n = 1; n <= calls; n++) {
            int failing = n;
            List<Commit> commits = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                commits.add(
                        everything(Execution.builder("d").id("g" + n + "-" + i).build()));
            }
            List<Future<Long>> results = inOneGroup(commits, failing);

            int lost = 0;
            for (int i = 0; i < 3; i++) {
                boolean done = succeeded(results.get(i));
                String id = "g" + n + "-" + i;
                assertThat(store.load(id).isPresent()).as(id).isEqualTo(done);
                assertThat(store.isProcessed(id, id + ":0")).as(id).isEqualTo(done);
                assertThat(store.timersOf(id)).as(id).hasSize(done ? 1 : 0);
                assertThat(store.readTrace(id)).as(id).hasSize(done ? 1 : 0);
                lost += done ? 0 : 1;
            }
            assertThat(lost).as("call " + n).isIn(0, 1, 3);
        }
    }

    /** A group's units queue up behind one that waits for them; the fault counts from when that one has ended. */
    private List<Future<Long>> inOneGroup(List<Commit> commits, int failing) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Future<Boolean> first = threads.submit(() -> database.write(session -> {
            begun.countDown();
            try {
                return mayEnd.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                return false;
            }
        }));
        begun.await();
        List<Future<Long>> results = new ArrayList<>();
        for (Commit commit : commits) {
            int depth = database.queueDepth();
            results.add(threads.submit(() -> store.commit(commit).execution().version()));
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> database.queueDepth() > depth);
        }
        // What the first unit still has to do comes before the calls that may fail
        writer.failWhere(
                seen -> seen.stream().anyMatch(call -> call.startsWith("executeUpdate SAVEPOINT"))
                        && seen.size() - firstSavepoint(seen) == failing,
                false);
        mayEnd.countDown();
        first.get();
        for (Future<Long> result : results) {
            succeeded(result);
        }
        writer.heal();
        return results;
    }

    private static int firstSavepoint(List<String> calls) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).startsWith("executeUpdate SAVEPOINT")) {
                return i;
            }
        }
        return calls.size();
    }

    private static boolean succeeded(Future<Long> result) throws Exception {
        try {
            return result.get(30, TimeUnit.SECONDS) == 1;
        } catch (ExecutionException ex) {
            assertThat(ex.getCause()).isInstanceOf(StoreException.class);
            return false;
        }
    }

    @Test
    void whateverCallFailsAJoinedCommitIsUndoneWithinItsTransaction() throws SQLException {
        store.save(Execution.builder("d").id("a").build());
        TransactionTemplate transaction = new TransactionTemplate(database.transactionManager());
        for (int n = 1; n <= 14; n++) {
            int failing = n;
            String id = "j" + n;
            String before = tables();
            boolean[] failed = {false};
            transaction.executeWithoutResult(status -> {
                writer.failWhere(seen -> seen.size() == failing, false);
                StoreException error = catchThrowableOfType(
                        StoreException.class,
                        () -> store.commit(
                                everything(Execution.builder("d").id(id).build())));
                writer.heal();
                failed[0] = error != null;
            });
            if (failed[0]) {
                assertThat(tables()).as("call " + n).isEqualTo(before);
            } else {
                assertThat(store.load(id)).isPresent();
            }
        }
    }
}
