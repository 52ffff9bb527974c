package io.harel.store.execution.sqlite;

import io.harel.store.execution.Pending;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.UnreadableRow;
import io.harel.store.sqlite.RowMapper;
import io.harel.store.sqlite.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A table of numbered entries that wait: the outbox or the spawn intents. */
final class PendingTable<T> {

    private final String table;
    private final RowMapper<T> mapper;
    private final String all;
    private final String ofOne;
    private final String ack;

    PendingTable(String table, String columns, String owner, RowMapper<T> mapper) {
        this.table = table;
        this.mapper = mapper;
        this.all = "SELECT " + columns + " FROM " + table + " WHERE seq > ? ORDER BY seq LIMIT ?";
        this.ofOne =
                "SELECT " + columns + " FROM " + table + " WHERE " + owner + " IS ? AND seq > ? ORDER BY seq LIMIT ?";
        this.ack = "DELETE FROM " + table + " WHERE seq = ?";
    }

    Pending<T> all(SqlSession session, long afterSeq, int limit) throws SQLException {
        return page(session.query(all, this::row, afterSeq, limit + 1L), limit);
    }

    Pending<T> ofOne(SqlSession session, @Nullable String owner, long afterSeq, int limit) throws SQLException {
        return page(session.query(ofOne, this::row, owner, afterSeq, limit + 1L), limit);
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
        OptionalLong next =
                rows.size() > limit ? OptionalLong.of(shown.get(limit - 1).seq()) : OptionalLong.empty();
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
