package io.harel.store.sqlite;

import io.harel.store.StoreBusyException;
import io.harel.store.StoreCorruptException;
import io.harel.store.StoreException;
import io.harel.store.StoreFullException;
import io.harel.store.StoreUnavailableException;
import io.harel.store.UncategorizedStoreException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteException;

/**
 * Tells SQLite's errors apart by their result codes. SQLite has no SQLState, so nothing else can.
 *
 * @see <a href="https://www.sqlite.org/rescode.html">Result and Error Codes</a>
 */
final class SqliteErrors {

    static final int ERROR = 1;
    static final int PERM = 3;
    static final int BUSY = 5;
    static final int LOCKED = 6;
    static final int READONLY = 8;
    static final int IOERR = 10;
    static final int CORRUPT = 11;
    static final int FULL = 13;
    static final int CANTOPEN = 14;
    static final int CONSTRAINT = 19;
    static final int NOTADB = 26;
    static final int CONSTRAINT_PRIMARYKEY = 1555;
    static final int CONSTRAINT_UNIQUE = 2067;
    static final int CONSTRAINT_ROWID = 2579;

    private static final int PRIMARY_CODE_MASK = 0xff;

    private SqliteErrors() {}

    /** The extended result code of the first SQLite error in the chain of causes, or 0 if there is none. */
    static int extendedCode(@Nullable Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLiteException sqlite) {
                return sqlite.getResultCode().code;
            }
        }
        return 0;
    }

    static int primaryCode(@Nullable Throwable error) {
        return extendedCode(error) & PRIMARY_CODE_MASK;
    }

    static boolean isBusy(@Nullable Throwable error) {
        int code = primaryCode(error);
        return code == BUSY || code == LOCKED;
    }

    static boolean isCannotOpen(@Nullable Throwable error) {
        int code = primaryCode(error);
        return code == CANTOPEN || code == PERM || code == READONLY;
    }

    /** Whether the transaction is gone already: SQLite rolls back by itself on some errors, and says so only like this. */
    static boolean isNoTransaction(@Nullable Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && message.contains("no transaction is active")) {
                return true;
            }
        }
        return false;
    }

    static RuntimeException translate(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException known) {
                return known;
            }
        }
        return switch (primaryCode(error)) {
            case BUSY, LOCKED ->
                new StoreBusyException(
                        "Another process holds the database's write lock; it was tried until the busy timeout was used up."
                                + " Try again, or raise the busy timeout",
                        error);
            case FULL -> new StoreFullException("The disk or the database is full; make space, then try again", error);
            case CORRUPT ->
                new StoreCorruptException("The database file is damaged; stop using it and restore a backup", error);
            case NOTADB ->
                new StoreCorruptException(
                        "The file is not a SQLite database, or it is encrypted; name another file", error);
            case CANTOPEN, PERM, READONLY, IOERR ->
                new StoreUnavailableException(
                        "The database cannot be read or written: " + message(error)
                                + ". Look at its disk and its permissions",
                        error);
            default -> fallback(error);
        };
    }

    private static RuntimeException fallback(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientConnectionException) {
                return new StoreBusyException(
                        "The store's connection was held by another transaction of this process until the busy timeout was"
                                + " used up; keep transactions short",
                        error);
            }
        }
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                return new UncategorizedStoreException("The database refused a statement: " + message(cause), error);
            }
        }
        return error instanceof RuntimeException runtime
                ? runtime
                : new UncategorizedStoreException("The store failed: " + error, error);
    }

    private static String message(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException && cause.getMessage() != null) {
                return cause.getMessage();
            }
        }
        return String.valueOf(error.getMessage());
    }
}
