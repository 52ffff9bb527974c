package io.harel.store.execution.runtime;

import io.harel.store.execution.Execution;
import org.jspecify.annotations.Nullable;

/**
 * What became of an event.
 *
 * @param result what became of it
 * @param execution the execution as it stands now, or {@code null} if there is none
 */
record Delivery(Result result, @Nullable Execution execution) {

    enum Result {
        /** Its effect is committed. */
        APPLIED,

        /** Its effect was committed before. */
        REPEATED,

        /** It has no effect, now or ever: the execution has ended, or the timer was disarmed. */
        DROPPED,

        /** There is no such execution. */
        NOT_FOUND,

        /** The execution takes no events for now. */
        SUSPENDED,

        /** No handler here runs the execution; another process may have one. */
        UNKNOWN_DEFINITION
    }

    /** Whether it is to be delivered again later. */
    boolean isPostponed() {
        return result == Result.SUSPENDED || result == Result.UNKNOWN_DEFINITION;
    }
}
