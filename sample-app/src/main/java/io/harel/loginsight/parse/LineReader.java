package io.harel.loginsight.parse;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the lines that begin in a range of a file. So ranges that cover the file give each line once, wherever they are
 * cut. A line ends with LF or at the end of the file; a CR before that is not part of it. Of a very long line only the
 * beginning is kept.
 */
final class LineReader implements Closeable {

    /** How many bytes of a line are kept. */
    static final int MAX_LINE_BYTES = 256 * 1024;

    private static final int BUFFER_BYTES = 128 * 1024;
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final InputStream in;
    private final long end;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int limit;
    private long position;
    private byte[] line = new byte[1024];
    private int length;
    private boolean first;

    /**
     * Opens a file.
     *
     * @param file the file
     * @param from the first byte of the range
     * @param to the byte after the range
     */
    LineReader(Path file, long from, long to) throws IOException {
        // The byte before tells whether a line begins with the range
        position = Math.max(from - 1, 0);
        end = to;
        first = from == 0;
        SeekableByteChannel channel = Files.newByteChannel(file);
        in = Channels.newInputStream(channel);
        try {
            channel.position(position);
            if (from > 0) {
                skipLine();
            }
        } catch (IOException | RuntimeException ex) {
            in.close();
            throw ex;
        }
    }

    private void skipLine() throws IOException {
        while (position < end && fill()) {
            position++;
            if (buffer[next++] == '\n') {
                return;
            }
        }
    }

    private boolean fill() throws IOException {
        if (next < limit) {
            return true;
        }
        next = 0;
        limit = Math.max(in.read(buffer), 0);
        return limit > 0;
    }

    /** Goes to the next line; {@code false} if there is none. */
    boolean next() throws IOException {
        length = 0;
        if (position >= end || !fill()) {
            return false;
        }
        while (fill()) {
            int stop = next;
            while (stop < limit && buffer[stop] != '\n') {
                stop++;
            }
            keep(stop - next);
            position += stop - next;
            next = stop;
            if (stop < limit) {
                next++;
                position++;
                break;
            }
        }
        return true;
    }

    private void keep(int count) {
        int kept = Math.min(count, MAX_LINE_BYTES - length);
        if (length + kept > line.length) {
            line = Arrays.copyOf(line, Math.min(Math.max(line.length * 2, length + kept), MAX_LINE_BYTES));
        }
        System.arraycopy(buffer, next, line, length, kept);
        length += kept;
    }

    /** The line, with U+FFFD for what is not UTF-8. */
    String line() {
        int size = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        String text = new String(line, 0, size, StandardCharsets.UTF_8);
        if (first) {
            first = false;
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        }
        return text;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
