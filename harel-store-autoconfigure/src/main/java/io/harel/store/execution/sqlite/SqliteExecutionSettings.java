package io.harel.store.execution.sqlite;

import io.harel.store.execution.ExecutionStore;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link SqliteExecutionStore} keeps its executions.
 *
 * @param tablePrefix what stands before the name of each table with an underscore ({@code harel} shares the tables of harel
 *     0.7.0 and later), or {@code null} for the bare names of older ones
 * @param traceLimit how many trace entries an execution keeps, 0 for all
 * @param createTables whether the store creates its tables; if not, what is missing is an error
 */
public record SqliteExecutionSettings(@Nullable String tablePrefix, int traceLimit, boolean createTables) {

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the prefix is not a letter or underscore and up to 29 letters, digits and
     *     underscores, or the limit is negative
     */
    public SqliteExecutionSettings {
        if (traceLimit < 0) {
            throw new IllegalArgumentException("traceLimit must be at least 1, or 0 for none, but is " + traceLimit);
        }
        new ExecutionTables(tablePrefix);
    }

    /**
     * Bare table names, traces of {@value ExecutionStore#DEFAULT_TRACE_LIMIT} entries, tables created.
     *
     * @return the settings
     */
    public static SqliteExecutionSettings defaults() {
        return new SqliteExecutionSettings(null, ExecutionStore.DEFAULT_TRACE_LIMIT, true);
    }

    /**
     * Whether tables may have a prefix.
     *
     * @param prefix the prefix
     * @return whether it is a letter or underscore and up to 29 letters, digits and underscores
     */
    public static boolean isTablePrefix(String prefix) {
        return ExecutionTables.PREFIX.matcher(prefix).matches();
    }

    /**
     * The same with another prefix.
     *
     * @param tablePrefix the prefix, or {@code null} for the bare names
     * @return the settings
     */
    public SqliteExecutionSettings withTablePrefix(@Nullable String tablePrefix) {
        return new SqliteExecutionSettings(tablePrefix, traceLimit, createTables);
    }

    /**
     * The same with another length of traces.
     *
     * @param traceLimit how many entries an execution keeps, 0 for all
     * @return the settings
     */
    public SqliteExecutionSettings withTraceLimit(int traceLimit) {
        return new SqliteExecutionSettings(tablePrefix, traceLimit, createTables);
    }

    /**
     * The same for tables that somebody else creates.
     *
     * @return the settings
     */
    public SqliteExecutionSettings withoutCreatingTables() {
        return new SqliteExecutionSettings(tablePrefix, traceLimit, false);
    }

    ExecutionTables tables() {
        return new ExecutionTables(tablePrefix);
    }
}
