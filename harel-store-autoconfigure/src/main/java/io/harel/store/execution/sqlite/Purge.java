package io.harel.store.execution.sqlite;

import io.harel.store.sqlite.SqlSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Removes an execution with all that belongs to it. */
final class Purge {

    private final String version;
    private final String execution;
    private final List<String> leftovers;

    Purge(ExecutionTables tables, Statements sql) {
        this.version = sql.version;
        this.execution = tables.sql("DELETE FROM {executions} WHERE id = ?");
        this.leftovers = List.of(
                tables.sql("DELETE FROM {processed_events} WHERE execution_id = ?"),
                tables.sql("DELETE FROM {trace} WHERE execution_id = ?"),
                tables.sql("DELETE FROM {timers} WHERE execution_id = ?"),
                tables.sql("DELETE FROM {outbox} WHERE target_id = ?"),
                tables.sql("DELETE FROM {spawns} WHERE parent_id = ?"));
    }

    boolean purge(SqlSession session, String id, long expectedVersion) throws SQLException {
        Optional<Long> found = session.queryFirst(version, row -> row.getLong(1), id);
        if (found.isPresent() && found.get() != expectedVersion) {
            return false;
        }
        for (String statement : leftovers) {
            session.update(statement, id);
        }
        return session.update(execution, id) == 1;
    }
}
