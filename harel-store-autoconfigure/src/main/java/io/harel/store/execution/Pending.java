package io.harel.store.execution;

import java.util.List;
import java.util.OptionalLong;

/**
 * Entries waiting in the outbox or among the spawn intents, in ascending order of their numbers.
 *
 * @param entries the entries
 * @param unreadable rows that cannot be read, each left out by itself
 * @param nextAfterSeq where to go on if there is more, empty if this was the end
 * @param <T> the kind of entry
 */
public record Pending<T>(List<T> entries, List<UnreadableRow> unreadable, OptionalLong nextAfterSeq) {

    public Pending {
        entries = List.copyOf(entries);
        unreadable = List.copyOf(unreadable);
    }
}
