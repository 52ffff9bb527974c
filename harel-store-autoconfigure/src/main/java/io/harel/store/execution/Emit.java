package io.harel.store.execution;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event that a commit puts into the outbox.
 *
 * @param targetId the execution that shall get it, or {@code null} for an event that goes to the application
 * @param event the event
 */
public record Emit(@Nullable String targetId, Event event) {

    public Emit {
        Objects.requireNonNull(event, "event");
    }
}
