package io.harel.store.execution;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every {@link ExecutionStore} does, case by case. The cases of files, crashes and processes are not here: they are
 * about more than one store.
 */
public abstract class ExecutionStoreContract
        implements ValueCases, SaveCases, CommitCases, TimerCases, TraceCases, ListingCases, PurgeCases {

    private ExecutionStore store;

    /** A store on tables that are empty at first and the same for each call; whoever makes it cleans up after it. */
    protected abstract ExecutionStore create(int traceLimit);

    @BeforeEach
    void createStore() {
        store = create(ExecutionStore.DEFAULT_TRACE_LIMIT);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Override
    public ExecutionStore store() {
        return store;
    }

    @Override
    public ExecutionStore store(int traceLimit) {
        return create(traceLimit);
    }
}
