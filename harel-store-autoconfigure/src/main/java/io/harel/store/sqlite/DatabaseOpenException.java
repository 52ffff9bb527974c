package io.harel.store.sqlite;

import io.harel.store.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The database file cannot be opened. SQLite has one message for every cause; this one looked at the path and says which it
 * is.
 */
public class DatabaseOpenException extends StoreUnavailableException {

    private static final long serialVersionUID = 1L;

    private final String database;

    private final String reason;

    public DatabaseOpenException(String database, String reason, @Nullable Throwable cause) {
        super("The database '" + database + "' cannot be opened: " + reason, cause);
        this.database = database;
        this.reason = reason;
    }

    /**
     * The database that was asked for.
     *
     * @return its path as configured
     */
    public String database() {
        return database;
    }

    /**
     * Why it cannot be opened.
     *
     * @return the reason, with what to do about it
     */
    public String reason() {
        return reason;
    }
}
