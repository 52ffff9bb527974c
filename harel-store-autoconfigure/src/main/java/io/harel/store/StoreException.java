package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The root of every error a harel store raises by itself. Whatever the subclass, the operation that raised it changed
 * nothing unless the subclass says otherwise.
 */
public abstract class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected StoreException(String message) {
        super(message);
    }

    protected StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
