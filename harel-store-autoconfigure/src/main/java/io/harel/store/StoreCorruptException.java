package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The file is not a SQLite database, or it is damaged. Writing to it again would make matters worse: restore a backup, or
 * recover the readable rows with the {@code .recover} command of the SQLite shell.
 */
public class StoreCorruptException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreCorruptException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
