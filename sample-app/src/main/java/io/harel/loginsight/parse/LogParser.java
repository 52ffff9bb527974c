package io.harel.loginsight.parse;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the format of each line, beginning with that of the line before. Not safe for use by several threads. */
final class LogParser {

    private static final int MAX_SOURCE_LENGTH = 200;

    private final List<LineFormat> formats;

    LogParser(Instant uploaded) {
        formats = new ArrayList<>(List.of(
                new SpringBootFormat(),
                new SyslogFormat(uploaded),
                new DpkgFormat(),
                new AccessLogFormat(),
                new ApacheErrorFormat(),
                new JsonLinesFormat(LineReader.MAX_LINE_BYTES / 4)));
    }

    /** What a line says, or {@code null} if nothing here understands it. */
    @Nullable LogLine parse(String line) {
        for (int i = 0; i < formats.size(); i++) {
            LineFormat format = formats.get(i);
            LogLine found = parse(format, line);
            if (found != null) {
                formats.remove(i);
                formats.add(0, format);
                return found;
            }
        }
        return null;
    }

    private static @Nullable LogLine parse(LineFormat format, String line) {
        try {
            LogLine found = format.parse(line);
            return found == null
                    ? null
                    : new LogLine(found.format(), found.timestamp(), found.level(), storable(found.source()));
        } catch (DateTimeException ex) {
            return null;
        }
    }

    /** Escapes in JSON can make halves of characters, which have no UTF-8. */
    private static String storable(String source) {
        String cut = source.length() > MAX_SOURCE_LENGTH ? source.substring(0, MAX_SOURCE_LENGTH) : source;
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
