package io.harel.loginsight.parse;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The report on a log.
 *
 * @param bytes its size
 * @param lines its lines
 * @param parsedLines those that were understood
 * @param unparsedLines the others
 * @param format the format of most lines, or {@code unknown}
 * @param firstTimestamp the earliest time, ISO 8601 in UTC
 * @param lastTimestamp the latest time, ISO 8601 in UTC
 * @param byLevel how many understood lines of each level
 * @param topSources the most frequent sources, most frequent first
 * @param histogram how many lines over time
 */
public record Report(
        long bytes,
        long lines,
        long parsedLines,
        long unparsedLines,
        String format,
        @Nullable String firstTimestamp,
        @Nullable String lastTimestamp,
        Map<String, Long> byLevel,
        List<Source> topSources,
        Histogram histogram) {

    private static final int TOP_SOURCES = 20;
    private static final int MAX_BUCKETS = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A source and its lines.
     *
     * @param source its name
     * @param lines how many
     */
    public record Source(String source, long lines) {}

    /**
     * Lines over time; stretches without lines are left out.
     *
     * @param bucketSeconds how long each stretch is
     * @param buckets the stretches in their order
     */
    public record Histogram(long bucketSeconds, List<Bucket> buckets) {}

    /**
     * A stretch of time and its lines.
     *
     * @param start its begin, ISO 8601 in UTC
     * @param lines how many
     */
    public record Bucket(String start, long lines) {}

    /**
     * Joins the summaries of all parts.
     *
     * @param bytes the size of the log
     * @param parts the summaries, in any order
     * @return the report
     */
    public static Report of(long bytes, List<PartSummary> parts) {
        Map<String, Long> formats = new TreeMap<>();
        Map<String, Long> levels = new TreeMap<>();
        Map<String, Long> sources = new TreeMap<>();
        TimeBuckets buckets = new TimeBuckets(MAX_BUCKETS);
        long lines = 0;
        long parsed = 0;
        Long first = null;
        Long last = null;
        for (PartSummary part : parts) {
            lines += part.lines();
            parsed += part.parsedLines();
            part.formats().forEach((format, count) -> formats.merge(format, count, Long::sum));
            part.levels().forEach((level, count) -> levels.merge(level, count, Long::sum));
            part.sources().forEach((source, count) -> sources.merge(source, count, Long::sum));
            buckets.addAll(part.bucketSeconds(), part.buckets());
            if (part.firstMillis() != null && (first == null || part.firstMillis() < first)) {
                first = part.firstMillis();
            }
            if (part.lastMillis() != null && (last == null || part.lastMillis() > last)) {
                last = part.lastMillis();
            }
        }
        return new Report(
                bytes,
                lines,
                parsed,
                lines - parsed,
                PartParser.mostFrequent(formats, 1).keySet().stream()
                        .findFirst()
                        .orElse("unknown"),
                first == null ? null : Instant.ofEpochMilli(first).toString(),
                last == null ? null : Instant.ofEpochMilli(last).toString(),
                levels,
                PartParser.mostFrequent(sources, TOP_SOURCES).entrySet().stream()
                        .map(entry -> new Source(entry.getKey(), entry.getValue()))
                        .toList(),
                new Histogram(
                        buckets.widthSeconds(),
                        buckets.counts().entrySet().stream()
                                .map(entry -> new Bucket(
                                        Instant.ofEpochSecond(entry.getKey()).toString(), entry.getValue()))
                                .toList()));
    }

    /** As a map that an execution's context can hold. */
    public Map<String, @Nullable Object> toMap() {
        return JSON.convertValue(this, new TypeReference<>() {});
    }

    /** From what {@link #toMap} has made. */
    public static Report ofMap(Object map) {
        return JSON.convertValue(map, Report.class);
    }
}
