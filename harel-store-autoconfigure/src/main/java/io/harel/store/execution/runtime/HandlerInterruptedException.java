package io.harel.store.execution.runtime;

/** The thread was interrupted while a handler ran. Nothing was changed, and the thread's interrupt status is set. */
public class HandlerInterruptedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public HandlerInterruptedException(String executionId, Throwable cause) {
        super(
                "The handling of an event of the execution '" + executionId + "' was interrupted; send the event again",
                cause);
    }
}
