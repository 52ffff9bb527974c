package io.harel.store.sqlite;

import io.harel.store.StoreSchemaException;
import java.sql.SQLException;

/** Which version of its schema each component has in a database: one row a component in {@code harel_store_schema}. */
final class SchemaVersions {

    static final String CREATE_TABLE =
            "CREATE TABLE IF NOT EXISTS harel_store_schema (component TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL)";

    private SchemaVersions() {}

    /** The component's version in this database, 0 if it is not there. */
    static int read(SqlSession session, String component) throws SQLException {
        boolean known = session.queryFirst(
                        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'harel_store_schema'", row -> 1)
                .isPresent();
        return known
                ? session.queryFirst(
                                "SELECT version FROM harel_store_schema WHERE component = ?",
                                row -> row.getInt(1),
                                component)
                        .orElse(0)
                : 0;
    }

    static void write(SqlSession session, String component, int version) throws SQLException {
        session.update(CREATE_TABLE);
        session.update(
                "INSERT INTO harel_store_schema (component, version) VALUES (?, ?)"
                        + " ON CONFLICT (component) DO UPDATE SET version = excluded.version",
                component,
                version);
    }

    static void requireSupported(SqliteSchema schema, int version) {
        if (version > schema.version()) {
            throw new StoreSchemaException(
                    "The database holds version " + version + " of the schema '" + schema.component()
                            + "', written by a newer release; this one knows version " + schema.version()
                            + " and older. Upgrade the application, or name another database",
                    null);
        }
    }
}
