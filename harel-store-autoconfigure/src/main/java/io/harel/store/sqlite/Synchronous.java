package io.harel.store.sqlite;

/**
 * When SQLite makes sure that a commit has reached the disk, in WAL mode.
 *
 * @see <a href="https://www.sqlite.org/pragma.html#pragma_synchronous">PRAGMA synchronous</a>
 */
public enum Synchronous {

    /** Never. A crash of the operating system or a power loss may damage the database. */
    OFF,

    /** At checkpoints. A power loss may undo the newest commits, but never damages the database. */
    NORMAL,

    /** At each commit. What was committed survives a power loss. */
    FULL
}
