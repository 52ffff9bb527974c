package io.harel.store.execution.sqlite;

import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Event;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.Pending;
import io.harel.store.execution.delivery.Backlog;
import io.harel.store.execution.delivery.DeadLetter;
import io.harel.store.execution.delivery.DeliveryFailure;
import io.harel.store.execution.delivery.DeliveryKind;
import io.harel.store.execution.delivery.DeliveryStore;
import io.harel.store.sqlite.SqlSession;
import io.harel.store.sqlite.SqliteDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the relays keep, beside the tables of a {@link SqliteExecutionStore} with the same settings. Safe for use by any
 * number of threads.
 */
public final class SqliteDeliveryStore implements DeliveryStore {

    private final SqliteDatabase database;
    private final PendingTable<OutboxEntry> outbox;
    private final DeadLetterTable deadLetters;
    private final LeaseTable leases;
    private final String failures;
    private final String recordFailure;
    private final String clearFailure;
    private final String backlog;

    /**
     * Creates a store.
     *
     * @param database the database, made with the {@linkplain SqliteExecutionStore#schema schema} of the same settings
     * @param settings the names of the tables
     */
    public SqliteDeliveryStore(SqliteDatabase database, SqliteExecutionSettings settings) {
        ExecutionTables tables = settings.tables();
        this.database = database;
        this.outbox = PendingTable.outbox(tables);
        this.deadLetters = new DeadLetterTable(tables);
        this.leases = new LeaseTable(tables);
        this.failures = tables.sql(
                "SELECT kind, key, attempts, retry_at, error FROM {own}_delivery_failures WHERE kind = ? ORDER BY key");
        this.recordFailure = tables.sql("INSERT OR REPLACE INTO {own}_delivery_failures"
                + " (kind, key, attempts, retry_at, error) VALUES (?, ?, ?, ?, ?)");
        this.clearFailure = tables.sql("DELETE FROM {own}_delivery_failures WHERE kind = ? AND key = ?");
        this.backlog = tables.sql("SELECT (SELECT count(*) FROM {outbox}), (SELECT count(*) FROM {spawns}),"
                + " (SELECT count(*) FROM {timers}), (SELECT count(*) FROM {timers} WHERE fire_at <= ?),"
                + " (SELECT count(*) FROM {own}_dead_letters),"
                + " (SELECT min(seq) FROM {outbox}),"
                + " coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{outbox}'), 0),"
                + " (SELECT min(seq) FROM {spawns}),"
                + " coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{spawns}'), 0),"
                + " (SELECT min(fire_at) FROM {timers})");
    }

    @Override
    public Pending<OutboxEntry> pendingOutboxExcept(
            long afterSeq, int limit, Collection<@Nullable String> excludedTargets) {
        Arguments.requireLimit(limit);
        return database.read(session -> outbox.allExcept(session, excludedTargets, afterSeq, limit));
    }

    @Override
    public List<DeliveryFailure> deliveryFailures(DeliveryKind kind) {
        return database.read(session -> session.query(failures, SqliteDeliveryStore::failure, kind.name()));
    }

    private static DeliveryFailure failure(ResultSet row) throws SQLException {
        return new DeliveryFailure(
                DeliveryKind.valueOf(row.getString(1)),
                row.getString(2),
                row.getInt(3),
                row.getDouble(4),
                row.getString(5));
    }

    @Override
    public void recordDeliveryFailure(DeliveryFailure failure) {
        database.write(session -> session.update(
                recordFailure,
                failure.kind().name(),
                failure.key(),
                failure.attempts(),
                failure.retryAt(),
                failure.error()));
    }

    @Override
    public void clearDeliveryFailure(DeliveryKind kind, String key) {
        database.write(session -> clear(session, kind, key));
    }

    private int clear(SqlSession session, DeliveryKind kind, String key) throws SQLException {
        return session.update(clearFailure, kind.name(), key);
    }

    @Override
    public void setAsideOutbox(long seq, int attempts, String error, double now) {
        database.write(session -> {
            deadLetters.addOutbox(session, seq, attempts, error, now);
            return clear(session, DeliveryKind.OUTBOX, Long.toString(seq));
        });
    }

    @Override
    public void setAsideSpawn(long seq, int attempts, String error, double now) {
        database.write(session -> {
            deadLetters.addSpawn(session, seq, attempts, error, now);
            return clear(session, DeliveryKind.SPAWN, Long.toString(seq));
        });
    }

    @Override
    public void setAsideTimer(DueTimer timer, int attempts, String error, double now) {
        database.write(session -> {
            deadLetters.addTimer(session, timer, attempts, error, now);
            return clear(session, DeliveryKind.TIMER, Event.timeout(timer).id());
        });
    }

    @Override
    public OptionalLong acquireLease(String name, String owner, double now, double expiresAt) {
        return database.write(session -> leases.acquire(session, name, owner, now, expiresAt));
    }

    @Override
    public void releaseLease(String name, String owner) {
        database.write(session -> leases.release(session, name, owner));
    }

    @Override
    public List<DeadLetter> deadLetters(long afterId, int limit) {
        Arguments.requireLimit(limit);
        return database.read(session -> deadLetters.list(session, afterId, limit));
    }

    @Override
    public boolean retryDeadLetter(long id) {
        return database.write(session -> deadLetters.retry(session, id));
    }

    @Override
    public boolean discardDeadLetter(long id) {
        return database.write(session -> deadLetters.discard(session, id));
    }

    @Override
    public Backlog backlog(double now) {
        return database.read(session -> session.queryFirst(backlog, SqliteDeliveryStore::backlog, now))
                .orElseThrow();
    }

    private static Backlog backlog(ResultSet row) throws SQLException {
        return new Backlog(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                optionalLong(row, 6),
                row.getLong(7),
                optionalLong(row, 8),
                row.getLong(9),
                row.getObject(10) == null ? null : row.getDouble(10));
    }

    private static @Nullable Long optionalLong(ResultSet row, int column) throws SQLException {
        return row.getObject(column) == null ? null : row.getLong(column);
    }
}
