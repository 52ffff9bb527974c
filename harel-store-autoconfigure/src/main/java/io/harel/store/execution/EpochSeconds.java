package io.harel.store.execution;

import java.time.Instant;

/**
 * Conversion between {@link Instant} and the form in which the store keeps every time: seconds since
 * 1970-01-01T00:00:00Z as a binary64.
 */
public final class EpochSeconds {

    private EpochSeconds() {}

    /**
     * The epoch seconds of an instant, to the microsecond.
     *
     * @param instant the instant
     * @return its epoch seconds
     */
    public static double of(Instant instant) {
        return (instant.getEpochSecond() * 1_000_000L + instant.getNano() / 1_000) / 1e6;
    }

    /**
     * The instant of epoch seconds, to the microsecond; beyond what {@link Instant} can hold, the nearest it can.
     *
     * @param seconds epoch seconds, not NaN
     * @return the instant
     */
    public static Instant toInstant(double seconds) {
        if (seconds >= Instant.MAX.getEpochSecond()) {
            return Instant.MAX;
        }
        if (seconds <= Instant.MIN.getEpochSecond()) {
            return Instant.MIN;
        }
        long whole = (long) Math.floor(seconds);
        return Instant.ofEpochSecond(whole, Math.round((seconds - whole) * 1e6) * 1_000);
    }
}
