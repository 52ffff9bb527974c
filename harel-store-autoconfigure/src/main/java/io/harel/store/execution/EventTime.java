package io.harel.store.execution;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A date and time as harel stores it: to the microsecond, with or without an offset from UTC.
 *
 * @param dateTime the date and time, in the years 1 to 9999, cut to whole microseconds
 * @param offsetMinutes the offset from UTC in whole minutes, up to 23:59 either way, or {@code null} for a time that names no
 *     zone. Wider than {@link ZoneOffset}, as what harel has stored may be
 */
public record EventTime(LocalDateTime dateTime, @Nullable Integer offsetMinutes) {

    private static final int MIN_YEAR = 1;
    private static final int MAX_YEAR = 9_999;
    private static final int MINUTES_PER_HOUR = 60;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int MAX_OFFSET_MINUTES = 23 * MINUTES_PER_HOUR + 59;

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
    private static final DateTimeFormatter MICROSECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

    /**
     * Cuts the time to whole microseconds.
     *
     * @throws IllegalArgumentException if the year or the offset is beyond what harel reads
     */
    public EventTime {
        if (dateTime.getYear() < MIN_YEAR || dateTime.getYear() > MAX_YEAR) {
            throw new IllegalArgumentException(
                    "The year must be from " + MIN_YEAR + " to " + MAX_YEAR + ", but is " + dateTime.getYear());
        }
        if (offsetMinutes != null && Math.abs(offsetMinutes) > MAX_OFFSET_MINUTES) {
            throw new IllegalArgumentException(
                    "The offset must be within 23:59 either way, but is " + offsetMinutes + " minutes");
        }
        dateTime = dateTime.truncatedTo(ChronoUnit.MICROS);
    }

    /**
     * The given instant, in UTC.
     *
     * @param instant the instant, cut to whole microseconds
     * @return the time in UTC
     * @throws IllegalArgumentException if its year is not from 1 to 9999
     */
    public static EventTime of(Instant instant) {
        // LocalDateTime reaches further than the years that are allowed, but not as far as Instant
        Instant first =
                Instant.ofEpochSecond(LocalDateTime.of(MIN_YEAR - 1, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC));
        Instant last =
                Instant.ofEpochSecond(LocalDateTime.of(MAX_YEAR + 1, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC));
        Instant bounded = instant.isBefore(first) ? first : instant.isAfter(last) ? last : instant;
        return new EventTime(LocalDateTime.ofInstant(bounded, ZoneOffset.UTC), 0);
    }

    /**
     * The given date and time with its offset.
     *
     * @param dateTime the date and time, cut to whole microseconds
     * @return the same time
     * @throws IllegalArgumentException if its year is not from 1 to 9999, or its offset has seconds, which harel refuses
     */
    public static EventTime of(OffsetDateTime dateTime) {
        int seconds = dateTime.getOffset().getTotalSeconds();
        if (seconds % SECONDS_PER_MINUTE != 0) {
            throw new IllegalArgumentException("The offset must be of whole minutes, but is "
                    + dateTime.getOffset().getId());
        }
        return new EventTime(dateTime.toLocalDateTime(), seconds / SECONDS_PER_MINUTE);
    }

    /**
     * The given date and time, which names no zone.
     *
     * @param dateTime the date and time, cut to whole microseconds
     * @return the same time
     * @throws IllegalArgumentException if its year is not from 1 to 9999
     */
    public static EventTime of(LocalDateTime dateTime) {
        return new EventTime(dateTime, null);
    }

    /**
     * Reads a text as harel does: what {@link #toString()} gives, a blank or {@code t} in place of {@code T}, a time without
     * seconds, a date alone (midnight, no zone), an offset without a colon, a fraction of any length (cut to microseconds);
     * or a number of epoch seconds, or of milliseconds if it is larger than 2·10<sup>10</sup> either way.
     *
     * @param text the text
     * @return the time
     * @throws IllegalArgumentException if it is none of these
     */
    public static EventTime parse(String text) {
        return EventTimeParser.parse(text);
    }

    /**
     * The instant this is.
     *
     * @return the instant, or empty for a time that names no zone
     */
    public Optional<Instant> toInstant() {
        return offsetMinutes == null
                ? Optional.empty()
                : Optional.of(dateTime.minusMinutes(offsetMinutes).toInstant(ZoneOffset.UTC));
    }

    /** The stored text: {@code 2026-03-01T09:30:00.250000Z}, the fraction only if it is not zero. */
    @Override
    public String toString() {
        DateTimeFormatter format = dateTime.getNano() == 0 ? SECONDS : MICROSECONDS;
        return format.format(dateTime) + offsetText();
    }

    private String offsetText() {
        if (offsetMinutes == null) {
            return "";
        }
        if (offsetMinutes == 0) {
            return "Z";
        }
        int magnitude = Math.abs(offsetMinutes);
        return String.format(
                Locale.ROOT,
                "%s%02d:%02d",
                offsetMinutes < 0 ? "-" : "+",
                magnitude / MINUTES_PER_HOUR,
                magnitude % MINUTES_PER_HOUR);
    }
}
