package io.harel.store.execution;

import java.time.Instant;
import java.util.Objects;

/**
 * One change to the timers of the committed execution. Operations of a commit apply in their order.
 *
 * @param action whether the timer is armed or removed
 * @param path the timer's name within its execution
 * @param fireAt when it comes due, in epoch seconds; ignored for {@link Action#CANCEL}
 */
public record TimerOp(Action action, String path, double fireAt) {

    public TimerOp {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(path, "path");
    }

    /** What a {@link TimerOp} does. */
    public enum Action {
        /** Arms the timer, or moves it if it is armed already. */
        SCHEDULE,
        /** Removes the timer; no error if there is none. */
        CANCEL
    }

    /**
     * Arms a timer.
     *
     * @param path the timer's name within its execution
     * @param fireAt when it comes due, in epoch seconds; must be finite
     * @return the operation
     */
    public static TimerOp schedule(String path, double fireAt) {
        return new TimerOp(Action.SCHEDULE, path, fireAt);
    }

    /**
     * Arms a timer.
     *
     * @param path the timer's name within its execution
     * @param fireAt when it comes due, kept to the microsecond
     * @return the operation
     */
    public static TimerOp schedule(String path, Instant fireAt) {
        return schedule(path, EpochSeconds.of(fireAt));
    }

    /**
     * Removes a timer.
     *
     * @param path the timer's name within its execution
     * @return the operation
     */
    public static TimerOp cancel(String path) {
        return new TimerOp(Action.CANCEL, path, 0.0);
    }
}
