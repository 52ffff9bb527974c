package io.harel.store.execution.runtime;

import java.time.Duration;

/**
 * How an {@link ExecutionTemplate} works.
 *
 * @param maxAttempts how often an event is tried when others are faster, at least 1
 * @param minBackoff the longest wait before the second attempt; each further one may wait twice as long; at least 1 ms
 * @param maxBackoff the longest wait before any attempt, at least {@code minBackoff}
 * @param trace whether each event leaves a trace entry
 */
public record ExecutionTemplateSettings(int maxAttempts, Duration minBackoff, Duration maxBackoff, boolean trace) {

    /** How often an event is tried unless told otherwise. */
    public static final int DEFAULT_MAX_ATTEMPTS = 20;

    public ExecutionTemplateSettings {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts must be at least 1, but is " + maxAttempts);
        }
        if (minBackoff.toMillis() < 1) {
            throw new IllegalArgumentException("minBackoff must be at least 1 ms, but is " + minBackoff);
        }
        if (maxBackoff.compareTo(minBackoff) < 0) {
            throw new IllegalArgumentException(
                    "maxBackoff must be at least " + minBackoff + ", as minBackoff is, but is " + maxBackoff);
        }
    }

    /**
     * {@value #DEFAULT_MAX_ATTEMPTS} attempts, waits from 2 to 250 ms, no trace.
     *
     * @return the settings
     */
    public static ExecutionTemplateSettings defaults() {
        return new ExecutionTemplateSettings(DEFAULT_MAX_ATTEMPTS, Duration.ofMillis(2), Duration.ofMillis(250), false);
    }

    /**
     * The same with or without traces.
     *
     * @param trace whether each event leaves a trace entry
     * @return the settings
     */
    public ExecutionTemplateSettings withTrace(boolean trace) {
        return new ExecutionTemplateSettings(maxAttempts, minBackoff, maxBackoff, trace);
    }

    /**
     * The same with another number of attempts.
     *
     * @param maxAttempts how often an event is tried, at least 1
     * @return the settings
     */
    public ExecutionTemplateSettings withMaxAttempts(int maxAttempts) {
        return new ExecutionTemplateSettings(maxAttempts, minBackoff, maxBackoff, trace);
    }
}
