package io.harel.store.execution;

import java.util.Arrays;
import java.util.Optional;

/**
 * Where an {@link Execution} stands in its life. Stored by its name.
 */
public enum Status {

    /** Created, not started. */
    PENDING,

    /** Active. */
    RUNNING,

    /** Reached a modelled end. */
    DONE,

    /** Ended by force, or by {@code Cancel} without a handler for it. */
    CANCELLED,

    /** Paused; resuming makes it {@link #RUNNING} again. */
    SUSPENDED,

    /** A cooperative cancel is under way: only the injected {@code Cancel} event is still processed. */
    CANCELLING,

    /** Aborted by an unhandled error in user code; {@link Execution#error()} says which. */
    FAILED;

    /**
     * Whether no event can move an execution on from here, other than a {@code Reset}.
     *
     * @return {@code true} for {@link #DONE}, {@link #CANCELLED} and {@link #FAILED}
     */
    public boolean isTerminal() {
        return this == DONE || this == CANCELLED || this == FAILED;
    }

    /**
     * The status of a stored name.
     *
     * @param name the name, letter case included
     * @return the status, or empty if there is none of that name
     */
    public static Optional<Status> named(String name) {
        return Arrays.stream(values())
                .filter(status -> status.name().equals(name))
                .findFirst();
    }
}
