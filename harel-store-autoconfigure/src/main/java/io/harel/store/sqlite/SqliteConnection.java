package io.harel.store.sqlite;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * A driver connection that keeps the statements it has prepared. Neither the driver nor the pool does; preparing one costs
 * more than running it. The number of distinct statements is that of the constants in this library.
 */
class SqliteConnection extends JDBC4Connection {

    private final Map<String, PreparedStatement> statements = new HashMap<>();

    SqliteConnection(String url, String fileName, Properties properties) throws SQLException {
        super(url, fileName, properties);
    }

    /** The statement for this text, to be used by the connection's present owner and left open. */
    PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null || statement.isClosed()) {
            statement = prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }
}
