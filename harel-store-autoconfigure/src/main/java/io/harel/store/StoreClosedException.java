package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The store was used after it had been closed.
 */
public class StoreClosedException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
