package io.harel.store.execution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A running state machine, as stored. Immutable: {@link #toBuilder()} makes the next one, and the store hands back the
 * stored one with its new {@linkplain #version() version}.
 *
 * <p>The free-form maps hold what JSON can hold. Integers come as the smallest of {@link Integer}, {@link Long} and
 * {@link java.math.BigInteger}, floats as {@link Double}; {@code NaN} and the infinities are stored as {@code null}.
 * Map order is kept.
 *
 * @param id the primary key; any text without NUL
 * @param definitionId the machine it runs; names the handler
 * @param definitionFqn the dotted name of an invoked child's machine
 * @param rootPath the node it runs, {@code ""} for a whole machine
 * @param status where it stands
 * @param outcome label of the terminal it reached
 * @param error with {@link Status#FAILED}: {@code <exception type>: <message>}
 * @param activePath path of the active leaf, {@code null} before the start
 * @param history composite path to its last active child path
 * @param context the user's data
 * @param processedEvents counter of handled events
 * @param version the optimistic lock: 0 before the first save, then one more with each commit
 * @param priority 0 to 4
 * @param parentId the parent, for a child
 * @param childId the child's own id, for a child
 * @param deferred held events, first in, first out
 * @param children the join records of its children, by child id
 * @param invokeSeq number of completed entries, by spawn site
 * @param createdAt time of the first commit, in epoch seconds
 * @param updatedAt time of the latest commit, in epoch seconds
 * @param finishedAt time at which it became {@link Status#DONE} or {@link Status#CANCELLED}, in epoch seconds
 * @param expiresAt deadline of its inactivity budget as last armed, in epoch seconds
 * @param unknownFields fields of the stored JSON that this version does not know, kept and written back
 */
public record Execution(
        String id,
        String definitionId,
        @Nullable String definitionFqn,
        String rootPath,
        Status status,
        @Nullable String outcome,
        @Nullable String error,
        @Nullable String activePath,
        Map<String, @Nullable Object> history,
        Map<String, @Nullable Object> context,
        long processedEvents,
        long version,
        int priority,
        @Nullable String parentId,
        @Nullable String childId,
        List<Event> deferred,
        Map<String, ChildState> children,
        Map<String, Long> invokeSeq,
        @Nullable Double createdAt,
        @Nullable Double updatedAt,
        @Nullable Double finishedAt,
        @Nullable Double expiresAt,
        Map<String, @Nullable Object> unknownFields) {

    /** The highest priority an execution can have; the lowest is 0. */
    public static final int MAX_PRIORITY = 4;

    public Execution {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(definitionId, "definitionId");
        Objects.requireNonNull(rootPath, "rootPath");
        Objects.requireNonNull(status, "status");
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException("priority must be from 0 to " + MAX_PRIORITY + ", but is " + priority);
        }
        history = JsonValues.copyOf(history);
        context = JsonValues.copyOf(context);
        deferred = List.copyOf(deferred);
        children = Collections.unmodifiableMap(new LinkedHashMap<>(children));
        invokeSeq = Collections.unmodifiableMap(new LinkedHashMap<>(invokeSeq));
        unknownFields = JsonValues.copyOf(unknownFields);
    }

    /**
     * Starts a new execution, with a random id unless it is given {@linkplain ExecutionBuilder#id another}.
     *
     * @param definitionId the machine it runs
     * @return a builder of a pending execution at version 0
     */
    public static ExecutionBuilder builder(String definitionId) {
        return new ExecutionBuilder(Ids.random(), definitionId);
    }

    /**
     * Starts the next state of this execution.
     *
     * @return a builder that holds everything this execution holds
     */
    public ExecutionBuilder toBuilder() {
        return new ExecutionBuilder(this);
    }

    /** Leaves out the user's data, which may be large or private. */
    @Override
    public String toString() {
        return "Execution[id=" + id + ", definitionId=" + definitionId + ", status=" + status + ", activePath="
                + activePath + ", version=" + version + "]";
    }
}
