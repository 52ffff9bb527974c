package io.harel.store.execution;

/**
 * Is told of what happened in an {@link ExecutionStore}, in the thread it happened in. Implementations must be quick, must
 * not call the store, and must be safe for use by several threads; what they throw is logged and otherwise ignored.
 */
public interface ExecutionStoreListener {

    /**
     * A save or commit became durable. For one that joined a transaction this is after that transaction's own commit.
     *
     * @param commit what was applied
     * @param committed the execution at its new version
     * @param nanos how long the call took, without the wait for a joined transaction
     */
    default void onCommit(Commit commit, Execution committed, long nanos) {}

    /**
     * An event that belongs to no commit was added to the outbox and became durable.
     *
     * @param emit the event with its target
     * @param seq its number
     */
    default void onEmit(Emit emit, long seq) {}

    /**
     * A save or commit lost its version check.
     *
     * @param conflict the error its caller gets
     * @param nanos how long the call took
     */
    default void onConflict(StoreConflictException conflict, long nanos) {}

    /**
     * A save or commit failed for another reason.
     *
     * @param error the error its caller gets
     * @param nanos how long the call took
     */
    default void onError(RuntimeException error, long nanos) {}
}
