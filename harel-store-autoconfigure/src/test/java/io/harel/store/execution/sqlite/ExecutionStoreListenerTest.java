package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harel.store.execution.Commit;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStoreListener;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.StoreEncodingException;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.support.TransactionTemplate;

@ExtendWith(OutputCaptureExtension.class)
class ExecutionStoreListenerTest {

    @TempDir
    private Path directory;

    private final List<String> told = new ArrayList<>();
    private SqliteDatabase database;
    private SqliteExecutionStore store;

    @BeforeEach
    void open() {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
        database = database(settings);
        store = new SqliteExecutionStore(database, settings, List.of(new Failing(), new Recording()));
    }

    private SqliteDatabase database(SqliteExecutionSettings settings) {
        return SqliteDatabase.create(
                SqliteOptions.of(directory.resolve("state.db").toString()),
                List.of(SqliteExecutionStore.schema(settings)));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static Execution execution(String id) {
        return Execution.builder("d").id(id).build();
    }

    @Test
    void tellsOfACommitWhateverAnotherListenerThrows(CapturedOutput output) {
        store.save(execution("a"));

        assertThat(told).containsExactly("commit a 1");
        assertThat(output).contains("Failing failed");
    }

    @Test
    void tellsOfAConflict() {
        store.save(execution("a"));
        told.clear();

        assertThatExceptionOfType(StoreConflictException.class).isThrownBy(() -> store.save(execution("a")));

        assertThat(told).containsExactly("conflict a");
    }

    @Test
    void tellsOfAnotherError() {
        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(() -> store.save(
                        Execution.builder("d").id("a").put("half", "\ud800").build()));

        assertThat(told).containsExactly("error StoreEncodingException");
    }

    @Test
    void tellsOfAJoinedCommitOnceItIsDurable() {
        new TransactionTemplate(database.transactionManager()).executeWithoutResult(status -> {
            store.save(execution("a"));
            store.emit(new Emit("a", Event.of("E")));
            assertThat(told).isEmpty();
        });

        assertThat(told).containsExactly("commit a 1", "emit a 1");
    }

    @Test
    void doesNotTellOfAJoinedCommitThatIsRolledBack() {
        new TransactionTemplate(database.transactionManager()).executeWithoutResult(status -> {
            store.save(execution("a"));
            status.setRollbackOnly();
        });

        assertThat(told).isEmpty();
        assertThat(store.load("a")).isEmpty();
    }

    @Test
    @DisplayName("ES-303: a log line says once that other tables are left alone")
    void logsOnceThatOtherTablesAreLeftAlone(CapturedOutput output) {
        store.save(execution("a"));
        assertThat(output).doesNotContain("also holds executions");

        SqliteExecutionSettings prefixed = SqliteExecutionSettings.defaults().withTablePrefix("harel");
        try (SqliteDatabase second = database(prefixed)) {
            SqliteExecutionStore other = new SqliteExecutionStore(second, prefixed);
            other.save(Execution.builder("d").id("b").context(Map.of("k", 1)).build());
            other.commit(Commit.of(execution("c")));

            assertThat(other.load("a")).isEmpty();
        }
        assertThat(output.toString().split("also holds executions in executions,", -1))
                .hasSize(2);
    }

    private static final class Failing implements ExecutionStoreListener {

        @Override
        public void onCommit(Commit commit, Execution committed, long nanos) {
            throw new IllegalStateException("listener");
        }
    }

    private final class Recording implements ExecutionStoreListener {

        @Override
        public void onCommit(Commit commit, Execution committed, long nanos) {
            assertThat(nanos).isPositive();
            told.add("commit " + committed.id() + " " + committed.version());
        }

        @Override
        public void onEmit(Emit emit, long seq) {
            told.add("emit " + emit.targetId() + " " + seq);
        }

        @Override
        public void onConflict(StoreConflictException conflict, long nanos) {
            told.add("conflict " + conflict.executionId());
        }

        @Override
        public void onError(RuntimeException error, long nanos) {
            told.add("error " + error.getClass().getSimpleName());
        }
    }
}
