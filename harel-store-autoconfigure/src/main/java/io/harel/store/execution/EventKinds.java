package io.harel.store.execution;

/**
 * The event kinds that harel and this library reserve.
 */
public final class EventKinds {

    /** Starts a new execution. */
    public static final String START = "Start";

    /** Takes a failed or finished execution back to its initial state. */
    public static final String RESET = "Reset";

    /** Asks an execution to end in an orderly way. */
    public static final String CANCEL = "Cancel";

    /** Moves an execution to a named state. */
    public static final String SET_STATE = "SetState";

    /** Reports to a parent that a child has ended. */
    public static final String FINISHED = "Finished";

    /** A timer has come due; {@code data.path} names it. */
    public static final String TIMEOUT = "Timeout";

    /** An invoked machine has returned. */
    public static final String RETURNED = "Returned";

    private EventKinds() {}
}
