package io.harel.loginsight.parse;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The system log, with either kind of timestamp. Its source is the program. The traditional timestamp has no year: it is
 * taken to be the latest one that does not lie after the upload.
 */
final class SyslogFormat implements LineFormat {

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final String HOST_AND_PROGRAM = " (\\S+) ([^\\s:\\[]+)(?:\\[[^\\]]*\\])?";
    private static final Pattern TRADITIONAL = Pattern.compile("(?:<(\\d{1,3})>)?((?:" + String.join("|", MONTHS)
            + ") [ \\d]\\d \\d\\d:\\d\\d:\\d\\d)" + HOST_AND_PROGRAM + "(?::.*|\\s.*)?");
    private static final Pattern ISO = Pattern.compile("(?:<(\\d{1,3})>)?"
            + "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d))" + HOST_AND_PROGRAM
            + ":.*");
    private static final Duration CLOCK_SKEW = Duration.ofDays(1);

    private final Instant uploaded;
    private final Times traditional = new Times(this::traditional);
    private final Times iso = new Times(Times::iso);

    SyslogFormat(Instant uploaded) {
        this.uploaded = uploaded;
    }

    @Override
    public @Nullable LogLine parse(String line) {
        LogLine found = parse(line, TRADITIONAL, traditional);
        return found != null ? found : parse(line, ISO, iso);
    }

    private static @Nullable LogLine parse(String line, Pattern pattern, Times times) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        String priority = matcher.group(1);
        Level level = priority == null ? Level.NONE : Level.ofSeverity(Integer.parseInt(priority));
        return new LogLine("syslog", times.read(matcher.group(2)), level, matcher.group(4));
    }

    private Instant traditional(String text) {
        Month month = Month.of(MONTHS.indexOf(text.substring(0, 3)) + 1);
        MonthDay day = MonthDay.of(month, Integer.parseInt(text.substring(4, 6).trim()));
        LocalTime time = LocalTime.parse(text.substring(7));
        Instant latest = uploaded.plus(CLOCK_SKEW);
        int year = latest.atZone(ZoneOffset.UTC).getYear();
        Instant found = at(year, day, time);
        while (found.isAfter(latest) || !day.isValidYear(year)) {
            year--;
            found = at(year, day, time);
        }
        return found;
    }

    private static Instant at(int year, MonthDay day, LocalTime time) {
        LocalDate date = Year.of(year).atMonthDay(day);
        return date.atTime(time).toInstant(ZoneOffset.UTC);
    }
}
