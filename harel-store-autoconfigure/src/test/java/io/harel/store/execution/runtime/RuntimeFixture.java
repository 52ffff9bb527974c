package io.harel.store.execution.runtime;

import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStoreListener;
import io.harel.store.execution.sqlite.SqliteDeliveryStore;
import io.harel.store.execution.sqlite.SqliteExecutionSettings;
import io.harel.store.execution.sqlite.SqliteExecutionStore;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A store on a real file, and a template on it. */
final class RuntimeFixture implements AutoCloseable {

    final SettableClock clock = new SettableClock(Instant.ofEpochSecond(100));
    final List<ExecutionHandler> handlers = new CopyOnWriteArrayList<>();
    final SqliteDatabase database;
    final SqliteExecutionStore store;
    final SqliteDeliveryStore deliveries;

    RuntimeFixture(Path directory, ExecutionStoreListener... listeners) {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
        database = SqliteDatabase.create(
                SqliteOptions.of(directory.resolve("state.db").toString()),
                List.of(SqliteExecutionStore.schema(settings)));
        store = new SqliteExecutionStore(database, settings, List.of(listeners));
        deliveries = new SqliteDeliveryStore(database, settings);
    }

    RuntimeFixture handling(String definitionId, Handling handling) {
        handlers.add(new ExecutionHandler() {
            @Override
            public String definitionId() {
                return definitionId;
            }

            @Override
            public Transition handle(Execution execution, Event event) throws Exception {
                return handling.handle(execution, event);
            }
        });
        return this;
    }

    ExecutionTemplate template() {
        return template(ExecutionTemplateSettings.defaults());
    }

    ExecutionTemplate template(ExecutionTemplateSettings settings) {
        return new ExecutionTemplate(store, () -> handlers, settings, clock);
    }

    @Override
    public void close() {
        database.close();
    }

    @FunctionalInterface
    interface Handling {

        Transition handle(Execution execution, Event event) throws Exception;
    }
}
