package io.harel.store.execution;

/**
 * A stored {@link TraceStep}.
 *
 * @param index its place in the execution's trace; grows, and is never renumbered when old entries are dropped
 * @param step the step, without a field named {@code index}
 */
public record TraceEntry(long index, TraceStep step) {}
