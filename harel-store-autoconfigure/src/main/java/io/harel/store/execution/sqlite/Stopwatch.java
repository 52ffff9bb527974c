package io.harel.store.execution.sqlite;

/** How long a call takes, or took: what happens after a joined transaction's commit asks later. For one thread. */
final class Stopwatch {

    private final long start = System.nanoTime();
    private long nanos = -1;

    void stop() {
        nanos = System.nanoTime() - start;
    }

    long nanos() {
        return nanos < 0 ? System.nanoTime() - start : nanos;
    }
}
