package io.harel.store.execution;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Durable executions. Every mutating operation is one transaction, committed before the call returns; on any error it has
 * changed nothing. Safe for use by any number of threads and, on one database, by any number of processes.
 *
 * <p>The store applies what it is told: it checks versions, but not statuses, not whether an event was processed already,
 * and not whether a target exists. {@code ExecutionTemplate} runs the protocol that does. It never reads the clock; all
 * times are epoch seconds as a binary64.
 *
 * <p>Besides the errors named with an operation, every operation can raise a {@link io.harel.store.StoreException}: busy,
 * full, corrupt, unavailable or closed.
 */
public interface ExecutionStore extends AutoCloseable {

    /** How many trace entries an execution keeps unless the store was told otherwise. */
    int DEFAULT_TRACE_LIMIT = 200;

    /**
     * Loads an execution.
     *
     * @param id its id
     * @return the execution, or empty if there is none
     * @throws StoreDecodingException if its row cannot be read
     */
    Optional<Execution> load(String id);

    /**
     * Loads an execution and whether it has processed an event, from one snapshot.
     *
     * @param id the execution's id
     * @param eventId the event's id
     * @return both facts
     * @throws StoreDecodingException if the execution's row cannot be read
     */
    EventLookup loadForEvent(String id, String eventId);

    /**
     * Stores an execution if the stored one is still at the given one's version, or inserts it if it is at version 0 and
     * none is stored.
     *
     * @param execution the execution, which stays as it is
     * @return the execution at its new version
     * @throws StoreConflictException if the version check is lost
     * @throws StoreEncodingException if a value cannot be stored
     * @throws IllegalArgumentException if an id or path holds U+0000
     */
    Execution save(Execution execution);

    /**
     * Does what {@link #save} does together with everything else an event brings, whole or not at all.
     *
     * @param commit what to apply; it stays as it is
     * @return the execution at its new version, and the numbers of its outbox entries
     * @throws StoreConflictException if the version check is lost
     * @throws StoreEncodingException if a value cannot be stored
     * @throws IllegalArgumentException if an id or path holds U+0000, or a {@code fireAt} is not finite
     */
    CommitResult commit(Commit commit);

    /**
     * Adds an event to the outbox and touches no execution: for senders that are not executions themselves.
     *
     * @param emit the event with its target
     * @return the number of its outbox entry
     * @throws StoreEncodingException if a value cannot be stored
     * @throws IllegalArgumentException if the target holds U+0000
     */
    long emit(Emit emit);

    /**
     * Whether an event is in an execution's dedupe ledger.
     *
     * @param executionId the execution's id, of which no row need exist
     * @param eventId the event's id
     * @return whether it was recorded
     */
    boolean isProcessed(String executionId, String eventId);

    /**
     * The whole outbox.
     *
     * @return all entries, oldest first
     */
    default Pending<OutboxEntry> pendingOutbox() {
        return pendingOutbox(Long.MIN_VALUE, Integer.MAX_VALUE);
    }

    /**
     * A part of the outbox.
     *
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return the entries, oldest first
     * @throws IllegalArgumentException if the limit is below 1
     */
    Pending<OutboxEntry> pendingOutbox(long afterSeq, int limit);

    /**
     * The part of the outbox that goes to one execution.
     *
     * @param targetId the execution's id, or {@code null} for the events that go to the application
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return the entries, oldest first
     * @throws IllegalArgumentException if the limit is below 1
     */
    Pending<OutboxEntry> pendingOutboxOf(@Nullable String targetId, long afterSeq, int limit);

    /**
     * Removes an outbox entry that has been delivered.
     *
     * @param seq its number; no error if there is none
     */
    void ackOutbox(long seq);

    /**
     * All spawn intents.
     *
     * @return all entries, oldest first
     */
    default Pending<SpawnEntry> pendingSpawns() {
        return pendingSpawns(Long.MIN_VALUE, Integer.MAX_VALUE);
    }

    /**
     * A part of the spawn intents.
     *
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return the entries, oldest first
     * @throws IllegalArgumentException if the limit is below 1
     */
    Pending<SpawnEntry> pendingSpawns(long afterSeq, int limit);

    /**
     * The spawn intents of one parent.
     *
     * @param parentId the parent's id
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @return the entries, oldest first
     * @throws IllegalArgumentException if the limit is below 1
     */
    Pending<SpawnEntry> pendingSpawnsOf(String parentId, long afterSeq, int limit);

    /**
     * Whether a child is still waiting to be created.
     *
     * @param childId the child's id
     * @return whether a spawn intent names it
     */
    boolean isSpawnPending(String childId);

    /**
     * Removes a spawn intent whose child exists.
     *
     * @param seq its number; no error if there is none
     */
    void ackSpawn(long seq);

    /**
     * All timers due at a time.
     *
     * @param now the time, in epoch seconds; NaN gives none
     * @return the timers, in ascending order of their time, then execution id, then path
     */
    default List<DueTimer> dueTimers(double now) {
        return dueTimers(now, null, Integer.MAX_VALUE);
    }

    /**
     * A part of the timers due at a time.
     *
     * @param now the time, in epoch seconds; NaN gives none
     * @param after the timer after which to begin, or {@code null} for the first
     * @param limit the largest number of timers, at least 1
     * @return the timers, in ascending order of their time, then execution id, then path
     * @throws IllegalArgumentException if the limit is below 1
     */
    List<DueTimer> dueTimers(double now, @Nullable DueTimer after, int limit);

    /**
     * The time of the earliest timer after a time.
     *
     * @param time the time, in epoch seconds
     * @return the earliest {@code fireAt} above it, or empty if there is none
     */
    OptionalDouble nextTimerAfter(double time);

    /**
     * The timers of one execution.
     *
     * @param executionId the execution's id
     * @return its timers, in ascending order of their time, then path
     */
    List<DueTimer> timersOf(String executionId);

    /**
     * Removes a timer, if it is still armed for exactly that time.
     *
     * @param timer the timer as it was read; no error if it is gone or was armed anew
     */
    void deleteTimer(DueTimer timer);

    /**
     * Adds an entry to a trace, by itself.
     *
     * @param executionId the execution's id, of which no row need exist
     * @param step the entry
     * @throws StoreEncodingException if a value cannot be stored
     * @throws IllegalArgumentException if the id holds U+0000
     */
    void appendTrace(String executionId, TraceStep step);

    /**
     * The trace of an execution.
     *
     * @param executionId the execution's id
     * @return its entries, oldest first
     * @throws StoreDecodingException if an entry cannot be read
     */
    List<TraceEntry> readTrace(String executionId);

    /**
     * How many trace entries an execution keeps. A lowered limit takes effect with the next entry of each execution.
     *
     * @return the limit, 0 for none
     */
    int traceLimit();

    /**
     * Lists executions.
     *
     * @param query which
     * @return one page, in ascending order of the ids (binary order of their UTF-8)
     */
    ExecutionPage list(ExecutionQuery query);

    /**
     * The ids of executions that begin with a text. Every character of it stands for itself.
     *
     * @param prefix the text, case-sensitive
     * @param afterId the id after which to begin, or {@code null} for the first
     * @param limit the largest number of ids, at least 1
     * @return the ids, ascending (binary order of their UTF-8)
     * @throws IllegalArgumentException if the limit is below 1
     */
    List<String> idsWithPrefix(String prefix, @Nullable String afterId, int limit);

    /**
     * Removes an execution with all that belongs to it: its ledger, trace and timers, the outbox entries that go to it, and
     * its spawn intents. Of an id without an execution what is left over is removed all the same.
     *
     * @param id its id
     * @param expectedVersion the version at which it may be removed; at another one nothing is touched
     * @return whether an execution was removed
     */
    boolean purge(String id, long expectedVersion);

    /**
     * Closes the store. Operations under way finish; later ones raise {@link io.harel.store.StoreClosedException}. A second
     * close does nothing.
     */
    @Override
    void close();
}
