package io.harel.loginsight.parse;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The access log of Apache and nginx: the common and the combined format, also with the virtual host before it. Its source
 * is the client, its level that of the HTTP status. Read by hand: a request may hold any number of escapes.
 */
final class AccessLogFormat implements LineFormat {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ENGLISH);
    private static final int TIME_LENGTH = "02/Jan/2024:03:04:05 +0000".length();
    private static final int STATUS_LENGTH = 3;

    private final Times times = new Times(AccessLogFormat::time);

    private static Instant time(String text) {
        return OffsetDateTime.parse(text, TIME).toInstant();
    }

    @Override
    public @Nullable LogLine parse(String line) {
        int time = line.indexOf(" [") + 2;
        int end = time + TIME_LENGTH;
        if (time < 2 || !line.startsWith("] \"", end) || line.charAt(time + 2) != '/') {
            return null;
        }
        String[] who = line.substring(0, time - 2).split(" ", -1);
        int status = closingQuote(line, end + "] \"".length()) + 2;
        if (who.length < 3 || status < 2 || !isStatus(line, status)) {
            return null;
        }
        String client =
                who.length > 3 && who[0].contains(":") && isNumber(who[0].substring(who[0].lastIndexOf(':') + 1))
                        ? who[1]
                        : who[0];
        Level level = Level.ofHttpStatus(Integer.parseInt(line.substring(status, status + STATUS_LENGTH)));
        return new LogLine("access", times.read(line.substring(time, end)), level, client);
    }

    private static int closingQuote(String line, int from) {
        for (int i = from; i < line.length(); i++) {
            if (line.charAt(i) == '\\') {
                i++;
            } else if (line.charAt(i) == '"') {
                return i;
            }
        }
        return -2;
    }

    private static boolean isStatus(String line, int at) {
        int end = at + STATUS_LENGTH;
        return line.length() >= end
                && line.charAt(at - 1) == ' '
                && isNumber(line.substring(at, end))
                && (line.length() == end || line.charAt(end) == ' ');
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(character -> character >= '0' && character <= '9');
    }
}
