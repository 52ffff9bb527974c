package io.harel.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on a connection, each prepared once in that connection's life. Belongs to the thread that runs the
 * {@link SqlWork} it was given to.
 */
public final class SqlSession {

    private final Connection connection;
    private final @Nullable SqliteConnection caching;

    SqlSession(Connection connection) throws SQLException {
        this.caching =
                connection.isWrapperFor(SqliteConnection.class) ? connection.unwrap(SqliteConnection.class) : null;
        this.connection = connection;
    }

    /**
     * Runs a statement that changes rows.
     *
     * @param sql the statement, a constant
     * @param arguments its parameters: text, integers, doubles or {@code null}
     * @return how many rows changed
     * @throws SQLException if it fails
     */
    public int update(String sql, @Nullable Object... arguments) throws SQLException {
        if (caching != null) {
            return caching.run(sql, statement -> {
                bind(statement, arguments);
                return statement.executeUpdate();
            });
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            return statement.executeUpdate();
        }
    }

    /**
     * Runs a query.
     *
     * @param sql the query, a constant
     * @param mapper makes a value of each row
     * @param arguments its parameters: text, integers, doubles or {@code null}
     * @param <T> the kind of value
     * @return the values, in the order of the rows
     * @throws SQLException if it fails
     */
    public <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... arguments) throws SQLException {
        if (caching != null) {
            return caching.run(sql, statement -> query(statement, mapper, arguments));
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return query(statement, mapper, arguments);
        }
    }

    private static <T> List<T> query(PreparedStatement statement, RowMapper<T> mapper, @Nullable Object[] arguments)
            throws SQLException {
        bind(statement, arguments);
        try (ResultSet rows = statement.executeQuery()) {
            List<T> values = new ArrayList<>();
            while (rows.next()) {
                values.add(mapper.map(rows));
            }
            return values;
        }
    }

    /**
     * Runs a query of which at most one row is wanted.
     *
     * @param sql the query, a constant
     * @param mapper makes a value of the row
     * @param arguments its parameters: text, integers, doubles or {@code null}
     * @param <T> the kind of value
     * @return the value of the first row, or empty if there is none
     * @throws SQLException if it fails
     */
    public <T> Optional<T> queryFirst(String sql, RowMapper<T> mapper, @Nullable Object... arguments)
            throws SQLException {
        List<T> values = query(sql, mapper, arguments);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }

    private static void bind(PreparedStatement statement, @Nullable Object[] arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            Object argument = arguments[i];
            if (argument instanceof String text) {
                statement.setString(i + 1, text);
            } else if (argument instanceof Long || argument instanceof Integer) {
                statement.setLong(i + 1, ((Number) argument).longValue());
            } else if (argument instanceof Double number) {
                statement.setDouble(i + 1, number);
            } else {
                statement.setObject(i + 1, argument);
            }
        }
    }
}
