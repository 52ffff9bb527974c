package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The disk, or the size the database is limited to, is full. Nothing of the operation was kept; it may be made again once
 * there is space.
 */
public class StoreFullException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
