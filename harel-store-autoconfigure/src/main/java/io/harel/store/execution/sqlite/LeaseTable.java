package io.harel.store.execution.sqlite;

import io.harel.store.sqlite.SqlSession;
import java.sql.SQLException;
import java.util.OptionalLong;

/** The leases. A row outlives its lease, since its token must only grow. */
final class LeaseTable {

    private final String acquire;
    private final String token;
    private final String release;

    LeaseTable(ExecutionTables tables) {
        acquire = tables.sql("INSERT INTO {own}_leases AS held (name, owner, token, expires_at) VALUES (?1, ?2, 1, ?4)"
                + " ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at,"
                + " token = held.token + (held.owner <> excluded.owner OR held.expires_at <= ?3)"
                + " WHERE held.owner = excluded.owner OR held.expires_at <= ?3");
        token = tables.sql("SELECT token FROM {own}_leases WHERE name = ?");
        release = tables.sql("UPDATE {own}_leases SET expires_at = -9e999 WHERE name = ? AND owner = ?");
    }

    OptionalLong acquire(SqlSession session, String name, String owner, double now, double expiresAt)
            throws SQLException {
        if (session.update(acquire, name, owner, now, expiresAt) == 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                session.queryFirst(token, row -> row.getLong(1), name).orElseThrow());
    }

    int release(SqlSession session, String name, String owner) throws SQLException {
        return session.update(release, name, owner);
    }
}
