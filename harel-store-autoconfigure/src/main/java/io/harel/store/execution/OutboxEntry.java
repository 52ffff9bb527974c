package io.harel.store.execution;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event in the outbox: committed, not yet acknowledged.
 *
 * @param seq its number, growing and never given out twice
 * @param targetId the execution that shall get it, or {@code null} for an event that goes to the application
 * @param event the event
 */
public record OutboxEntry(long seq, @Nullable String targetId, Event event) {

    public OutboxEntry {
        Objects.requireNonNull(event, "event");
    }
}
