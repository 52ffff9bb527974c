package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.harel.store.execution.Commit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import io.harel.store.sqlite.Synchronous;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Several processes on one file. */
@Timeout(180)
class ProcessesIT {

    private static final int EXECUTIONS = 5;
    private static final int COMMITS = 1_000;
    private static final SqliteExecutionSettings SETTINGS = SqliteExecutionSettings.defaults();

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();
    private SqliteDatabase database;
    private SqliteExecutionStore store;

    @BeforeEach
    void open() {
        database = database(file());
        store = new SqliteExecutionStore(database, SETTINGS);
        for (int i = 0; i < EXECUTIONS; i++) {
            store.save(Execution.builder("d").id("e" + i).put("n", 0).build());
        }
    }

    @AfterEach
    void close() {
        processes.forEach(Process::destroyForcibly);
        database.close();
    }

    private String file() {
        return directory.resolve("state.db").toString();
    }

    private static SqliteDatabase database(String file) {
        return SqliteDatabase.create(
                SqliteOptions.of(file).withSynchronous(Synchronous.NORMAL),
                List.of(SqliteExecutionStore.schema(SETTINGS)));
    }

    private Process start(Class<?> main) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        main.getName(),
                        file())
                .redirectErrorStream(true)
                .start();
        processes.add(process);
        return process;
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void noUpdateIsLost(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            start(Incrementing.class);
        }
        for (Process process : processes) {
            String output = String.join("\n", output(process).lines().toList());
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
        }

        long sum = 0;
        for (int i = 0; i < EXECUTIONS; i++) {
            Execution execution = store.load("e" + i).orElseThrow();
            int n = (int) execution.context().get("n");
            assertThat(execution.version()).isEqualTo(n + 1L);
            assertThat(store.pendingOutboxOf("e" + i, 0, 10_000).entries()).hasSize(n);
            sum += n;
        }
        assertThat(sum).isEqualTo((long) count * COMMITS);
    }

    /** Adds one to the executions in a random order; ends with an error at anything but a conflict. */
    static final class Incrementing {

        private Incrementing() {}

        public static void main(String[] arguments) {
            Random random = new Random();
            try (SqliteDatabase database = database(arguments[0])) {
                SqliteExecutionStore store = new SqliteExecutionStore(database, SETTINGS);
                for (int i = 0; i < COMMITS; i++) {
                    increment(store, "e" + random.nextInt(EXECUTIONS));
                }
            }
        }

        private static void increment(SqliteExecutionStore store, String id) {
            while (true) {
                Execution loaded = store.load(id).orElseThrow();
                Execution next = loaded.toBuilder()
                        .put("n", (int) loaded.context().get("n") + 1)
                        .build();
                try {
                    store.commit(Commit.builder(next).emit(id, Event.of("K")).build());
                    return;
                } catch (StoreConflictException ex) {
                    // Another process was faster: once more
                }
            }
        }
    }

    @Test
    void aProcessThatIsKilledWhileItHoldsTheLockHoldsNobodyUp() throws Exception {
        Process holder = start(Holding.class);
        assertThat(output(holder).lines().anyMatch("held"::equals)).isTrue();

        holder.destroyForcibly().waitFor();

        Execution execution = store.load("e0").orElseThrow();
        assertThat(execution.version()).isEqualTo(1);
        assertThat(store.save(execution).version()).isEqualTo(2);
        assertThat(store.pendingOutbox().entries()).isEmpty();
    }

    /** Writes in a transaction that never ends. */
    static final class Holding {

        private Holding() {}

        public static void main(String[] arguments) {
            SqliteDatabase database = database(arguments[0]);
            SqliteExecutionStore store = new SqliteExecutionStore(database, SETTINGS);
            new TransactionTemplate(database.transactionManager()).executeWithoutResult(status -> {
                store.commit(Commit.builder(store.load("e0").orElseThrow())
                        .emit("p", Event.of("K"))
                        .build());
                System.out.println("held");
                try {
                    TimeUnit.MINUTES.sleep(10);
                } catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }
}
