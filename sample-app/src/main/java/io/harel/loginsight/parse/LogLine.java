package io.harel.loginsight.parse;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line that was understood.
 *
 * @param format the name of its format
 * @param timestamp when it was written, or {@code null} if it does not say
 * @param level how serious it is
 * @param source what wrote it, or what it is about
 */
record LogLine(String format, @Nullable Instant timestamp, Level level, String source) {}
