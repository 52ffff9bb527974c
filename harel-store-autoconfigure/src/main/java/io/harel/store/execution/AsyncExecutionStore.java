package io.harel.store.execution;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An {@link ExecutionStore} whose operations run on an executor. Each means what the operation of the same name means
 * there; what that one throws completes the future exceptionally.
 *
 * <p>A future that is cancelled before its operation has begun keeps it from running; later it does not: the operation is
 * done whole, and only its result is lost. Operations do not join transactions of the calling thread. Safe for use by any
 * number of threads, if the store is.
 */
public final class AsyncExecutionStore {

    private final ExecutionStore store;
    private final Executor executor;

    /**
     * Creates a twin of a store.
     *
     * @param store the store, which somebody else closes
     * @param executor where the operations run, and wait for the database
     */
    public AsyncExecutionStore(ExecutionStore store, Executor executor) {
        this.store = store;
        this.executor = executor;
    }

    /**
     * How many trace entries an execution keeps. Not an operation on the database.
     *
     * @return the number, 0 for all
     */
    public int traceLimit() {
        return store.traceLimit();
    }

    /**
     * Loads an execution.
     *
     * @param id its id
     * @return a future of the execution, or empty if there is none
     */
    public CompletableFuture<Optional<Execution>> load(String id) {
        return run(() -> store.load(id));
    }

    /**
     * Loads an execution and whether it has processed an event, from one snapshot.
     *
     * @param id the execution's id
     * @param eventId the event's id
     * @return a future of both facts
     */
    public CompletableFuture<EventLookup> loadForEvent(String id, String eventId) {
        return run(() -> store.loadForEvent(id, eventId));
    }

    /**
     * Stores an execution if the stored one is still at the given one's version, or inserts it if it is at version 0 and
     * none is stored.
     *
     * @param execution the execution, which stays as it is
     * @return a future of the execution at its new version
     */
    public CompletableFuture<Execution> save(Execution execution) {
        return run(() -> store.save(execution));
    }

    /**
     * Does what {@link #save} does together with everything else an event brings, whole or not at all.
     *
     * @param commit what to apply; it stays as it is
     * @return a future of the execution at its new version, and the numbers of its outbox entries
     */
    public CompletableFuture<CommitResult> commit(Commit commit) {
        return run(() -> store.commit(commit));
    }

    /**
     * Adds an event to the outbox and touches no execution: for senders that are not executions themselves.
     *
     * @param emit the event with its target
     * @return a future of the number of its outbox entry
     */
    public CompletableFuture<Long> emit(Emit emit) {
        return run(() -> store.emit(emit));
    }

    /**
     * Whether an event is in an execution's dedupe ledger.
     *
     * @param executionId the execution's id, of which no row need exist
     * @param eventId the event's id
     * @return a future of whether it was recorded
     */
    public CompletableFuture<Boolean> isProcessed(String executionId, String eventId) {
        return run(() -> store.isProcessed(executionId, eventId));
    }

    /**
     * The whole outbox.
     *
     * @return a future of all entries, oldest first
     */
    public CompletableFuture<Pending<OutboxEntry>> pendingOutbox() {
        return run(() -> store.pendingOutbox());
    }

    /**
     * A part of the outbox.
     *
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return a future of the entries, oldest first
     */
    public CompletableFuture<Pending<OutboxEntry>> pendingOutbox(long afterSeq, int limit) {
        return run(() -> store.pendingOutbox(afterSeq, limit));
    }

    /**
     * The part of the outbox that goes to one execution.
     *
     * @param targetId the execution's id, or {@code null} for the events that go to the application
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return a future of the entries, oldest first
     */
    public CompletableFuture<Pending<OutboxEntry>> pendingOutboxOf(
            @Nullable String targetId, long afterSeq, int limit) {
        return run(() -> store.pendingOutboxOf(targetId, afterSeq, limit));
    }

    /**
     * Removes an outbox entry that has been delivered.
     *
     * @param seq its number; no error if there is none
     * @return a future that is done when this is durable
     */
    public CompletableFuture<@Nullable Void> ackOutbox(long seq) {
        return run(() -> {
            store.ackOutbox(seq);
            return null;
        });
    }

    /**
     * All spawn intents.
     *
     * @return a future of all entries, oldest first
     */
    public CompletableFuture<Pending<SpawnEntry>> pendingSpawns() {
        return run(() -> store.pendingSpawns());
    }

    /**
     * A part of the spawn intents.
     *
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return a future of the entries, oldest first
     */
    public CompletableFuture<Pending<SpawnEntry>> pendingSpawns(long afterSeq, int limit) {
        return run(() -> store.pendingSpawns(afterSeq, limit));
    }

    /**
     * The spawn intents of one parent.
     *
     * @param parentId the parent's id
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return a future of the entries, oldest first
     */
    public CompletableFuture<Pending<SpawnEntry>> pendingSpawnsOf(String parentId, long afterSeq, int limit) {
        return run(() -> store.pendingSpawnsOf(parentId, afterSeq, limit));
    }

    /**
     * Whether a child is still waiting to be created.
     *
     * @param childId the child's id
     * @return a future of whether a spawn intent names it
     */
    public CompletableFuture<Boolean> isSpawnPending(String childId) {
        return run(() -> store.isSpawnPending(childId));
    }

    /**
     * Removes a spawn intent whose child exists.
     *
     * @param seq its number; no error if there is none
     * @return a future that is done when this is durable
     */
    public CompletableFuture<@Nullable Void> ackSpawn(long seq) {
        return run(() -> {
            store.ackSpawn(seq);
            return null;
        });
    }

    /**
     * All timers due at a time.
     *
     * @param now the time, in epoch seconds; NaN gives none
     * @return a future of the timers, in ascending order of their time, then execution id, then path
     */
    public CompletableFuture<List<DueTimer>> dueTimers(double now) {
        return run(() -> store.dueTimers(now));
    }

    /**
     * A part of the timers due at a time.
     *
     * @param now the time, in epoch seconds; NaN gives none
     * @param after the timer after which to begin, or {@code null} for the first
     * @param limit the largest number of timers, at least 1
     * @return a future of the timers, in ascending order of their time, then execution id, then path
     */
    public CompletableFuture<List<DueTimer>> dueTimers(double now, @Nullable DueTimer after, int limit) {
        return run(() -> store.dueTimers(now, after, limit));
    }

    /**
     * The time of the earliest timer after a time.
     *
     * @param time the time, in epoch seconds
     * @return a future of the earliest {@code fireAt} above it, or empty if there is none
     */
    public CompletableFuture<OptionalDouble> nextTimerAfter(double time) {
        return run(() -> store.nextTimerAfter(time));
    }

    /**
     * The timers of one execution.
     *
     * @param executionId the execution's id
     * @return a future of its timers, in ascending order of their time, then path
     */
    public CompletableFuture<List<DueTimer>> timersOf(String executionId) {
        return run(() -> store.timersOf(executionId));
    }

    /**
     * Removes a timer, if it is still armed for exactly that time.
     *
     * @param timer the timer as it was read; no error if it is gone or was armed anew
     * @return a future that is done when this is durable
     */
    public CompletableFuture<@Nullable Void> deleteTimer(DueTimer timer) {
        return run(() -> {
            store.deleteTimer(timer);
            return null;
        });
    }

    /**
     * Adds an entry to a trace, by itself.
     *
     * @param executionId the execution's id, of which no row need exist
     * @param step the entry
     * @return a future that is done when this is durable
     */
    public CompletableFuture<@Nullable Void> appendTrace(String executionId, TraceStep step) {
        return run(() -> {
            store.appendTrace(executionId, step);
            return null;
        });
    }

    /**
     * The trace of an execution.
     *
     * @param executionId the execution's id
     * @return a future of its entries, oldest first
     */
    public CompletableFuture<List<TraceEntry>> readTrace(String executionId) {
        return run(() -> store.readTrace(executionId));
    }

    /**
     * Lists executions.
     *
     * @param query which
     * @return a future of one page, in ascending order of the ids (binary order of their UTF-8)
     */
    public CompletableFuture<ExecutionPage> list(ExecutionQuery query) {
        return run(() -> store.list(query));
    }

    /**
     * The ids of executions that begin with a text. Every character of it stands for itself.
     *
     * @param prefix the text, case-sensitive
     * @param afterId the id after which to begin, or {@code null} for the first
     * @param limit the largest number of ids, at least 1
     * @return a future of the ids, ascending (binary order of their UTF-8)
     */
    public CompletableFuture<List<String>> idsWithPrefix(String prefix, @Nullable String afterId, int limit) {
        return run(() -> store.idsWithPrefix(prefix, afterId, limit));
    }

    /**
     * Removes an execution with all that belongs to it: its ledger, trace and timers, the outbox entries that go to it, and
     * its spawn intents. Of an id without an execution what is left over is removed all the same.
     *
     * @param id its id
     * @param expectedVersion the version at which it may be removed; at another one nothing is touched
     * @return a future of whether an execution was removed
     */
    public CompletableFuture<Boolean> purge(String id, long expectedVersion) {
        return run(() -> store.purge(id, expectedVersion));
    }

    private <T extends @Nullable Object> CompletableFuture<T> run(Supplier<T> operation) {
        CompletableFuture<T> future = new CompletableFuture<>();
        try {
            executor.execute(() -> complete(future, operation));
        } catch (RejectedExecutionException ex) {
            future.completeExceptionally(ex);
        }
        return future;
    }

    private static <T extends @Nullable Object> void complete(CompletableFuture<T> future, Supplier<T> operation) {
        if (future.isDone()) {
            return;
        }
        try {
            future.complete(operation.get());
        } catch (RuntimeException | Error ex) {
            future.completeExceptionally(ex);
        }
    }
}
