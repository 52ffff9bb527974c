package io.harel.store.execution.runtime;

import java.time.Duration;

/** Waits that double. */
final class Backoff {

    private static final int MAX_DOUBLINGS = 20;

    private Backoff() {}

    /** The wait after a number of failures, from {@code min} after the first up to {@code max}. */
    static Duration after(int failures, Duration min, Duration max) {
        Duration doubled = min.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return doubled.compareTo(max) < 0 ? doubled : max;
    }
}
