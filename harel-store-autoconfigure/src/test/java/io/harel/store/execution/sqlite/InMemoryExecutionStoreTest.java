package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harel.store.StoreClosedException;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreContract;
import io.harel.store.sqlite.SqliteOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InMemoryExecutionStoreTest extends ExecutionStoreContract {

    private final OpenDatabase database = new OpenDatabase(SqliteOptions.MEMORY);

    @Override
    protected ExecutionStore create(int traceLimit) {
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

    @Test
    @DisplayName("ES-161: each store in memory is its own, and gone once it is closed")
    void eachStoreIsItsOwnAndGoneOnceItIsClosed() {
        ExecutionStore first = SqliteExecutionStore.inMemory();
        first.save(Execution.builder("d").id("a").build());
        try (ExecutionStore second = SqliteExecutionStore.inMemory()) {
            assertThat(second.load("a")).isEmpty();
        }
        assertThat(first.load("a")).isPresent();

        first.close();

        assertThatExceptionOfType(StoreClosedException.class).isThrownBy(() -> first.load("a"));
    }
}
