package io.harel.store.execution.sqlite;

import io.harel.store.StoreClosedException;
import io.harel.store.execution.Commit;
import io.harel.store.execution.CommitResult;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Emit;
import io.harel.store.execution.EventLookup;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreListener;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.Pending;
import io.harel.store.execution.SpawnEntry;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.TraceEntry;
import io.harel.store.execution.TraceStep;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.sqlite.SqlSession;
import io.harel.store.sqlite.SqlWork;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import io.harel.store.sqlite.SqliteSchema;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Executions in a SQLite database, in the tables that harel uses too, so that either can open the other's file.
 *
 * <p>Works on a {@link SqliteDatabase} that was made with the {@linkplain #schema schema} of the same settings. Closing the
 * store leaves that database open for others, unless it is its own. Safe for use by any number of threads.
 */
public final class SqliteExecutionStore implements ExecutionStore {

    private final SqliteDatabase database;
    private final Runnable onClose;
    private final Listeners listeners;
    private final CommitWriter commits;
    private final TraceTable trace;
    private final PendingTable<OutboxEntry> outbox;
    private final PendingTable<SpawnEntry> spawns;
    private final TimerTable timers;
    private final Listing listing;
    private final Purge purge;
    private final IdPrefix idPrefix;
    private final String load;
    private final String loadForEvent;
    private final String isProcessed;
    private final String isSpawnPending;
    private volatile boolean closed;

    /**
     * Creates a store.
     *
     * @param database the database, made with this store's schema
     * @param settings the names of its tables and the length of its traces
     */
    public SqliteExecutionStore(SqliteDatabase database, SqliteExecutionSettings settings) {
        this(database, settings, List.of());
    }

    /**
     * Creates a store that tells what happens in it.
     *
     * @param database the database, made with this store's schema
     * @param settings the names of its tables and the length of its traces
     * @param listeners who is told
     */
    public SqliteExecutionStore(
            SqliteDatabase database,
            SqliteExecutionSettings settings,
            List<? extends ExecutionStoreListener> listeners) {
        this(database, settings, listeners, () -> {});
    }

    private SqliteExecutionStore(
            SqliteDatabase database,
            SqliteExecutionSettings settings,
            List<? extends ExecutionStoreListener> listeners,
            Runnable onClose) {
        ExecutionTables tables = settings.tables();
        this.database = database;
        this.onClose = onClose;
        this.listeners = new Listeners(listeners);
        this.trace = new TraceTable(tables, settings.traceLimit());
        Statements statements = new Statements(tables);
        this.commits = new CommitWriter(statements, trace);
        this.outbox = PendingTable.outbox(tables);
        this.spawns = PendingTable.spawns(tables);
        this.timers = new TimerTable(tables);
        this.listing = new Listing(tables);
        this.purge = new Purge(tables, statements);
        this.idPrefix = new IdPrefix(tables);
        this.load = tables.sql("SELECT data FROM {executions} WHERE id = ?");
        this.loadForEvent = tables.sql("SELECT data, EXISTS (SELECT 1 FROM {processed_events}"
                + " WHERE execution_id = ?1 AND event_id = ?2) FROM {executions} WHERE id = ?1");
        this.isProcessed = tables.sql("SELECT 1 FROM {processed_events} WHERE execution_id = ? AND event_id = ?");
        this.isSpawnPending = tables.sql("SELECT 1 FROM {spawns} WHERE child_id = ? LIMIT 1");
    }

    /**
     * Creates a store that lives in memory and dies when it is closed: for tests of applications. It is this very store, to
     * the last error.
     *
     * @return the store, with default settings and a database of its own
     */
    public static ExecutionStore inMemory() {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
        SqliteDatabase database =
                SqliteDatabase.create(SqliteOptions.of(SqliteOptions.MEMORY), List.of(schema(settings)));
        return new SqliteExecutionStore(database, settings, List.of(), database::close);
    }

    /**
     * The tables of a store, for its {@link SqliteDatabase}.
     *
     * @param settings the settings of the store
     * @return the schema, which only looks whether all is there if the settings say that somebody else creates the tables
     */
    public static SqliteSchema schema(SqliteExecutionSettings settings) {
        ExecutionTables tables = settings.tables();
        return settings.createTables() ? tables.created() : tables.expected();
    }

    /**
     * The statements that make the tables, for a schema that a migration tool owns.
     *
     * @param settings the settings of the store
     * @return the statements in their order
     */
    public static List<String> schemaStatements(SqliteExecutionSettings settings) {
        return settings.tables().statements();
    }

    @Override
    public Optional<Execution> load(String id) {
        return read(session -> session.queryFirst(load, row -> execution(id, row.getString(1)), id));
    }

    @Override
    public EventLookup loadForEvent(String id, String eventId) {
        return read(session -> session.queryFirst(
                        loadForEvent,
                        row -> new EventLookup(execution(id, row.getString(1)), row.getInt(2) == 1),
                        id,
                        eventId))
                .orElseGet(() -> new EventLookup(null, false));
    }

    /** An execution under an id that is not its own would be saved over another. */
    private static Execution execution(String id, String data) {
        try {
            Execution execution = StoredJson.toExecution(data);
            if (!execution.id().equals(id)) {
                throw new StoreDecodingException("field id is '" + execution.id() + "'; correct the row");
            }
            return execution;
        } catch (StoreDecodingException ex) {
            throw new StoreDecodingException("Execution '" + id + "' cannot be loaded. " + ex.getMessage(), ex);
        }
    }

    @Override
    public Execution save(Execution execution) {
        return commit(Commit.of(execution)).execution();
    }

    @Override
    public CommitResult commit(Commit commit) {
        Stopwatch stopwatch = new Stopwatch();
        try {
            requireOpen();
            CommitWriter.Prepared prepared = commits.prepare(commit);
            return database.write(
                    session -> commits.write(session, prepared),
                    result -> listeners.onCommit(commit, result.execution(), stopwatch.nanos()));
        } catch (StoreConflictException ex) {
            listeners.onConflict(ex, stopwatch.nanos());
            throw ex;
        } catch (RuntimeException ex) {
            listeners.onError(ex, stopwatch.nanos());
            throw ex;
        } finally {
            stopwatch.stop();
        }
    }

    @Override
    public long emit(Emit emit) {
        requireOpen();
        Arguments.requireText("targetId", emit.targetId());
        String event = StoredJson.ofEvent(emit.event());
        return database.write(
                session -> commits.writeEmit(session, emit.targetId(), event), seq -> listeners.onEmit(emit, seq));
    }

    @Override
    public boolean isProcessed(String executionId, String eventId) {
        return read(session -> session.queryFirst(isProcessed, row -> true, executionId, eventId))
                .isPresent();
    }

    @Override
    public Pending<OutboxEntry> pendingOutbox(long afterSeq, int limit) {
        Arguments.requireLimit(limit);
        return read(session -> outbox.all(session, afterSeq, limit));
    }

    @Override
    public Pending<OutboxEntry> pendingOutboxOf(@Nullable String targetId, long afterSeq, int limit) {
        Arguments.requireLimit(limit);
        return read(session -> outbox.ofOne(session, targetId, afterSeq, limit));
    }

    @Override
    public void ackOutbox(long seq) {
        run(session -> outbox.ack(session, seq));
    }

    @Override
    public Pending<SpawnEntry> pendingSpawns(long afterSeq, int limit) {
        Arguments.requireLimit(limit);
        return read(session -> spawns.all(session, afterSeq, limit));
    }

    @Override
    public Pending<SpawnEntry> pendingSpawnsOf(String parentId, long afterSeq, int limit) {
        Arguments.requireLimit(limit);
        return read(session -> spawns.ofOne(session, parentId, afterSeq, limit));
    }

    @Override
    public boolean isSpawnPending(String childId) {
        return read(session -> session.queryFirst(isSpawnPending, row -> true, childId))
                .isPresent();
    }

    @Override
    public void ackSpawn(long seq) {
        run(session -> spawns.ack(session, seq));
    }

    @Override
    public List<DueTimer> dueTimers(double now, @Nullable DueTimer after, int limit) {
        Arguments.requireLimit(limit);
        return read(session -> timers.due(session, now, after, limit));
    }

    @Override
    public OptionalDouble nextTimerAfter(double time) {
        return read(session -> timers.nextAfter(session, time));
    }

    @Override
    public List<DueTimer> timersOf(String executionId) {
        return read(session -> timers.ofOne(session, executionId));
    }

    @Override
    public void deleteTimer(DueTimer timer) {
        run(session -> timers.delete(session, timer));
    }

    @Override
    public void appendTrace(String executionId, TraceStep step) {
        Arguments.requireText("executionId", executionId);
        String entry = StoredJson.ofTraceStep(step);
        run(session -> trace.append(session, executionId, entry));
    }

    @Override
    public List<TraceEntry> readTrace(String executionId) {
        return read(session -> trace.read(session, executionId));
    }

    @Override
    public int traceLimit() {
        return trace.limit();
    }

    @Override
    public ExecutionPage list(ExecutionQuery query) {
        return read(session -> listing.list(session, query));
    }

    @Override
    public List<String> idsWithPrefix(String prefix, @Nullable String afterId, int limit) {
        Arguments.requireLimit(limit);
        return read(session -> idPrefix.ids(session, prefix, afterId, limit));
    }

    @Override
    public boolean purge(String id, long expectedVersion) {
        return write(session -> purge.purge(session, id, expectedVersion));
    }

    @Override
    public void close() {
        closed = true;
        onClose.run();
    }

    private <T> T read(SqlWork<T> work) {
        requireOpen();
        return database.read(work);
    }

    private <T> T write(SqlWork<T> work) {
        requireOpen();
        return database.write(work);
    }

    private void run(Action action) {
        write(session -> {
            action.run(session);
            return true;
        });
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreClosedException("The store is closed; open a new one", null);
        }
    }

    @FunctionalInterface
    private interface Action {

        void run(SqlSession session) throws SQLException;
    }
}
