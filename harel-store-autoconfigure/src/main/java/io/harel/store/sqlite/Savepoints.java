package io.harel.store.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A savepoint around one unit of work in a larger transaction. JDBC's own are named anew, and so prepared anew, each time. */
final class Savepoints {

    private Savepoints() {}

    /** Runs work so that, if it fails, all of it is undone and nothing else. */
    static <T extends @Nullable Object> T run(SqlSession session, SqlWork<T> work) throws SQLException {
        set(session);
        try {
            T result = work.run(session);
            // One that cannot be released is undone: it would otherwise be committed and reported as failed
            release(session);
            return result;
        } catch (SQLException | RuntimeException | Error ex) {
            undo(session, ex);
            throw ex;
        }
    }

    /** Undoes what was done since {@link #set}; if that fails, the transaction as a whole is gone. */
    private static void undo(SqlSession session, Throwable reason) {
        try {
            rollback(session);
            release(session);
        } catch (SQLException ex) {
            reason.addSuppressed(ex);
            throw new TransactionGoneException(reason);
        }
    }

    private static void set(SqlSession session) throws SQLException {
        session.update("SAVEPOINT harel_unit");
    }

    private static void release(SqlSession session) throws SQLException {
        session.update("RELEASE harel_unit");
    }

    private static void rollback(SqlSession session) throws SQLException {
        session.update("ROLLBACK TO harel_unit");
    }
}
