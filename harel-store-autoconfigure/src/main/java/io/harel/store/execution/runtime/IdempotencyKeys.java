package io.harel.store.execution.runtime;

import io.harel.store.execution.Event;
import io.harel.store.execution.EventKinds;
import io.harel.store.execution.Execution;

/**
 * Keys that make a handler's side effects repeatable: every attempt at an event gets the same keys in the same order,
 * whatever else was committed meanwhile. Give a key to a system that does a thing once per key.
 *
 * <p>Make one object per call of a handler. Not safe for use by several threads.
 */
public final class IdempotencyKeys {

    private final String prefix;
    private int calls;

    private IdempotencyKeys(String prefix) {
        this.prefix = prefix;
    }

    /**
     * The keys of one event.
     *
     * @param execution the execution it reached
     * @param event the event
     * @return its keys
     */
    public static IdempotencyKeys of(Execution execution, Event event) {
        String cause = event.kind().equals(EventKinds.START) ? "start" : event.id();
        return new IdempotencyKeys(execution.id() + ":" + cause);
    }

    /**
     * The key of the next side effect, as harel makes it: {@code <execution id>:<event id, or "start">:<n>:<name>}.
     *
     * @param name what the side effect does
     * @return the key
     */
    public String next(String name) {
        return prefix + ":" + calls++ + ":" + name;
    }
}
