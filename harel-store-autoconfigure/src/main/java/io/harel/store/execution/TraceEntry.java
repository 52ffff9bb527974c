package io.harel.store.execution;

import java.util.Objects;

/**
 * A stored {@link TraceStep}.
 *
 * @param index its place in the execution's trace; grows, and is never renumbered when old entries are dropped
 * @param step the step, without a field named {@code index}
 */
public record TraceEntry(long index, TraceStep step) {

    public TraceEntry {
        Objects.requireNonNull(step, "step");
    }
}
