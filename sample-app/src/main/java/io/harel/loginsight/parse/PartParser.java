package io.harel.loginsight.parse;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Summarises one part of a log. */
public final class PartParser {

    private static final int MAX_SOURCES = 1_000;
    private static final int MAX_BUCKETS = 1_000;
    private static final int LINES_BETWEEN_CHECKS = 4_096;

    private PartParser() {}

    /**
     * Reads the lines that begin in a range of a file.
     *
     * @param file the file
     * @param from the first byte of the range
     * @param to the byte after the range
     * @param uploaded when the file came, for times without a year
     * @return the summary
     * @throws InterruptedException if this thread is interrupted
     */
    public static PartSummary parse(Path file, long from, long to, Instant uploaded)
            throws IOException, InterruptedException {
        LogParser parser = new LogParser(uploaded);
        Map<String, Long> formats = new TreeMap<>();
        Map<String, Long> levels = new TreeMap<>();
        Map<String, Long> sources = new HashMap<>();
        TimeBuckets buckets = new TimeBuckets(MAX_BUCKETS);
        long lines = 0;
        long parsed = 0;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        try (LineReader reader = new LineReader(file, from, to)) {
            while (reader.next()) {
                if (++lines % LINES_BETWEEN_CHECKS == 0
                        && Thread.currentThread().isInterrupted()) {
                    throw new InterruptedException("Interrupted at line " + lines + " of " + file);
                }
                LogLine line = parser.parse(reader.line());
                if (line == null) {
                    continue;
                }
                parsed++;
                formats.merge(line.format(), 1L, Long::sum);
                levels.merge(line.level().name(), 1L, Long::sum);
                sources.merge(line.source(), 1L, Long::sum);
                if (line.timestamp() != null) {
                    first = Math.min(first, line.timestamp().toEpochMilli());
                    last = Math.max(last, line.timestamp().toEpochMilli());
                    buckets.add(line.timestamp().getEpochSecond(), 1);
                }
            }
        }
        boolean timed = first <= last;
        return new PartSummary(
                lines,
                parsed,
                formats,
                levels,
                mostFrequent(sources, MAX_SOURCES),
                timed ? first : null,
                timed ? last : null,
                buckets.widthSeconds(),
                buckets.counts());
    }

    /** The most frequent entries, most frequent first, those of equal number by name. */
    static Map<String, Long> mostFrequent(Map<String, Long> counts, int limit) {
        Map<String, Long> found = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Collections.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
                .limit(limit)
                .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        return found;
    }
}
