package io.harel.store.execution.runtime;

/** No execution has the given id. */
public class ExecutionNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String executionId;

    public ExecutionNotFoundException(String executionId) {
        super("There is no execution '" + executionId + "'; create it first");
        this.executionId = executionId;
    }

    /**
     * Tells which id it is.
     *
     * @return its id
     */
    public String executionId() {
        return executionId;
    }
}
