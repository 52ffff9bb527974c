package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The write lock could not be had within the busy timeout: another process, or another transaction of this one, holds it.
 * Nothing was written; the same call may be made again.
 */
public class StoreBusyException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreBusyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
