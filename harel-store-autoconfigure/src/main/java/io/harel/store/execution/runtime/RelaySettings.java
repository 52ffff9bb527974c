package io.harel.store.execution.runtime;

import java.time.Duration;

/**
 * How a relay works.
 *
 * @param interval how long it waits for news before it looks by itself, at least 1 ms
 * @param batchSize how many entries it reads at once, at least 1
 * @param concurrency how many deliveries run at the same time, at least 1
 * @param minBackoff how long it waits after a first failure, at least 1 ms; twice as long after each further one
 * @param maxBackoff the longest wait after a failure, at least {@code minBackoff}
 * @param recheckDelay how long it leaves alone what cannot be delivered for now, at least 1 ms
 * @param stopTimeout how long a stop waits for running deliveries before it interrupts them, and again after that
 */
public record RelaySettings(
        Duration interval,
        int batchSize,
        int concurrency,
        Duration minBackoff,
        Duration maxBackoff,
        Duration recheckDelay,
        Duration stopTimeout) {

    public RelaySettings {
        requirePositive("interval", interval);
        if (batchSize < 1) {
            throw new IllegalArgumentException("batchSize must be at least 1, but is " + batchSize);
        }
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1, but is " + concurrency);
        }
        requirePositive("minBackoff", minBackoff);
        if (maxBackoff.compareTo(minBackoff) < 0) {
            throw new IllegalArgumentException(
                    "maxBackoff must be at least " + minBackoff + ", as minBackoff is, but is " + maxBackoff);
        }
        requirePositive("recheckDelay", recheckDelay);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, but is " + duration);
        }
    }

    /**
     * A look every 10 s, batches of 100, 4 deliveries at a time, 100 ms to 1 min after failures, 5 s for what is postponed,
     * 5 s to stop.
     *
     * @return the settings
     */
    public static RelaySettings defaults() {
        return new RelaySettings(
                Duration.ofSeconds(10),
                100,
                4,
                Duration.ofMillis(100),
                Duration.ofMinutes(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5));
    }

    /**
     * The same with another interval.
     *
     * @param interval how long it waits for news before it looks by itself, at least 1 ms
     * @return the settings
     */
    public RelaySettings withInterval(Duration interval) {
        return new RelaySettings(interval, batchSize, concurrency, minBackoff, maxBackoff, recheckDelay, stopTimeout);
    }

    /**
     * The same with another size of batches.
     *
     * @param batchSize how many entries it reads at once, at least 1
     * @return the settings
     */
    public RelaySettings withBatchSize(int batchSize) {
        return new RelaySettings(interval, batchSize, concurrency, minBackoff, maxBackoff, recheckDelay, stopTimeout);
    }

    /**
     * The same with another number of deliveries at a time.
     *
     * @param concurrency how many deliveries run at the same time, at least 1
     * @return the settings
     */
    public RelaySettings withConcurrency(int concurrency) {
        return new RelaySettings(interval, batchSize, concurrency, minBackoff, maxBackoff, recheckDelay, stopTimeout);
    }

    Duration backoff(int failures) {
        return Backoff.after(failures, minBackoff, maxBackoff);
    }
}
