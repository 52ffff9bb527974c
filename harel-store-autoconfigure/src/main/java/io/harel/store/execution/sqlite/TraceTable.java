package io.harel.store.execution.sqlite;

import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.TraceEntry;
import io.harel.store.execution.TraceStep;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.sqlite.SqlSession;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The traces: of each execution the last entries, numbered without end. */
final class TraceTable {

    private final int limit;
    private final String nextIndex;
    private final String insert;
    private final String dropOld;
    private final String read;

    TraceTable(ExecutionTables tables, int limit) {
        this.limit = limit;
        this.nextIndex = tables.sql("SELECT coalesce(max(idx) + 1, 0) FROM {trace} WHERE execution_id = ?");
        this.insert = tables.sql("INSERT INTO {trace} (execution_id, idx, entry) VALUES (?, ?, ?)");
        this.dropOld = tables.sql("DELETE FROM {trace} WHERE execution_id = ? AND idx <= ?");
        this.read = tables.sql("SELECT idx, entry FROM {trace} WHERE execution_id = ? ORDER BY idx");
    }

    int limit() {
        return limit;
    }

    void append(SqlSession session, String executionId, String entry) throws SQLException {
        long index = session.queryFirst(nextIndex, row -> row.getLong(1), executionId)
                .orElseThrow();
        session.update(insert, executionId, index, entry);
        if (limit > 0) {
            session.update(dropOld, executionId, index - limit);
        }
    }

    List<TraceEntry> read(SqlSession session, String executionId) throws SQLException {
        return session.query(read, row -> entry(executionId, row.getLong(1), row.getString(2)), executionId);
    }

    private static TraceEntry entry(String executionId, long index, String entry) {
        try {
            return new TraceEntry(index, withoutIndex(entry));
        } catch (StoreDecodingException ex) {
            throw new StoreDecodingException(
                    "Entry " + index + " of the trace of '" + executionId + "' cannot be read. " + ex.getMessage(), ex);
        }
    }

    private static TraceStep withoutIndex(String entry) {
        TraceStep step = StoredJson.toTraceStep(entry);
        if (!step.fields().containsKey("index")) {
            return step;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(step.fields());
        fields.remove("index");
        return new TraceStep(fields);
    }
}
