package io.harel.store.sqlite;

import java.time.Duration;

/**
 * How a database is opened.
 *
 * @param database the path of the file, relative to the working directory unless absolute, or {@value #MEMORY}
 * @param synchronous when a commit reaches the disk
 * @param readers how many connections read at the same time, at least 1
 * @param busyTimeout how long to try for a lock another process or transaction holds, at least 1 ms
 */
public record SqliteOptions(String database, Synchronous synchronous, int readers, Duration busyTimeout) {

    /** The name of a database that lives in memory and dies with its store. */
    public static final String MEMORY = ":memory:";

    /** How many connections read at the same time unless told otherwise. */
    public static final int DEFAULT_READERS = 4;

    /** How long to try for a lock unless told otherwise. */
    public static final Duration DEFAULT_BUSY_TIMEOUT = Duration.ofSeconds(10);

    public SqliteOptions {
        if (database.isBlank()) {
            throw new IllegalArgumentException("database must name a file or be '" + MEMORY + "', but is empty");
        }
        if (database.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("database must not contain U+0000");
        }
        if (readers < 1) {
            throw new IllegalArgumentException("readers must be at least 1, but is " + readers);
        }
        if (busyTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("busyTimeout must be at least 1 ms, but is " + busyTimeout);
        }
    }

    /**
     * A database with default settings: {@link Synchronous#FULL}, {@value #DEFAULT_READERS} readers and ten seconds for a
     * lock.
     *
     * @param database the path of the file, or {@value #MEMORY}
     * @return the options
     */
    public static SqliteOptions of(String database) {
        return new SqliteOptions(database, Synchronous.FULL, DEFAULT_READERS, DEFAULT_BUSY_TIMEOUT);
    }

    /**
     * The same with another level of durability.
     *
     * @param synchronous when a commit reaches the disk
     * @return the options
     */
    public SqliteOptions withSynchronous(Synchronous synchronous) {
        return new SqliteOptions(database, synchronous, readers, busyTimeout);
    }

    /**
     * The same with another time to try for a lock.
     *
     * @param busyTimeout how long, at least 1 ms
     * @return the options
     */
    public SqliteOptions withBusyTimeout(Duration busyTimeout) {
        return new SqliteOptions(database, synchronous, readers, busyTimeout);
    }

    boolean inMemory() {
        return database.equals(MEMORY);
    }
}
