package io.harel.store.execution.sqlite;

import io.harel.store.execution.DueTimer;
import io.harel.store.execution.delivery.DeadLetter;
import io.harel.store.execution.delivery.DeliveryKind;
import io.harel.store.sqlite.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The deliveries that were given up. Rows move as they are, in SQL, so that one whose text nobody can read moves as well.
 */
final class DeadLetterTable {

    private static final String KEPT = " attempts, error, failed_at) SELECT ";

    private final String list;
    private final String kind;
    private final String discard;
    private final Move outbox;
    private final Move spawn;
    private final String addTimer;
    private final TimerTable timers;
    private final String retryTimer;

    DeadLetterTable(ExecutionTables tables) {
        list = tables.sql("SELECT id, kind, target_id, payload, attempts, error, failed_at FROM {own}_dead_letters"
                + " WHERE id > ? ORDER BY id LIMIT ?");
        kind = tables.sql("SELECT kind FROM {own}_dead_letters WHERE id = ?");
        discard = tables.sql("DELETE FROM {own}_dead_letters WHERE id = ?");
        outbox = new Move(
                tables.sql("INSERT INTO {own}_dead_letters (kind, target_id, payload," + KEPT
                        + "'OUTBOX', target_id, event, ?2, ?3, ?4 FROM {outbox} WHERE seq = ?1"),
                PendingTable.outbox(tables),
                tables.sql("INSERT INTO {outbox} (target_id, event)"
                        + " SELECT target_id, payload FROM {own}_dead_letters WHERE id = ?"));
        spawn = new Move(
                tables.sql("INSERT INTO {own}_dead_letters (kind, target_id, payload, parent_id, root_path," + KEPT
                        + "'SPAWN', child_id, context, parent_id, root_path, ?2, ?3, ?4 FROM {spawns} WHERE seq = ?1"),
                PendingTable.spawns(tables),
                tables.sql("INSERT INTO {spawns} (parent_id, child_id, root_path, context)"
                        + " SELECT parent_id, target_id, root_path, payload FROM {own}_dead_letters WHERE id = ?"));
        addTimer = tables.sql("INSERT INTO {own}_dead_letters (kind, target_id, payload, fire_at," + KEPT
                + "'TIMER', execution_id, path, fire_at, ?4, ?5, ?6 FROM {timers}"
                + " WHERE execution_id = ?1 AND path = ?2 AND fire_at = ?3");
        timers = new TimerTable(tables);
        retryTimer = tables.sql("INSERT OR IGNORE INTO {timers} (execution_id, path, fire_at)"
                + " SELECT target_id, payload, fire_at FROM {own}_dead_letters WHERE id = ?");
    }

    void addOutbox(SqlSession session, long seq, int attempts, String error, double now) throws SQLException {
        outbox.setAside(session, seq, attempts, error, now);
    }

    void addSpawn(SqlSession session, long seq, int attempts, String error, double now) throws SQLException {
        spawn.setAside(session, seq, attempts, error, now);
    }

    void addTimer(SqlSession session, DueTimer timer, int attempts, String error, double now) throws SQLException {
        session.update(addTimer, timer.executionId(), timer.path(), timer.fireAt(), attempts, error, now);
        timers.delete(session, timer);
    }

    List<DeadLetter> list(SqlSession session, long afterId, int limit) throws SQLException {
        return session.query(list, DeadLetterTable::deadLetter, afterId, limit);
    }

    private static DeadLetter deadLetter(ResultSet row) throws SQLException {
        return new DeadLetter(
                row.getLong(1),
                DeliveryKind.valueOf(row.getString(2)),
                row.getString(3),
                row.getString(4),
                row.getInt(5),
                row.getString(6),
                row.getDouble(7));
    }

    boolean retry(SqlSession session, long id) throws SQLException {
        Optional<DeliveryKind> found = session.queryFirst(kind, row -> DeliveryKind.valueOf(row.getString(1)), id);
        if (found.isEmpty()) {
            return false;
        }
        String putBack = switch (found.get()) {
            case OUTBOX -> outbox.putBack();
            case SPAWN -> spawn.putBack();
            case TIMER -> retryTimer;
        };
        session.update(putBack, id);
        return discard(session, id);
    }

    boolean discard(SqlSession session, long id) throws SQLException {
        return session.update(discard, id) == 1;
    }

    /** The statements that take an entry from the pending ones to the dead letters, and back. */
    private record Move(String add, PendingTable<?> pending, String putBack) {

        void setAside(SqlSession session, long seq, int attempts, String error, double now) throws SQLException {
            session.update(add, seq, attempts, error, now);
            pending.ack(session, seq);
        }
    }
}
