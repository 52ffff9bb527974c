package io.harel.loginsight.parse;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one part of a log holds.
 *
 * @param lines its lines
 * @param parsedLines those that were understood
 * @param formats how many lines of each format
 * @param levels how many lines of each level
 * @param sources how many lines of each of its most frequent sources
 * @param firstMillis the earliest time, in epoch milliseconds
 * @param lastMillis the latest time, in epoch milliseconds
 * @param bucketSeconds the width of the buckets
 * @param buckets how many lines in each bucket, by its begin in epoch seconds
 */
public record PartSummary(
        long lines,
        long parsedLines,
        Map<String, Long> formats,
        Map<String, Long> levels,
        Map<String, Long> sources,
        @Nullable Long firstMillis,
        @Nullable Long lastMillis,
        long bucketSeconds,
        Map<Long, Long> buckets) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** As a map that an execution's context can hold. */
    public Map<String, @Nullable Object> toMap() {
        return JSON.convertValue(this, new TypeReference<>() {});
    }

    /** From what {@link #toMap} has made. */
    public static PartSummary ofMap(Object map) {
        return JSON.convertValue(map, PartSummary.class);
    }
}
