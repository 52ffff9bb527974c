package io.harel.store.execution;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the texts of date and time that pydantic, harel's codec, reads. */
final class EventTimeParser {

    private static final Pattern ISO = Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)"
            + "(?:[Tt ](?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?"
            + "(?<zone>[Zz]|(?<sign>[+-])(?<zoneHours>\\d\\d):?(?<zoneMinutes>\\d\\d))?)?");

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d{1,4})?");

    /** Above this magnitude a number counts milliseconds. */
    private static final BigDecimal MAX_SECONDS = new BigDecimal("20000000000");

    /** More milliseconds than the years to 9999 have. */
    private static final BigDecimal TOO_LARGE = new BigDecimal("1e15");

    private static final int MILLI_DIGITS = 3;
    private static final int MICRO_DIGITS = 6;
    private static final int NANO_DIGITS = 9;
    private static final int MINUTES_PER_HOUR = 60;
    private static final int MAX_TEXT = 100;

    private EventTimeParser() {}

    static EventTime parse(String text) {
        // Longer texts are no times, and are not worth the work that a million digits would make
        if (text.length() <= MAX_TEXT) {
            Matcher iso = ISO.matcher(text);
            try {
                if (iso.matches()) {
                    return new EventTime(dateTime(iso), offset(iso));
                }
                if (NUMBER.matcher(text).matches()) {
                    return ofEpoch(new BigDecimal(text));
                }
            } catch (DateTimeException | ArithmeticException ex) {
                throw new IllegalArgumentException("'" + text + "' is not a date and time: " + ex.getMessage(), ex);
            }
        }
        throw new IllegalArgumentException("'" + (text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text)
                + "' is not a date and time; write it like 2026-03-01T09:30:00Z");
    }

    private static LocalDateTime dateTime(Matcher iso) {
        return LocalDateTime.of(
                number(iso, "year"),
                number(iso, "month"),
                number(iso, "day"),
                number(iso, "hour"),
                number(iso, "minute"),
                number(iso, "second"),
                nanos(iso.group("fraction")));
    }

    private static int number(Matcher iso, String group) {
        String digits = iso.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static int nanos(@Nullable String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS));
    }

    private static @Nullable Integer offset(Matcher iso) {
        if (iso.group("zone") == null) {
            return null;
        }
        int minutes = number(iso, "zoneMinutes");
        if (minutes >= MINUTES_PER_HOUR) {
            throw new DateTimeException("an offset has no " + minutes + " minutes");
        }
        int offset = number(iso, "zoneHours") * MINUTES_PER_HOUR + minutes;
        return "-".equals(iso.group("sign")) ? -offset : offset;
    }

    private static EventTime ofEpoch(BigDecimal number) {
        if (number.abs().compareTo(TOO_LARGE) > 0) {
            throw new DateTimeException("it is beyond the year 9999");
        }
        BigDecimal seconds = number.abs().compareTo(MAX_SECONDS) > 0 ? number.movePointLeft(MILLI_DIGITS) : number;
        BigDecimal rounded = seconds.setScale(MICRO_DIGITS, RoundingMode.HALF_EVEN);
        BigDecimal whole = rounded.setScale(0, RoundingMode.FLOOR);
        int nanos = rounded.subtract(whole).movePointRight(NANO_DIGITS).intValueExact();
        return new EventTime(LocalDateTime.ofEpochSecond(whole.longValueExact(), nanos, ZoneOffset.UTC), 0);
    }
}
