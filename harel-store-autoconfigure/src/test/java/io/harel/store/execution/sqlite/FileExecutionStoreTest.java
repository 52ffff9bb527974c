package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.harel.store.execution.Commit;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreContract;
import io.harel.store.execution.TraceEntry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileExecutionStoreTest extends ExecutionStoreContract {

    @TempDir
    private Path directory;

    private String file;
    private OpenDatabase database;

    @Override
    protected ExecutionStore create(int traceLimit) {
        if (database == null) {
            file = directory.resolve("state.db").toString();
            database = new OpenDatabase(file);
        }
        return database.store(traceLimit);
    }

    @Override
    public void sql(String statement) {
        database.sql(statement);
    }

    @Override
    public List<Object> column(String query) {
        return database.column(query);
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    private ExecutionStore reopened() {
        database.close();
        database = new OpenDatabase(file);
        return database.store(ExecutionStore.DEFAULT_TRACE_LIMIT);
    }

    @Test
    @DisplayName("ES-074, ES-150: everything is there after closing and opening")
    void keepsEverything() {
        Execution saved = store().commit(everything(execution("a")).build()).execution();

        ExecutionStore again = reopened();

        assertThat(again.load("a")).contains(saved);
        assertThat(again.pendingOutbox().entries()).hasSize(1);
        assertThat(again.pendingSpawns().entries()).hasSize(1);
        assertThat(again.timersOf("a")).hasSize(1);
        assertThat(again.isProcessed("a", "e")).isTrue();
    }

    @Test
    @DisplayName("ES-065, ES-115: numbers go on after closing and opening")
    void goesOnCounting() {
        Execution saved = store().commit(everything(execution("a")).build()).execution();
        store().ackOutbox(1);
        store().ackSpawn(1);

        ExecutionStore again = reopened();

        assertThat(again.commit(everything(saved).build()).outboxSeqs()).containsExactly(2L);
        assertThat(again.readTrace("a")).extracting(TraceEntry::index).containsExactly(0L, 1L);
    }

    @Test
    @DisplayName("ES-151, ES-152: two stores on one file see what the other does at once")
    void seesWhatAnotherStoreDoes() {
        try (OpenDatabase other = new OpenDatabase(file)) {
            ExecutionStore second = other.store(0);
            store().commit(everything(execution("a")).build());

            assertThat(second.load("a")).map(Execution::version).contains(1L);
            assertThat(second.timersOf("a")).hasSize(1);
            second.ackOutbox(second.pendingOutbox().entries().get(0).seq());
            store().ackOutbox(1);
            assertThat(store().pendingOutbox().entries()).isEmpty();
            assertConflict("a", 0, 1L, () -> second.commit(Commit.of(execution("a"))));
        }
    }

    @Test
    @DisplayName("ES-162, ES-167: opening changes nothing, and leaves other tables alone")
    void leavesWhatIsThere() {
        sql("CREATE TABLE messages (text)");
        sql("INSERT INTO messages VALUES ('hello')");
        Execution saved = store().commit(everything(execution("a")).build()).execution();
        String everything = "SELECT group_concat(sql) FROM sqlite_schema";
        List<Object> before = column(everything);

        reopened().commit(everything(saved).build());

        assertThat(column(everything)).isEqualTo(before);
        assertThat(column("SELECT text FROM messages")).containsExactly("hello");
    }
}
