package io.harel.store.sqlite;

import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One caller's work in the write queue, and what became of it. */
final class WriteUnit<T> {

    private enum State {
        WAITING,
        LEADING,
        DONE
    }

    private final SqlWork<T> work;
    private final Thread caller = Thread.currentThread();

    private @Nullable T result;
    private @Nullable Throwable failure;

    /** Written last by the leader and read first by the caller, so that it publishes the two fields above. */
    private volatile State state = State.WAITING;

    WriteUnit(SqlWork<T> work) {
        this.work = work;
    }

    void run(SqlSession session) throws SQLException {
        failure = null;
        result = work.run(session);
    }

    void fail(Throwable failure) {
        this.failure = failure;
        this.result = null;
    }

    boolean hasFailed() {
        return failure != null;
    }

    void complete() {
        state = State.DONE;
        if (Thread.currentThread() != caller) {
            LockSupport.unpark(caller);
        }
    }

    void lead() {
        state = State.LEADING;
        LockSupport.unpark(caller);
    }

    /**
     * Waits until this unit is done or has to lead. An interrupt does not end the wait, since the unit may be running: it is
     * kept for the caller.
     *
     * @return whether it has to lead
     */
    boolean awaitTurn() {
        boolean interrupted = false;
        while (state == State.WAITING) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return state == State.LEADING;
    }

    @SuppressWarnings("NullAway") // a unit that has not failed holds what its work returned, null included
    T outcome() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw SqliteErrors.translate(failure);
        }
        return result;
    }
}
