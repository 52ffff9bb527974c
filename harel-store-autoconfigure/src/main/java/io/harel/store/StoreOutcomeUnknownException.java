package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The commit itself failed in a way that leaves open whether it happened. The store rolled back what it could; load the
 * affected rows again before trying a second time.
 */
public class StoreOutcomeUnknownException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreOutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
