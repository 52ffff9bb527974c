package io.harel.store.execution;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A date and time as harel stores it: to the microsecond, with or without an offset from UTC.
 *
 * @param dateTime the date and time, cut to whole microseconds
 * @param offset the offset from UTC, or {@code null} for a time that names no zone
 */
public record EventTime(LocalDateTime dateTime, @Nullable ZoneOffset offset) {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
    private static final DateTimeFormatter MICROSECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

    public EventTime {
        dateTime = dateTime.truncatedTo(ChronoUnit.MICROS);
    }

    /**
     * The given instant, in UTC.
     *
     * @param instant the instant, cut to whole microseconds
     * @return the time in UTC
     */
    public static EventTime of(Instant instant) {
        return new EventTime(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), ZoneOffset.UTC);
    }

    /**
     * The given date and time with its offset.
     *
     * @param dateTime the date and time, cut to whole microseconds
     * @return the same time
     */
    public static EventTime of(OffsetDateTime dateTime) {
        return new EventTime(dateTime.toLocalDateTime(), dateTime.getOffset());
    }

    /**
     * The given date and time, which names no zone.
     *
     * @param dateTime the date and time, cut to whole microseconds
     * @return the same time
     */
    public static EventTime of(LocalDateTime dateTime) {
        return new EventTime(dateTime, null);
    }

    /**
     * The stored text: {@code 2026-03-01T09:30:00.250000Z}, the fraction only if it is not zero.
     */
    @Override
    public String toString() {
        DateTimeFormatter format = dateTime.getNano() == 0 ? SECONDS : MICROSECONDS;
        return format.format(dateTime) + (offset == null ? "" : offset.getId());
    }
}
