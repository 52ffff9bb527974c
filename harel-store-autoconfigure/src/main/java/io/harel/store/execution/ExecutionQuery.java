package io.harel.store.execution;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which executions a listing shows; the conditions are combined with AND.
 *
 * @param statuses the statuses to show, or {@code null} for all; an empty set matches nothing
 * @param definitionId the definition to show, or {@code null} for all
 * @param rootsOnly whether to leave out executions that have a parent
 * @param limit the largest number of items, at least 1
 * @param cursor where to go on, or {@code null} for the start; one that cannot be read means the start
 */
public record ExecutionQuery(
        @Nullable Set<Status> statuses,
        @Nullable String definitionId,
        boolean rootsOnly,
        int limit,
        @Nullable String cursor) {

    /** How many items a page has if the query does not say. */
    public static final int DEFAULT_LIMIT = 100;

    public ExecutionQuery {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, but is " + limit);
        }
        statuses = statuses == null ? null : Set.copyOf(statuses);
    }

    /**
     * All executions, from the start, in pages of {@value #DEFAULT_LIMIT}.
     *
     * @return the query
     */
    public static ExecutionQuery all() {
        return new ExecutionQuery(null, null, false, DEFAULT_LIMIT, null);
    }

    /**
     * Shows executions with one of the given statuses.
     *
     * @param first a status
     * @param more other statuses
     * @return the narrowed query
     */
    public ExecutionQuery status(Status first, Status... more) {
        return status(EnumSet.of(first, more));
    }

    /**
     * Shows executions with one of the given statuses.
     *
     * @param statuses the statuses; an empty collection matches nothing
     * @return the narrowed query
     */
    public ExecutionQuery status(Collection<Status> statuses) {
        return new ExecutionQuery(Set.copyOf(statuses), definitionId, rootsOnly, limit, cursor);
    }

    /**
     * Shows executions of one definition.
     *
     * @param definitionId the definition
     * @return the narrowed query
     */
    public ExecutionQuery definition(String definitionId) {
        return new ExecutionQuery(statuses, definitionId, rootsOnly, limit, cursor);
    }

    /**
     * Leaves out executions that have a parent.
     *
     * @return the narrowed query
     */
    public ExecutionQuery roots() {
        return new ExecutionQuery(statuses, definitionId, true, limit, cursor);
    }

    /**
     * Sets the size of a page.
     *
     * @param limit the largest number of items, at least 1
     * @return the query with that page size
     * @throws IllegalArgumentException if the limit is below 1
     */
    public ExecutionQuery limit(int limit) {
        return new ExecutionQuery(statuses, definitionId, rootsOnly, limit, cursor);
    }

    /**
     * Goes on where a page ended.
     *
     * @param cursor the page's {@link ExecutionPage#nextCursor()}; harel's offset cursors are understood too
     * @return the query from there on
     */
    public ExecutionQuery after(@Nullable String cursor) {
        return new ExecutionQuery(statuses, definitionId, rootsOnly, limit, cursor);
    }
}
