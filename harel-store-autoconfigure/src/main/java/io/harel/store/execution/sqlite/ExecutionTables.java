package io.harel.store.execution.sqlite;

import io.harel.store.StoreSchemaException;
import io.harel.store.sqlite.SqlSession;
import io.harel.store.sqlite.SqliteSchema;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The six tables under their names.
 *
 * @param prefix what stands before each name with an underscore, as in harel from 0.7.0 on, or {@code null} for the bare names
 */
record ExecutionTables(@Nullable String prefix) {

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,29}");

    ExecutionTables {
        if (prefix != null && !PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("The table prefix must be a letter or underscore and at most 29 letters,"
                    + " digits and underscores, but is '" + prefix + "'");
        }
    }

    String executions() {
        return named("executions");
    }

    String outbox() {
        return named("outbox");
    }

    String processedEvents() {
        return named("processed_events");
    }

    String timers() {
        return named("timers");
    }

    String spawns() {
        return named("spawns");
    }

    String trace() {
        return named("trace");
    }

    private String named(String table) {
        return prefix == null ? table : prefix + "_" + table;
    }

    /** The statement with each {@code {table}} under its name. */
    String sql(String template) {
        return template.replace("{executions}", executions())
                .replace("{outbox}", outbox())
                .replace("{processed_events}", processedEvents())
                .replace("{timers}", timers())
                .replace("{spawns}", spawns())
                .replace("{trace}", trace())
                .replace("{index}", prefix == null ? "harel_store" : "harel_store_" + prefix);
    }

    /** The statements that make the tables, and the indexes that harel has no need of. */
    List<String> statements() {
        return List.of(
                sql("CREATE TABLE IF NOT EXISTS {executions} (id TEXT PRIMARY KEY, definition_id TEXT NOT NULL,"
                        + " data TEXT NOT NULL, version INTEGER NOT NULL)"),
                sql("CREATE TABLE IF NOT EXISTS {outbox} (seq INTEGER PRIMARY KEY AUTOINCREMENT, target_id TEXT,"
                        + " event TEXT NOT NULL)"),
                sql("CREATE TABLE IF NOT EXISTS {processed_events} (execution_id TEXT NOT NULL, event_id TEXT NOT NULL,"
                        + " PRIMARY KEY (execution_id, event_id))"),
                sql("CREATE TABLE IF NOT EXISTS {timers} (execution_id TEXT NOT NULL, path TEXT NOT NULL,"
                        + " fire_at REAL NOT NULL, PRIMARY KEY (execution_id, path))"),
                sql(
                        "CREATE TABLE IF NOT EXISTS {spawns} (seq INTEGER PRIMARY KEY AUTOINCREMENT, parent_id TEXT NOT NULL,"
                                + " child_id TEXT NOT NULL, root_path TEXT NOT NULL, context TEXT NOT NULL)"),
                sql("CREATE TABLE IF NOT EXISTS {trace} (execution_id TEXT NOT NULL, idx INTEGER NOT NULL,"
                        + " entry TEXT NOT NULL, PRIMARY KEY (execution_id, idx))"),
                sql("CREATE INDEX IF NOT EXISTS {index}_timers_due ON {timers} (fire_at, execution_id, path)"),
                sql("CREATE INDEX IF NOT EXISTS {index}_outbox_target ON {outbox} (target_id, seq)"),
                sql("CREATE INDEX IF NOT EXISTS {index}_spawns_parent ON {spawns} (parent_id, seq)"),
                sql("CREATE INDEX IF NOT EXISTS {index}_spawns_child ON {spawns} (child_id)"));
    }

    SqliteSchema created() {
        return new SqliteSchema(
                prefix == null ? "execution" : "execution:" + prefix,
                List.of(statements()),
                session -> requireColumns(session, false));
    }

    /** For tables that somebody else makes. */
    SqliteSchema expected() {
        return new SqliteSchema(
                prefix == null ? "execution (external)" : "execution (external):" + prefix,
                List.of(),
                session -> requireColumns(session, true));
    }

    private void requireColumns(SqlSession session, boolean tablesRequired) throws SQLException {
        for (Map.Entry<String, List<String>> table : columns().entrySet()) {
            List<String> found =
                    session.query("SELECT name FROM pragma_table_info(?)", row -> row.getString(1), table.getKey());
            if (found.isEmpty()) {
                if (tablesRequired) {
                    throw new StoreSchemaException(
                            "The table '" + table.getKey() + "' is missing, and creating tables is switched off;"
                                    + " run the statements of SqliteExecutionStore.schemaStatements first",
                            null);
                }
            } else if (!found.containsAll(table.getValue())) {
                throw new StoreSchemaException(
                        "The table '" + table.getKey() + "' has the columns " + found + ", but needs "
                                + table.getValue() + "; name another database or table prefix",
                        null);
            }
        }
    }

    private Map<String, List<String>> columns() {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        columns.put(executions(), List.of("id", "definition_id", "data", "version"));
        columns.put(outbox(), List.of("seq", "target_id", "event"));
        columns.put(processedEvents(), List.of("execution_id", "event_id"));
        columns.put(timers(), List.of("execution_id", "path", "fire_at"));
        columns.put(spawns(), List.of("seq", "parent_id", "child_id", "root_path", "context"));
        columns.put(trace(), List.of("execution_id", "idx", "entry"));
        return columns;
    }
}
