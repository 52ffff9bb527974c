package io.harel.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Makes a value of one row.
 *
 * @param <T> the kind of value
 */
@FunctionalInterface
public interface RowMapper<T> {

    /**
     * Reads the row the result set is at.
     *
     * @param row the result set
     * @return the value
     * @throws SQLException if a column cannot be read
     */
    T map(ResultSet row) throws SQLException;
}
