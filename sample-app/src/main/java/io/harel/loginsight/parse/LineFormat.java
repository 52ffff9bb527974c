package io.harel.loginsight.parse;

import org.jspecify.annotations.Nullable;

/** A format of log lines. An object serves one reader, and may remember what it has seen. */
interface LineFormat {

    /**
     * Reads a line.
     *
     * @param line the line without its end, cut if it is very long
     * @return what it says, or {@code null} if it has another format
     * @throws java.time.DateTimeException if it has this format with a time that cannot be
     */
    @Nullable LogLine parse(String line);
}
