package io.harel.store.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing.
 *
 * @param items the executions, in ascending order of their ids
 * @param nextCursor what {@link ExecutionQuery#after} takes to go on, or {@code null} if there is no more
 * @param unreadable rows within the page's range that cannot be read, each left out by itself
 */
public record ExecutionPage(
        List<ExecutionSummary> items, @Nullable String nextCursor, List<UnreadableRow> unreadable) {

    public ExecutionPage {
        items = List.copyOf(items);
        unreadable = List.copyOf(unreadable);
    }
}
