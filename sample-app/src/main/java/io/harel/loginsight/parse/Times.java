package io.harel.loginsight.parse;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.Function;

/** Reads times. Lines of one second often stand together, so that the last text is remembered. */
final class Times {

    private final Function<String, Instant> reader;
    private String lastText = "";
    private Instant last = Instant.EPOCH;

    Times(Function<String, Instant> reader) {
        this.reader = reader;
    }

    Instant read(String text) {
        if (!text.equals(lastText)) {
            last = reader.apply(text);
            lastText = text;
        }
        return last;
    }

    /** ISO 8601 with a blank or {@code T}, a comma or a point, with or without a zone; without one it is UTC. */
    static Instant iso(String text) {
        String normal = text.replace(' ', 'T').replace(',', '.');
        int time = normal.indexOf('T');
        boolean zoned = normal.endsWith("Z") || normal.indexOf('+', time) > 0 || normal.indexOf('-', time) > 0;
        if (!zoned) {
            return LocalDateTime.parse(normal).toInstant(ZoneOffset.UTC);
        }
        int sign = normal.length() - "+0000".length();
        boolean basic = sign > time && (normal.charAt(sign) == '+' || normal.charAt(sign) == '-');
        String zone =
                basic ? normal.substring(0, normal.length() - 2) + ":" + normal.substring(normal.length() - 2) : normal;
        return OffsetDateTime.parse(zone).toInstant();
    }
}
