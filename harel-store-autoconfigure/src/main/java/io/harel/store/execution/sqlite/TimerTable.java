package io.harel.store.execution.sqlite;

import io.harel.store.execution.DueTimer;
import io.harel.store.sqlite.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The armed timers. */
final class TimerTable {

    private static final String ORDER = " ORDER BY fire_at, execution_id, path LIMIT ?";

    private final String due;
    private final String dueAfter;
    private final String next;
    private final String ofOne;
    private final String delete;

    TimerTable(ExecutionTables tables) {
        String select = tables.sql("SELECT execution_id, path, fire_at FROM {timers} WHERE ");
        this.due = select + "fire_at <= ?" + ORDER;
        this.dueAfter = select + "fire_at <= ? AND (fire_at, execution_id, path) > (?, ?, ?)" + ORDER;
        this.next = tables.sql("SELECT min(fire_at) FROM {timers} WHERE fire_at > ?");
        this.ofOne = select + "execution_id = ? ORDER BY fire_at, path";
        this.delete = tables.sql("DELETE FROM {timers} WHERE execution_id = ? AND path = ? AND fire_at = ?");
    }

    List<DueTimer> due(SqlSession session, double now, @Nullable DueTimer after, int limit) throws SQLException {
        return after == null
                ? session.query(due, TimerTable::timer, now, limit)
                : session.query(
                        dueAfter, TimerTable::timer, now, after.fireAt(), after.executionId(), after.path(), limit);
    }

    OptionalDouble nextAfter(SqlSession session, double time) throws SQLException {
        // min() of no rows is one row with NULL
        Optional<OptionalDouble> earliest = session.queryFirst(
                next,
                row -> row.getObject(1) == null ? OptionalDouble.empty() : OptionalDouble.of(row.getDouble(1)),
                time);
        return earliest.orElse(OptionalDouble.empty());
    }

    List<DueTimer> ofOne(SqlSession session, String executionId) throws SQLException {
        return session.query(ofOne, TimerTable::timer, executionId);
    }

    void delete(SqlSession session, DueTimer timer) throws SQLException {
        session.update(delete, timer.executionId(), timer.path(), timer.fireAt());
    }

    private static DueTimer timer(ResultSet row) throws SQLException {
        return new DueTimer(row.getString(1), row.getString(2), row.getDouble(3));
    }
}
