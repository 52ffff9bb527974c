package io.harel.loginsight.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object per line, with the names that common encoders use for time, level and logger, at the top or one object
 * deeper (as in ECS). Of a line that was cut, what comes before the cut counts.
 */
final class JsonLinesFormat implements LineFormat {

    private static final List<String> TIMES = List.of("@timestamp", "timestamp", "time", "ts", "datetime", "date");
    private static final List<String> LEVELS =
            List.of("level", "log.level", "severity", "levelname", "_level_name", "lvl");
    private static final List<String> SOURCES = List.of(
            "logger",
            "logger_name",
            "loggerName",
            "log.logger",
            "_log_logger",
            "component",
            "service",
            "service.name",
            "app",
            "source",
            "name",
            "host",
            "host.name");
    private static final double MAX_SECONDS = 1e11;
    private static final int PINO_STEP = 10;
    private static final List<Level> PINO =
            List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR, Level.FATAL);

    private final JsonFactory json = new JsonFactory();
    private final int cutAt;

    JsonLinesFormat(int cutAt) {
        this.cutAt = cutAt;
    }

    @Override
    public @Nullable LogLine parse(String line) {
        if (line.isEmpty()
                || line.stripLeading().isEmpty()
                || line.stripLeading().charAt(0) != '{') {
            return null;
        }
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = json.createParser(line)) {
            parser.nextToken();
            readObject(parser, "", fields);
            if (parser.nextToken() != null) {
                return null;
            }
        } catch (JsonProcessingException ex) {
            if (line.length() < cutAt || fields.isEmpty()) {
                return null;
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        String time = first(TIMES, fields);
        String level = first(LEVELS, fields);
        String source = first(SOURCES, fields);
        return new LogLine(
                "json",
                time == null ? null : time(time),
                level == null ? Level.NONE : level(level),
                source == null ? "json" : source);
    }

    private static void readObject(JsonParser parser, String prefix, Map<String, String> fields) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = prefix + parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.START_OBJECT && prefix.isEmpty()) {
                readObject(parser, name + ".", fields);
            } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                fields.putIfAbsent(name, parser.getText());
            } else {
                parser.skipChildren();
            }
        }
    }

    private static @Nullable String first(List<String> names, Map<String, String> fields) {
        for (String name : names) {
            String value = fields.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable Instant time(String text) {
        try {
            double number = Double.parseDouble(text);
            double seconds = Math.abs(number) < MAX_SECONDS ? number : number / 1_000;
            return Math.abs(seconds) < MAX_SECONDS ? Instant.ofEpochMilli(Math.round(seconds * 1_000)) : null;
        } catch (NumberFormatException ex) {
            try {
                return Times.iso(text);
            } catch (DateTimeException unknown) {
                return null;
            }
        }
    }

    private static Level level(String text) {
        if (text.length() == 1 && Character.isDigit(text.charAt(0))) {
            return Level.ofSeverity(Integer.parseInt(text));
        }
        int pino = PINO_STEP;
        for (Level level : PINO) {
            if (text.equals(Integer.toString(pino))) {
                return level;
            }
            pino += PINO_STEP;
        }
        return Level.of(text);
    }
}
