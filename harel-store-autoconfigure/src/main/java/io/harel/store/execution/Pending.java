package io.harel.store.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries waiting in the outbox or among the spawn intents, in ascending order of their numbers.
 *
 * @param entries the entries
 * @param unreadable rows that cannot be read, each left out by itself
 * @param nextAfterSeq where to go on if there is more, {@code null} if this was the end
 * @param <T> the kind of entry
 */
public record Pending<T>(
        List<T> entries,
        List<UnreadableRow> unreadable,
        @Nullable Long nextAfterSeq) {

    public Pending {
        entries = List.copyOf(entries);
        unreadable = List.copyOf(unreadable);
    }
}
