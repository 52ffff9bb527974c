package io.harel.store.execution.sqlite;

import io.harel.store.StoreSchemaException;
import io.harel.store.sqlite.SqlSession;
import io.harel.store.sqlite.SqliteSchema;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The six tables under their names.
 *
 * @param prefix what stands before each name with an underscore, as in harel from 0.7.0 on, or {@code null} for the bare names
 */
record ExecutionTables(@Nullable String prefix) {

    private static final Log LOG = LogFactory.getLog(ExecutionTables.class);
    static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,29}");

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

    /** What the names of tables and indexes that harel does not have begin with. */
    private String own() {
        return prefix == null ? "harel_store" : "harel_store_" + prefix;
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
                .replace("{own}", own());
    }

    /** The statements that make the tables, and the indexes that harel has no need of. */
    List<String> statements() {
        return Stream.concat(tables().stream(), deliveryTables().stream()).toList();
    }

    private List<String> tables() {
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
                sql("CREATE INDEX IF NOT EXISTS {own}_timers_due ON {timers} (fire_at, execution_id, path)"),
                sql("CREATE INDEX IF NOT EXISTS {own}_outbox_target ON {outbox} (target_id, seq)"),
                sql("CREATE INDEX IF NOT EXISTS {own}_spawns_parent ON {spawns} (parent_id, seq)"),
                sql("CREATE INDEX IF NOT EXISTS {own}_spawns_child ON {spawns} (child_id)"));
    }

    private List<String> deliveryTables() {
        return List.of(
                sql("CREATE TABLE IF NOT EXISTS {own}_dead_letters (id INTEGER PRIMARY KEY AUTOINCREMENT,"
                        + " kind TEXT NOT NULL, target_id TEXT, payload TEXT NOT NULL, parent_id TEXT, root_path TEXT,"
                        + " fire_at REAL, attempts INTEGER NOT NULL, error TEXT NOT NULL, failed_at REAL NOT NULL)"),
                sql("CREATE TABLE IF NOT EXISTS {own}_delivery_failures (kind TEXT NOT NULL, key TEXT NOT NULL,"
                        + " attempts INTEGER NOT NULL, retry_at REAL NOT NULL, error TEXT NOT NULL,"
                        + " PRIMARY KEY (kind, key))"),
                sql("CREATE TABLE IF NOT EXISTS {own}_leases (name TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL,"
                        + " token INTEGER NOT NULL, expires_at REAL NOT NULL)"));
    }

    SqliteSchema created() {
        return new SqliteSchema(
                prefix == null ? "execution" : "execution:" + prefix,
                List.of(tables(), deliveryTables()),
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
        noteOtherTables(session);
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

    /** Another release of harel, or another prefix, leaves its executions where nobody would look for them. */
    private void noteOtherTables(SqlSession session) throws SQLException {
        List<String> others = session.query(
                "SELECT m.name FROM sqlite_master AS m WHERE m.type = 'table'"
                        + " AND (m.name = 'executions' OR m.name LIKE '%\\_executions' ESCAPE '\\') AND m.name <> ?"
                        + " AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) AS c WHERE c.name = 'definition_id') ORDER BY m.name",
                row -> row.getString(1), executions());
        if (!others.isEmpty()) {
            LOG.info("The database also holds executions in " + String.join(", ", others)
                    + ", which this store leaves alone: it uses " + executions()
                    + "; the table prefix chooses between them");
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
        columns.put(own() + "_dead_letters", List.of("id", "kind", "target_id", "payload", "attempts", "error"));
        columns.put(own() + "_delivery_failures", List.of("kind", "key", "attempts", "retry_at", "error"));
        columns.put(own() + "_leases", List.of("name", "owner", "token", "expires_at"));
        return columns;
    }
}
