package io.harel.store.sqlite;

/** SQLite has rolled back the whole transaction by itself, on a full disk for example; the cause says why. */
final class TransactionGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TransactionGoneException(Throwable cause) {
        super(cause);
    }
}
