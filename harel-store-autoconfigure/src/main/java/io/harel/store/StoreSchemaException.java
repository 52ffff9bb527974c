package io.harel.store;

import org.jspecify.annotations.Nullable;

/**
 * The database holds a schema this version cannot work with: a newer one, or tables of the same name with other columns.
 * The file was left as it was.
 */
public class StoreSchemaException extends StoreException {

    private static final long serialVersionUID = 1L;

    public StoreSchemaException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
