package io.harel.store.execution;

import io.harel.store.StoreException;

/**
 * An execution with the id given to {@code create} is stored already. It was not changed.
 */
public class ExecutionAlreadyExistsException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final String executionId;

    public ExecutionAlreadyExistsException(String executionId) {
        super("An execution with id '" + executionId + "' exists already; choose another id, or load that one");
        this.executionId = executionId;
    }

    /**
     * Which execution it is.
     *
     * @return its id
     */
    public String executionId() {
        return executionId;
    }
}
