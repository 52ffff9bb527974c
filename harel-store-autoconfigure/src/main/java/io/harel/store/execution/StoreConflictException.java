package io.harel.store.execution;

import io.harel.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The version check of a save or commit was lost: the stored execution is not at the version the given one was loaded at.
 * Nothing was written. Load the execution again and repeat the change; {@code ExecutionTemplate} does that by itself.
 */
public class StoreConflictException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final String executionId;
    private final long expected;
    private final @Nullable Long found;

    public StoreConflictException(String executionId, long expected, @Nullable Long found) {
        super("Execution '" + executionId + "' was expected at version " + expected + " but "
                + (found == null ? "none is stored" : "version " + found + " is stored")
                + "; load it again and repeat the change");
        this.executionId = executionId;
        this.expected = expected;
        this.found = found;
    }

    /**
     * Which execution it was.
     *
     * @return its id
     */
    public String executionId() {
        return executionId;
    }

    /**
     * The version the given execution had.
     *
     * @return the version
     */
    public long expected() {
        return expected;
    }

    /**
     * The stored version.
     *
     * @return the version, or {@code null} if there is no row
     */
    public @Nullable Long found() {
        return found;
    }

    /** A lost race is ordinary and frequent; its stack trace would cost more than the commit. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
