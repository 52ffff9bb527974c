package io.harel.loginsight.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    private static final Instant UPLOADED = Instant.parse("2026-03-01T00:00:00Z");

    @TempDir
    private Path directory;

    private Path log() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            log.append("2024-01-%02dT03:%02d:05.000Z  %s 1 --- [main] logger%d : message %d%n"
                    .formatted(1 + i % 28, i % 60, i % 5 == 0 ? "WARN" : "INFO", i % 30, i));
            if (i % 10 == 0) {
                log.append("\tat a.stack.Trace\n");
            }
        }
        return Files.writeString(directory.resolve("log"), log);
    }

    private static Report report(Path file, long partSize) throws Exception {
        long size = Files.size(file);
        List<PartSummary> parts = new ArrayList<>();
        for (long from = 0; from < size; from += partSize) {
            PartSummary part = PartParser.parse(file, from, Math.min(from + partSize, size), UPLOADED);
            parts.add(PartSummary.ofMap(part.toMap()));
        }
        return Report.of(size, parts);
    }

    @Test
    void saysWhatTheLogHolds() throws Exception {
        Report report = report(log(), Long.MAX_VALUE / 2);

        assertThat(report.lines()).isEqualTo(550);
        assertThat(report.parsedLines()).isEqualTo(500);
        assertThat(report.unparsedLines()).isEqualTo(50);
        assertThat(report.format()).isEqualTo("spring-boot");
        assertThat(report.firstTimestamp()).isEqualTo("2024-01-01T03:00:05Z");
        assertThat(report.lastTimestamp()).startsWith("2024-01-28T03:");
        assertThat(report.byLevel()).isEqualTo(Map.of("INFO", 400L, "WARN", 100L));
        assertThat(report.topSources()).hasSize(20);
        assertThat(report.topSources().get(0)).isEqualTo(new Report.Source("logger0", 17));
        assertThat(report.histogram().bucketSeconds()).isEqualTo(86_400);
        assertThat(report.histogram().buckets()).hasSize(28);
        assertThat(report.histogram().buckets().stream()
                        .mapToLong(Report.Bucket::lines)
                        .sum())
                .isEqualTo(500);
    }

    @Test
    void isTheSameHoweverTheLogIsCut() throws Exception {
        Path log = log();
        Report whole = report(log, Long.MAX_VALUE / 2);

        for (long size : new long[] {1_000, 777, 100, 64}) {
            assertThat(report(log, size)).isEqualTo(whole);
        }
    }

    @Test
    void survivesItsMap() throws Exception {
        Report report = report(log(), 1_000);

        assertThat(Report.ofMap(report.toMap())).isEqualTo(report);
    }

    @Test
    void ofAnEmptyLogIsEmpty() {
        Report report = Report.of(0, List.of());

        assertThat(report.lines()).isZero();
        assertThat(report.format()).isEqualTo("unknown");
        assertThat(report.firstTimestamp()).isNull();
        assertThat(report.histogram().buckets()).isEmpty();
    }

    @Test
    void aGapInTimeCountsForTheWidthOfTheBuckets() {
        TimeBuckets buckets = new TimeBuckets(60);
        buckets.add(0, 1);
        buckets.add(30, 1);
        assertThat(buckets.widthSeconds()).isEqualTo(60);

        buckets.add(59 * 3_600, 1);

        assertThat(buckets.widthSeconds()).isEqualTo(3_600);
        assertThat(buckets.counts()).isEqualTo(Map.of(0L, 2L, 59 * 3_600L, 1L));
    }

    @Test
    void theHistogramHasABoundedNumberOfBuckets() {
        TimeBuckets buckets = new TimeBuckets(10);
        for (long second = -5_000_000_000L; second < 5_000_000_000L; second += 50_000_000L) {
            buckets.add(second, 1);
        }

        assertThat(buckets.counts()).hasSizeLessThanOrEqualTo(10);
        assertThat(buckets.counts().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(200);
    }
}
