package io.harel.store.sqlite;

import io.harel.store.StoreException;
import io.harel.store.StoreOutcomeUnknownException;
import java.sql.SQLException;
import java.util.List;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs a group of units in one transaction, each in a savepoint of its own, so that one that fails is undone alone. Gives
 * every unit its outcome and throws nothing itself.
 */
final class GroupTransaction {

    private final TransactionTemplate transactionTemplate;
    private final SqliteTransactionManager transactionManager;
    private final BusyRetry busyRetry;

    GroupTransaction(
            TransactionTemplate transactionTemplate, SqliteTransactionManager transactionManager, BusyRetry busyRetry) {
        this.transactionTemplate = transactionTemplate;
        this.transactionManager = transactionManager;
        this.busyRetry = busyRetry;
    }

    void run(List<WriteUnit<?>> group) {
        if (group.size() == 1) {
            runAlone(group.get(0));
            return;
        }
        try {
            busyRetry.call(() -> commitTogether(group));
        } catch (SQLException | RuntimeException | Error ex) {
            if (SqliteErrors.isBusy(ex) || ex instanceof StoreOutcomeUnknownException) {
                group.forEach(unit -> unit.fail(ex));
            } else {
                // Something undid the transaction as a whole. It is rolled back; each unit gets an outcome of its own.
                group.forEach(this::runAlone);
            }
        }
    }

    private void runAlone(WriteUnit<?> unit) {
        try {
            busyRetry.call(() -> commitAlone(unit));
        } catch (SQLException | RuntimeException | Error ex) {
            unit.fail(ex);
        }
    }

    /** A transaction of one unit needs no savepoint: the unit is undone with the transaction. */
    private boolean commitAlone(WriteUnit<?> unit) throws SQLException {
        return inTransaction(session -> unit.run(session));
    }

    private boolean commitTogether(List<WriteUnit<?>> group) throws SQLException {
        return inTransaction(session -> {
            for (WriteUnit<?> unit : group) {
                runInSavepoint(unit, session);
            }
        });
    }

    private static void runInSavepoint(WriteUnit<?> unit, SqlSession session) {
        try {
            Savepoints.run(session, inSavepoint -> {
                unit.run(inSavepoint);
                return true;
            });
        } catch (TransactionGoneException ex) {
            throw ex;
        } catch (SQLException | RuntimeException | Error ex) {
            unit.fail(ex);
        }
    }

    private boolean inTransaction(Body body) throws SQLException {
        boolean[] reachedCommit = {false};
        try {
            transactionTemplate.executeWithoutResult(status -> {
                try {
                    body.run(new SqlSession(transactionManager.currentConnection()));
                } catch (SQLException ex) {
                    throw new BodyFailure(ex);
                }
                reachedCommit[0] = true;
            });
            return true;
        } catch (BodyFailure failure) {
            throw failure.cause;
        } catch (RuntimeException | Error ex) {
            if (reachedCommit[0] && !isUndone(ex)) {
                throw new StoreOutcomeUnknownException(
                        "The commit failed and may or may not have happened; load what it concerned before trying again",
                        ex);
            }
            if (ex instanceof Error error) {
                throw error;
            }
            throw rethrowable((RuntimeException) ex);
        }
    }

    /**
     * Whether a failed COMMIT has certainly not happened: a lock it did not get, pages it could not write, or what was
     * noticed before it.
     */
    private static boolean isUndone(Throwable commitFailure) {
        return commitFailure instanceof StoreException
                || SqliteErrors.isBusy(commitFailure)
                || SqliteErrors.primaryCode(commitFailure) == SqliteErrors.FULL;
    }

    /** Gives the retry loop a busy error in the form it looks for, wherever Spring has wrapped it. */
    private static RuntimeException rethrowable(RuntimeException ex) throws SQLException {
        if (SqliteErrors.isBusy(ex)) {
            for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException sql) {
                    throw sql;
                }
            }
        }
        return ex;
    }

    @FunctionalInterface
    private interface Body {
        void run(SqlSession session) throws SQLException;
    }

    /** Carries a checked exception out of the callback, which may throw none. */
    private static final class BodyFailure extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final SQLException cause;

        BodyFailure(SQLException cause) {
            super(null, cause, false, false);
            this.cause = cause;
        }
    }
}
