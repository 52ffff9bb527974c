package io.harel.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Takes SQLite's write lock as the first thing in a transaction, by a statement that writes nothing. */
final class WriteLock {

    private static final String NO_CHANGE = "DELETE FROM harel_store_schema WHERE 0";

    private WriteLock() {}

    static void take(Connection connection) throws SQLException {
        try {
            if (connection.isWrapperFor(SqliteConnection.class)) {
                connection.unwrap(SqliteConnection.class).run(NO_CHANGE, PreparedStatement::executeUpdate);
            } else {
                execute(connection, NO_CHANGE);
            }
        } catch (SQLException ex) {
            if (SqliteErrors.primaryCode(ex) != SqliteErrors.ERROR) {
                throw ex;
            }
            // No such table: an application's own transaction is the first ever on this file.
            execute(connection, SchemaVersions.CREATE_TABLE);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
