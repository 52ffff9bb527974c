package io.harel.loginsight.parse;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The error log of Apache. Its source is the module. */
final class ApacheErrorFormat implements LineFormat {

    private static final Pattern LINE = Pattern.compile(
            "\\[\\w{3} (\\w{3} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})? \\d{4})\\] \\[(?:([\\w-]*):)?(\\w+)\\].*");
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("MMM ppd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendPattern(" uuuu")
            .toFormatter(Locale.ENGLISH);

    private final Times times = new Times(ApacheErrorFormat::time);

    private static Instant time(String text) {
        // Padded with a blank or a zero
        String padded = text.charAt(4) == '0' ? text.substring(0, 4) + ' ' + text.substring(5) : text;
        return LocalDateTime.parse(padded, TIME).toInstant(ZoneOffset.UTC);
    }

    @Override
    public @Nullable LogLine parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        Level level = Level.of(matcher.group(3));
        if (level == Level.NONE) {
            return null;
        }
        String module = matcher.group(2);
        return new LogLine(
                "apache-error",
                times.read(matcher.group(1)),
                level,
                module == null || module.isEmpty() ? "core" : module);
    }
}
