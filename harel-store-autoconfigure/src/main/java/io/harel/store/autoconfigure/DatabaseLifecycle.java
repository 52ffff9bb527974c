package io.harel.store.autoconfigure;

import io.harel.store.sqlite.SqliteDatabase;
import org.springframework.context.SmartLifecycle;

/**
 * Opens the database before anything that runs needs it, so that what is wrong with it ends the start. Not earlier:
 * training runs for AOT caches end when the beans are made, and must leave no file behind.
 */
final class DatabaseLifecycle implements SmartLifecycle {

    private final SqliteDatabase database;
    private volatile boolean running;

    DatabaseLifecycle(SqliteDatabase database) {
        this.database = database;
    }

    @Override
    public void start() {
        database.open();
        running = true;
    }

    @Override
    public void stop() {
        // Others may still write while they stop: the bean is closed after them
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
