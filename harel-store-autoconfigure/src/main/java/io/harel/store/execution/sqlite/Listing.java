package io.harel.store.execution.sqlite;

import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionSummary;
import io.harel.store.execution.Status;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.UnreadableRow;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.sqlite.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lists executions. SQLite takes what is shown out of the JSON, so that no context is read; a row whose text it does not call
 * JSON is decoded here.
 */
final class Listing {

    private final String table;
    private final String select;

    Listing(ExecutionTables tables) {
        this.table = tables.executions();
        this.select = tables.sql("SELECT id, definition_id, version, json_valid(data),"
                + field("status")
                + field("outcome")
                + field("active_path")
                + field("parent_id")
                + field("finished_at")
                + " CASE WHEN json_valid(data) THEN NULL ELSE data END"
                + " FROM {executions} WHERE (?1 IS NULL OR id > ?1) AND (?2 IS NULL OR definition_id = ?2)"
                + " AND (?3 = 0 OR CASE WHEN json_valid(data) THEN data ->> '$.parent_id' IS NULL ELSE 1 END)"
                + " AND (?4 IS NULL OR CASE WHEN json_valid(data)"
                + " THEN instr(?4, '/' || coalesce(data ->> '$.status', 'PENDING') || '/') > 0 ELSE 1 END)"
                + " ORDER BY id LIMIT ?5 OFFSET ?6");
    }

    private static String field(String name) {
        return " CASE WHEN json_valid(data) THEN data ->> '$." + name + "' END,";
    }

    ExecutionPage list(SqlSession session, ExecutionQuery query) throws SQLException {
        ListCursor cursor = ListCursor.parse(query.cursor());
        List<Row> rows = session.query(
                select,
                row -> row(row, query),
                cursor.afterId(),
                query.definitionId(),
                query.rootsOnly() ? 1 : 0,
                statuses(query.statuses()),
                query.limit() + 1L,
                cursor.offset());
        List<Row> shown = rows.size() > query.limit() ? rows.subList(0, query.limit()) : rows;
        List<ExecutionSummary> items = new ArrayList<>(shown.size());
        List<UnreadableRow> unreadable = new ArrayList<>();
        for (Row row : shown) {
            if (row.summary() != null) {
                items.add(row.summary());
            } else if (row.reason() != null) {
                unreadable.add(new UnreadableRow(table, row.id(), row.reason()));
            }
        }
        String next = rows.size() > query.limit()
                ? ListCursor.after(shown.get(shown.size() - 1).id())
                : null;
        return new ExecutionPage(items, next, unreadable);
    }

    private static @Nullable String statuses(@Nullable Set<Status> statuses) {
        return statuses == null
                ? null
                : statuses.stream().map(Status::name).sorted().collect(Collectors.joining("/", "/", "/"));
    }

    private static Row row(ResultSet row, ExecutionQuery query) throws SQLException {
        String id = row.getString(1);
        try {
            return new Row(id, row.getInt(4) == 1 ? extracted(row) : decoded(row, query), null);
        } catch (StoreDecodingException ex) {
            return new Row(id, null, ex.getMessage());
        }
    }

    private static ExecutionSummary extracted(ResultSet row) throws SQLException {
        String status = row.getString(5);
        return new ExecutionSummary(
                row.getString(1),
                row.getString(2),
                status == null ? Status.PENDING : status(status),
                row.getString(6),
                row.getString(7),
                row.getLong(3),
                row.getString(8),
                row.getObject(9) instanceof Number time ? time.doubleValue() : null);
    }

    private static Status status(String name) {
        return Status.named(name)
                .orElseThrow(() ->
                        new StoreDecodingException("The stored execution cannot be read: field status is no status"));
    }

    /** harel's bare NaN is none of SQLite's JSON, yet can be read. */
    private static @Nullable ExecutionSummary decoded(ResultSet row, ExecutionQuery query) throws SQLException {
        Execution execution = StoredJson.toExecution(row.getString(10));
        if ((query.statuses() != null && !query.statuses().contains(execution.status()))
                || (query.rootsOnly() && execution.parentId() != null)) {
            return null;
        }
        return new ExecutionSummary(
                row.getString(1),
                row.getString(2),
                execution.status(),
                execution.outcome(),
                execution.activePath(),
                row.getLong(3),
                execution.parentId(),
                execution.finishedAt());
    }

    private record Row(
            String id,
            @Nullable ExecutionSummary summary,
            @Nullable String reason) {}
}
