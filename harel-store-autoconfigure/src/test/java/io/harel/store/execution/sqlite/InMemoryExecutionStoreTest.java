package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harel.store.StoreClosedException;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreContract;
import org.junit.jupiter.api.Test;

class InMemoryExecutionStoreTest extends ExecutionStoreContract {

    @Override
    protected ExecutionStore create() {
        return SqliteExecutionStore.inMemory();
    }

    @Test
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
