package io.harel.loginsight;

import io.harel.store.execution.Execution;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an analysis knows of its log.
 *
 * @param name the name it was uploaded under
 * @param bytes its size
 * @param partSize the size of its parts in bytes
 * @param uploadedAt when it came, in epoch seconds
 * @param upload the id of the upload
 */
record AnalysisContext(String name, long bytes, long partSize, long uploadedAt, String upload) {

    static AnalysisContext of(Execution analysis) {
        Map<String, @Nullable Object> context = analysis.context();
        return new AnalysisContext(
                text(context, "name"),
                number(context, "bytes"),
                number(context, "partSize"),
                number(context, "uploadedAt"),
                text(context, "upload"));
    }

    static long started(Execution analysis) {
        return analysis.context().get(AnalysisHandler.STARTED) instanceof Number number ? number.longValue() : 0;
    }

    /** The size of parts that are as large as wanted, and larger if there would be too many. */
    static long partSize(long bytes, LogInsightProperties properties) {
        long least = ceilDiv(bytes, properties.maxParts());
        return Math.max(properties.partSize().toBytes(), least);
    }

    private static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }

    int parts() {
        return Math.toIntExact(ceilDiv(bytes, partSize));
    }

    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("name", name);
        map.put("bytes", bytes);
        map.put("partSize", partSize);
        map.put("uploadedAt", uploadedAt);
        map.put("upload", upload);
        return map;
    }

    Map<String, @Nullable Object> contextOfPart(int part) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("upload", upload);
        map.put("from", part * partSize);
        map.put("to", Math.min((part + 1) * partSize, bytes));
        map.put("uploadedAt", uploadedAt);
        return map;
    }

    static long number(Map<String, @Nullable Object> context, String key) {
        if (context.get(key) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalStateException("The context has no number '" + key + "'");
    }

    static String text(Map<String, @Nullable Object> context, String key) {
        if (context.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalStateException("The context has no text '" + key + "'");
    }
}
