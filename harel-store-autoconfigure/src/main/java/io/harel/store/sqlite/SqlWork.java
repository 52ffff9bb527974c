package io.harel.store.sqlite;

import java.sql.SQLException;

/**
 * A unit of work in a transaction. It may be run again in a new transaction after the first one was rolled back, so it must
 * have no effect outside the database.
 *
 * @param <T> what it gives back
 */
@FunctionalInterface
public interface SqlWork<T> {

    /**
     * Runs the work.
     *
     * @param session the connection to use
     * @return its result
     * @throws SQLException if a statement fails; everything the work did is then undone
     */
    T run(SqlSession session) throws SQLException;
}
