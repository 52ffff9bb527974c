package io.harel.store.execution;

import java.util.Objects;

/**
 * An armed timer.
 *
 * @param executionId the execution that armed it, which may have been removed since
 * @param path the timer's name within its execution
 * @param fireAt when it comes due, in epoch seconds, exactly as it was armed
 */
public record DueTimer(String executionId, String path, double fireAt) {

    public DueTimer {
        Objects.requireNonNull(executionId, "executionId");
        Objects.requireNonNull(path, "path");
    }
}
