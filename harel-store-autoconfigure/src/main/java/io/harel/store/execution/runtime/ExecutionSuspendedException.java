package io.harel.store.execution.runtime;

/** A suspended execution takes no events, and has not recorded this one. */
public class ExecutionSuspendedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String executionId;

    public ExecutionSuspendedException(String executionId) {
        super("The execution '" + executionId + "' is suspended; resume it and send the event again");
        this.executionId = executionId;
    }

    /**
     * Tells which execution it is.
     *
     * @return its id
     */
    public String executionId() {
        return executionId;
    }
}
