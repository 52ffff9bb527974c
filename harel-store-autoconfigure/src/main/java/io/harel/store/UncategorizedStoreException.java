package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The database refused a statement for a reason that has no class of its own. Nothing of the operation was kept.
 */
public class UncategorizedStoreException extends StoreException {

    private static final long serialVersionUID = 1L;

    public UncategorizedStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
