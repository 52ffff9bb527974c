package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The database cannot be opened, read or written: its path, its permissions or its device is at fault. The message says
 * which.
 */
public class StoreUnavailableException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
