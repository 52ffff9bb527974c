package io.harel.store.execution.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a {@link Dispatcher} delivers.
 *
 * @param <L> the kind of lane: entries of one lane are delivered in their order, one after the other
 * @param <T> the kind of entry
 */
interface Work<L, T> {

    /** The first entries that are due, without those of some lanes; empty only if there are no others. */
    List<T> pending(Set<L> excluded, int limit);

    L laneOf(T entry);

    /**
     * Delivers an entry and acknowledges it.
     *
     * @return whether it was delivered; {@code false} leaves its lane alone for a while
     * @throws Exception if it failed, and must be tried again
     */
    boolean deliver(T entry) throws Exception;

    /** How long to wait for news if the last look has found nothing to deliver, at most. */
    default Duration untilNext(Duration interval) {
        return interval;
    }
}
