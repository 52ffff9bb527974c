package io.harel.store.execution.sqlite;

/** The statements of a commit, under the names of one set of tables. */
final class Statements {

    final String updateExecution;
    final String version;
    final String insertExecution;
    final String insertOutbox;
    final String recordProcessed;
    final String insertSpawn;
    final String schedule;
    final String cancel;

    Statements(ExecutionTables tables) {
        updateExecution = tables.sql("UPDATE {executions} SET data = ?, version = ? WHERE id = ? AND version = ?");
        version = tables.sql("SELECT version FROM {executions} WHERE id = ?");
        insertExecution = tables.sql("INSERT INTO {executions} (id, definition_id, data, version) VALUES (?, ?, ?, ?)");
        insertOutbox = tables.sql("INSERT INTO {outbox} (target_id, event) VALUES (?, ?)");
        recordProcessed = tables.sql("INSERT OR IGNORE INTO {processed_events} (execution_id, event_id) VALUES (?, ?)");
        insertSpawn = tables.sql("INSERT INTO {spawns} (parent_id, child_id, root_path, context) VALUES (?, ?, ?, ?)");
        schedule = tables.sql("INSERT INTO {timers} (execution_id, path, fire_at) VALUES (?, ?, ?)"
                + " ON CONFLICT (execution_id, path) DO UPDATE SET fire_at = excluded.fire_at");
        cancel = tables.sql("DELETE FROM {timers} WHERE execution_id = ? AND path = ?");
    }
}
