package io.harel.store.execution.sqlite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.Pending;
import io.harel.store.execution.SpawnEntry;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.UnreadableRow;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.sqlite.RowMapper;
import io.harel.store.sqlite.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table of numbered entries that wait: the outbox or the spawn intents. */
final class PendingTable<T> {

    private final String table;
    private final RowMapper<T> mapper;
    private final String all;
    private final String ofOne;
    private final String allExcept;
    private final String ack;

    PendingTable(String table, String columns, String owner, RowMapper<T> mapper) {
        this.table = table;
        this.mapper = mapper;
        this.all = "SELECT " + columns + " FROM " + table + " WHERE seq > ? ORDER BY seq LIMIT ?";
        this.ofOne =
                "SELECT " + columns + " FROM " + table + " WHERE " + owner + " IS ? AND seq > ? ORDER BY seq LIMIT ?";
        this.allExcept = "SELECT " + columns + " FROM " + table + " WHERE seq > ?1 AND CASE WHEN " + owner
                + " IS NULL THEN ?2 ELSE " + owner + " NOT IN (SELECT value FROM json_each(?3)) END"
                + " ORDER BY seq LIMIT ?4";
        this.ack = "DELETE FROM " + table + " WHERE seq = ?";
    }

    static PendingTable<OutboxEntry> outbox(ExecutionTables tables) {
        return new PendingTable<>(
                tables.outbox(),
                "seq, target_id, event",
                "target_id",
                row -> new OutboxEntry(row.getLong(1), row.getString(2), StoredJson.toEvent(row.getString(3))));
    }

    static PendingTable<SpawnEntry> spawns(ExecutionTables tables) {
        return new PendingTable<>(
                tables.spawns(),
                "seq, parent_id, child_id, root_path, context",
                "parent_id",
                row -> SpawnEntry.ofStored(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        StoredJson.toSpawnContext(row.getString(5))));
    }

    Pending<T> all(SqlSession session, long afterSeq, int limit) throws SQLException {
        return page(session.query(all, this::row, afterSeq, limit + 1L), limit);
    }

    Pending<T> ofOne(SqlSession session, @Nullable String owner, long afterSeq, int limit) throws SQLException {
        return page(session.query(ofOne, this::row, owner, afterSeq, limit + 1L), limit);
    }

    Pending<T> allExcept(SqlSession session, Collection<@Nullable String> owners, long afterSeq, int limit)
            throws SQLException {
        ArrayNode excluded = JsonNodeFactory.instance.arrayNode();
        boolean withoutOwner = true;
        for (String owner : owners) {
            if (owner == null) {
                withoutOwner = false;
            } else {
                excluded.add(owner);
            }
        }
        return page(
                session.query(allExcept, this::row, afterSeq, withoutOwner ? 1 : 0, excluded.toString(), limit + 1L),
                limit);
    }

    void ack(SqlSession session, long seq) throws SQLException {
        session.update(ack, seq);
    }

    private Pending<T> page(List<Row<T>> rows, int limit) {
        List<Row<T>> shown = rows.size() > limit ? rows.subList(0, limit) : rows;
        List<T> entries = new ArrayList<>(shown.size());
        List<UnreadableRow> unreadable = new ArrayList<>();
        for (Row<T> row : shown) {
            if (row.entry() != null) {
                entries.add(row.entry());
            } else {
                unreadable.add(new UnreadableRow(table, Long.toString(row.seq()), String.valueOf(row.reason())));
            }
        }
        Long next = rows.size() > limit ? shown.get(limit - 1).seq() : null;
        return new Pending<>(entries, unreadable, next);
    }

    private Row<T> row(ResultSet row) throws SQLException {
        long seq = row.getLong(1);
        try {
            return new Row<>(seq, mapper.map(row), null);
        } catch (StoreDecodingException ex) {
            return new Row<>(seq, null, ex.getMessage());
        }
    }

    private record Row<T>(
            long seq, @Nullable T entry, @Nullable String reason) {}
}
