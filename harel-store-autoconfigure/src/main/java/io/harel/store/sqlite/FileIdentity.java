package io.harel.store.sqlite;

import io.harel.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a path still leads to the file that a connection has open. SQLite goes on with a file that was deleted or
 * replaced, and what it writes is nowhere. Where files have no key, as on Windows, an open file cannot be deleted anyway.
 * Safe for use by any number of threads.
 */
final class FileIdentity {

    /** How often to look where success need not wait for it. */
    static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

    private final Path path;
    private final @Nullable Object key;
    private final long intervalNanos;
    private volatile long lastLook = System.nanoTime();

    private FileIdentity(Path path, @Nullable Object key, Duration interval) {
        this.path = path;
        this.key = key;
        this.intervalNanos = interval.toNanos();
    }

    /** The identity of a file that has just been opened, to be looked at no more often than given. */
    static FileIdentity of(Path path, Duration interval) throws IOException {
        return new FileIdentity(path, key(path), interval);
    }

    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    void requireInPlace() {
        long now = System.nanoTime();
        if (key == null || now - lastLook < intervalNanos) {
            return;
        }
        Throwable cause = null;
        try {
            if (key.equals(key(path))) {
                lastLook = now;
                return;
            }
        } catch (IOException ex) {
            cause = ex;
        }
        throw new StoreUnavailableException(
                "The database file '" + path + "' was deleted or replaced while it was open; nothing was written. Stop"
                        + " every process that uses it, put the right file and its -wal file in place, and start again",
                cause);
    }
}
