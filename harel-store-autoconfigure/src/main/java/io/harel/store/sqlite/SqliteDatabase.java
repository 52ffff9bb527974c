package io.harel.store.sqlite;

import com.zaxxer.hikari.HikariDataSource;
import io.harel.store.StoreClosedException;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A SQLite database and the one path all writes to it take.
 *
 * <p>A caller inside a transaction of the {@link SqliteTransactionManager} joins it: its own rows and the store's commit
 * together. Every other caller's work goes to the write queue, which commits the work of callers that come at the same time
 * in one transaction. Reads use connections of their own and never wait for a writer.
 *
 * <p>Opens the file and brings its schema up to date at first use. Safe for use by any number of threads.
 */
public final class SqliteDatabase implements AutoCloseable {

    private static final Log LOG = LogFactory.getLog(SqliteDatabase.class);

    private final SqliteOptions options;
    private final DataSource writer;
    private final DataSource reader;
    private final SqliteTransactionManager transactionManager;
    private final List<SqliteSchema> schemas;
    private final BusyRetry busyRetry;
    private final WriteQueue writeQueue;
    private final List<HikariDataSource> ownedPools;
    private final ReentrantLock openLock = new ReentrantLock();
    private volatile boolean open;
    private volatile @Nullable FileIdentity identity;
    private volatile boolean closed;

    /**
     * Creates a database on pools that somebody else closes.
     *
     * @param options how the database is opened
     * @param writer the pool of the one connection that writes
     * @param reader the pool of the connections that read; for a database in memory, {@code writer}
     * @param transactionManager the transaction manager of {@code writer}
     * @param schemas the tables to make
     */
    public SqliteDatabase(
            SqliteOptions options,
            DataSource writer,
            DataSource reader,
            SqliteTransactionManager transactionManager,
            List<SqliteSchema> schemas) {
        this(options, writer, reader, transactionManager, schemas, List.of());
    }

    private SqliteDatabase(
            SqliteOptions options,
            DataSource writer,
            DataSource reader,
            SqliteTransactionManager transactionManager,
            List<SqliteSchema> schemas,
            List<HikariDataSource> ownedPools) {
        this.options = options;
        this.writer = writer;
        this.reader = options.inMemory() ? writer : reader;
        this.transactionManager = transactionManager;
        this.schemas = List.copyOf(schemas);
        this.ownedPools = ownedPools;
        this.busyRetry = new BusyRetry(options.busyTimeout());
        this.writeQueue = new WriteQueue(
                new GroupTransaction(new TransactionTemplate(transactionManager), transactionManager, busyRetry));
    }

    /**
     * Creates a database on pools of its own, which it closes.
     *
     * @param options how the database is opened
     * @param schemas the tables to make
     * @return the database, not open yet
     */
    public static SqliteDatabase create(SqliteOptions options, List<SqliteSchema> schemas) {
        return onPools(options, SqliteDataSources.writer(options), SqliteDataSources.reader(options), schemas);
    }

    static SqliteDatabase onPools(
            SqliteOptions options, HikariDataSource writer, HikariDataSource reader, List<SqliteSchema> schemas) {
        return new SqliteDatabase(
                options, writer, reader, new SqliteTransactionManager(writer), schemas, List.of(writer, reader));
    }

    /**
     * Opens the file, if it is not open yet, and brings its schema up to date. Every operation does so by itself; calling
     * it early shows early what is wrong.
     *
     * @throws io.harel.store.StoreException if the file cannot be opened or must not be touched
     */
    public void open() {
        if (closed) {
            throw new StoreClosedException("The store is closed; open a new one", null);
        }
        if (open) {
            return;
        }
        if (transactionManager.isActiveOnThisThread()) {
            migrateInTransaction();
        } else {
            openLock.lock();
            try {
                if (!open) {
                    migrate();
                    identity = identity();
                    open = true;
                }
            } finally {
                openLock.unlock();
            }
        }
    }

    /** Also for connections that are opened later: they would find another file under the name. */
    private @Nullable FileIdentity identity() {
        if (options.inMemory()) {
            return null;
        }
        DatabaseFile file = new DatabaseFile(options.database());
        try {
            return FileIdentity.of(file.path(), FileIdentity.LOOK_INTERVAL);
        } catch (IOException ex) {
            throw file.failure(ex);
        }
    }

    private void requireFileInPlace() {
        FileIdentity found = identity;
        if (found != null) {
            found.requireInPlace();
        }
    }

    /**
     * The first use may be inside a transaction, which has the one connection that could migrate. It may yet roll back, so
     * that the database counts as open only from the first use outside of one.
     */
    private void migrateInTransaction() {
        translating(() -> Savepoints.run(new SqlSession(transactionManager.currentConnection()), session -> {
            if (isOutdated(session)) {
                migrate(session);
            }
            return true;
        }));
    }

    private void migrate() {
        transactionManager.requireConnectionNotHeldByThisThread();
        if (onConnectionOf(writer, this::isOutdated)) {
            writeQueue.execute(this::migrate);
        }
    }

    private boolean isOutdated(SqlSession session) throws SQLException {
        boolean any = false;
        for (SqliteSchema schema : schemas) {
            any |= schema.isOutdated(session);
        }
        return any;
    }

    private boolean migrate(SqlSession session) throws SQLException {
        for (SqliteSchema schema : schemas) {
            schema.migrate(session);
        }
        return true;
    }

    /**
     * Runs work that writes, in a transaction that is durable when this returns, or in the caller's own.
     *
     * @param work the work
     * @param <T> what it gives back
     * @return its result
     * @throws io.harel.store.StoreException if the database fails; nothing of the work was kept
     */
    public <T extends @Nullable Object> T write(SqlWork<T> work) {
        return write(work, result -> {});
    }

    /**
     * Runs work that writes, and something else once that is durable.
     *
     * @param work the work
     * @param afterCommit gets the result after the COMMIT: the caller's own if it is in a transaction
     * @param <T> what it gives back
     * @return its result
     * @throws io.harel.store.StoreException if the database fails; nothing of the work was kept
     */
    public <T extends @Nullable Object> T write(SqlWork<T> work, Consumer<? super T> afterCommit) {
        open();
        requireFileInPlace();
        if (transactionManager.isActiveOnThisThread()) {
            return join(work, afterCommit);
        }
        transactionManager.requireConnectionNotHeldByThisThread();
        T result = writeQueue.execute(work);
        tell(afterCommit, result);
        return result;
    }

    /** What is durable has happened, whatever those say who are told of it. */
    private static <T extends @Nullable Object> void tell(Consumer<? super T> afterCommit, T result) {
        try {
            afterCommit.accept(result);
        } catch (RuntimeException ex) {
            LOG.warn("What was to be done after a commit has failed; the commit stays", ex);
        }
    }

    private <T extends @Nullable Object> T join(SqlWork<T> work, Consumer<? super T> afterCommit) {
        if (transactionManager.isReadOnlyOnThisThread()) {
            throw new IllegalTransactionStateException(
                    "This thread's transaction on the store's database is read-only; begin one that is not,"
                            + " without @Transactional(readOnly = true)");
        }
        T result = translating(() -> {
            try {
                return Savepoints.run(new SqlSession(transactionManager.currentConnection()), work);
            } catch (TransactionGoneException ex) {
                transactionManager.doom();
                throw ex;
            }
        });
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                tell(afterCommit, result);
            }
        });
        return result;
    }

    /**
     * Runs work that only reads. Inside a transaction of the {@link SqliteTransactionManager} it sees what that transaction
     * has written.
     *
     * @param work the work
     * @param <T> what it gives back
     * @return its result
     * @throws io.harel.store.StoreException if the database fails
     */
    public <T extends @Nullable Object> T read(SqlWork<T> work) {
        open();
        requireFileInPlace();
        if (transactionManager.isActiveOnThisThread()) {
            return translating(() -> work.run(new SqlSession(transactionManager.currentConnection())));
        }
        if (reader == writer) {
            transactionManager.requireConnectionNotHeldByThisThread();
        }
        return onConnectionOf(reader, work);
    }

    private <T extends @Nullable Object> T onConnectionOf(DataSource dataSource, SqlWork<T> work) {
        return translating(() -> busyRetry.call(() -> {
            try (Connection connection = dataSource.getConnection()) {
                return work.run(new SqlSession(connection));
            }
        }));
    }

    private <T extends @Nullable Object> T translating(SqlCall<T> call) {
        try {
            return call.call();
        } catch (SQLException | RuntimeException ex) {
            if (closed) {
                throw new StoreClosedException("The store is closed; open a new one", ex);
            }
            throw SqliteErrors.translate(ex);
        }
    }

    /**
     * How many callers have written but wait for their commit.
     *
     * @return the number of units in the write queue
     */
    public int queueDepth() {
        return writeQueue.depth();
    }

    /**
     * How often an operation was repeated since another process held the lock it needed.
     *
     * @return the number of repetitions since this object was made
     */
    public long busyRetries() {
        return busyRetry.retries();
    }

    /**
     * The size of the write-ahead log. It grows without end while a reader keeps a snapshot open.
     *
     * @return its size in bytes, 0 for a database in memory
     */
    public long walBytes() {
        if (options.inMemory()) {
            return 0;
        }
        try {
            return Files.size(new DatabaseFile(options.database()).wal());
        } catch (IOException ex) {
            return 0;
        }
    }

    /**
     * The transaction manager whose transactions the store's operations join.
     *
     * @return the transaction manager
     */
    public SqliteTransactionManager transactionManager() {
        return transactionManager;
    }

    /**
     * Lets no further operation in. Pools of its own are closed once the write queue is empty; others are closed by whoever
     * made them. A second call does nothing.
     */
    @Override
    public void close() {
        closed = true;
        writeQueue.close();
        ownedPools.forEach(HikariDataSource::close);
    }
}
