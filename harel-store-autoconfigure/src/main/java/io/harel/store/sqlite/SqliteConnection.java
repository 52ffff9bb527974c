package io.harel.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * A driver connection that keeps the statements it has prepared. Neither the driver nor the pool does; preparing one costs
 * more than running it. The number of distinct statements is that of the constants in this library.
 */
class SqliteConnection extends JDBC4Connection {

    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private @Nullable FileIdentity identity;

    SqliteConnection(String url, String fileName, Properties properties) throws SQLException {
        super(url, fileName, properties);
    }

    void identifyAs(FileIdentity identity) {
        this.identity = identity;
    }

    /** Refuses to go on with a file that is no longer where it was opened; looks at connections of this class only. */
    static void requireFileInPlace(Connection connection) throws SQLException {
        if (connection.isWrapperFor(SqliteConnection.class)) {
            FileIdentity identity = connection.unwrap(SqliteConnection.class).identity;
            if (identity != null) {
                identity.requireInPlace();
            }
        }
    }

    /**
     * Runs the statement for this text. One that fails is not used again: after some errors, such as a full disk, the driver
     * has freed it, says that it is open all the same, and refuses it for ever.
     */
    <T> T run(String sql, StatementCall<T> call) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null || statement.isClosed()) {
            statement = prepareStatement(sql);
            statements.put(sql, statement);
        }
        try {
            return call.run(statement);
        } catch (SQLException ex) {
            statements.remove(sql);
            closeAfter(ex, statement);
            throw ex;
        }
    }

    private static void closeAfter(SQLException reason, PreparedStatement statement) {
        try {
            statement.close();
        } catch (SQLException ex) {
            reason.addSuppressed(ex);
        }
    }

    @FunctionalInterface
    interface StatementCall<T> {

        T run(PreparedStatement statement) throws SQLException;
    }
}
