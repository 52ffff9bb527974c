package io.harel.loginsight.parse;

import java.util.Map;
import java.util.TreeMap;

/**
 * How many lines there are in each stretch of time. The stretches grow with the time that all of them cover, so that this
 * is never cut into more than a number of them; each width is a multiple of the one before, so that no line changes its
 * side.
 */
final class TimeBuckets {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long[] WIDTHS = {
        MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 28 * DAY, 364 * DAY, 3640 * DAY, 36400 * DAY
    };

    private final int maxBuckets;
    private int width;
    private TreeMap<Long, Long> counts = new TreeMap<>();

    TimeBuckets(int maxBuckets) {
        this.maxBuckets = maxBuckets;
    }

    void add(long epochSecond, long lines) {
        counts.merge(Math.floorDiv(epochSecond, WIDTHS[width]) * WIDTHS[width], lines, Long::sum);
        while (span() > maxBuckets && width < WIDTHS.length - 1) {
            widenTo(width + 1);
        }
    }

    /** How many stretches there are from the first to the last, the empty ones included. */
    private long span() {
        return (counts.lastKey() - counts.firstKey()) / WIDTHS[width] + 1;
    }

    /** Adds counts by the begin of stretches of a width, which are then no narrower here. */
    void addAll(long seconds, Map<Long, Long> others) {
        while (WIDTHS[width] < seconds) {
            widenTo(width + 1);
        }
        others.forEach(this::add);
    }

    private void widenTo(int wider) {
        TreeMap<Long, Long> before = counts;
        width = wider;
        counts = new TreeMap<>();
        before.forEach(
                (start, lines) -> counts.merge(Math.floorDiv(start, WIDTHS[wider]) * WIDTHS[wider], lines, Long::sum));
    }

    long widthSeconds() {
        return WIDTHS[width];
    }

    Map<Long, Long> counts() {
        return new TreeMap<>(counts);
    }
}
