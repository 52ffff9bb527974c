package io.harel.store.execution;

import io.harel.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * A value cannot be stored: it has a type JSON does not have, is nested too deep, or is text with an unpaired surrogate.
 * The message says where it is. Nothing was written.
 */
public class StoreEncodingException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreEncodingException(String message) {
        this(message, null);
    }

    public StoreEncodingException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
