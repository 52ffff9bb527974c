package io.harel.store.execution;

import io.harel.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * A stored row cannot be read: its JSON is malformed, or a field of it is missing or has a value it must not have. The
 * message names the field.
 */
public class StoreDecodingException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreDecodingException(String message) {
        this(message, null);
    }

    public StoreDecodingException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
