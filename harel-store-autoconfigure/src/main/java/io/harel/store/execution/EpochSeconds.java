package io.harel.store.execution;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * Conversion between {@link Instant} and the form in which the store keeps every time: seconds since
 * 1970-01-01T00:00:00Z as a binary64.
 */
public final class EpochSeconds {

    private static final int NANOS_PER_MICRO = 1_000;
    private static final int MICRO_DIGITS = 6;

    private EpochSeconds() {}

    /**
     * The epoch seconds of an instant, to the microsecond.
     *
     * @param instant the instant
     * @return its epoch seconds
     */
    public static double of(Instant instant) {
        return BigDecimal.valueOf(instant.getEpochSecond())
                .add(BigDecimal.valueOf(instant.getNano() / NANOS_PER_MICRO, MICRO_DIGITS))
                .doubleValue();
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
        return Instant.ofEpochSecond(whole, Math.round((seconds - whole) * 1e6) * NANOS_PER_MICRO);
    }
}
