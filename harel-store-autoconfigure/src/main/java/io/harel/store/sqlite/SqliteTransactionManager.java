package io.harel.store.sqlite;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.sqlite.SQLiteConnection;

/**
 * Transactions on the one connection that writes.
 *
 * <p>The driver begins deferred transactions; each one here takes the write lock by its first statement. A transaction that
 * read first and wrote later would fail with {@code SQLITE_BUSY_SNAPSHOT} as soon as another process committed in between,
 * whatever its busy timeout. The driver's own immediate mode is no way out: after one busy {@code BEGIN} it believes itself
 * in a transaction when it is not, and later statements commit one by one (xerial/sqlite-jdbc#683).
 *
 * <p>A read-only transaction takes no lock, and statements that write fail in it. There is only one connection, so a
 * transaction that would have to wait for a suspended one of the same thread is refused.
 */
public final class SqliteTransactionManager extends JdbcTransactionManager {

    private static final long serialVersionUID = 1L;

    private final transient ThreadLocal<ThreadState> threadState = ThreadLocal.withInitial(ThreadState::new);

    /**
     * Creates a manager for a pool of one connection.
     *
     * @param dataSource the pool that holds the connection that writes
     */
    public SqliteTransactionManager(DataSource dataSource) {
        super(dataSource);
        setExceptionTranslator(new SqliteExceptionTranslator());
        // Spring would otherwise end a failed commit by switching auto-commit on, which makes the driver commit once
        // more.
        setRollbackOnCommitFailure(true);
    }

    /** The calling thread's place relative to this manager, to be asked before it waits for the connection. */
    boolean isActiveOnThisThread() {
        return threadState.get().active;
    }

    boolean isReadOnlyOnThisThread() {
        return threadState.get().readOnly;
    }

    /** The connection of the calling thread's transaction. */
    Connection currentConnection() {
        return currentHolder().getConnection();
    }

    /**
     * Keeps the calling thread's transaction from committing after SQLite has rolled it back by itself. What its owner still
     * writes before it notices goes into a new transaction, which is rolled back as well.
     */
    void doom() throws SQLException {
        ConnectionHolder holder = currentHolder();
        holder.setRollbackOnly();
        execute(holder.getConnection(), "BEGIN");
    }

    private ConnectionHolder currentHolder() {
        ConnectionHolder holder = (ConnectionHolder) TransactionSynchronizationManager.getResource(obtainDataSource());
        if (holder == null) {
            throw new IllegalTransactionStateException("This thread has no transaction on the store's database");
        }
        return holder;
    }

    /**
     * Refuses to go on where the calling thread would wait for a connection that it holds itself.
     *
     * @throws IllegalTransactionStateException if it would
     */
    void requireConnectionNotHeldByThisThread() {
        ThreadState state = threadState.get();
        if (state.suspended > 0) {
            throw new IllegalTransactionStateException(
                    "A transaction of this thread on the store's database is suspended and holds the only connection that"
                            + " writes; a new one (REQUIRES_NEW, NOT_SUPPORTED) would wait for it for ever. Join it"
                            + " (REQUIRED), or nest in it (NESTED)");
        }
        DataSource dataSource = obtainDataSource();
        if (!state.active && TransactionSynchronizationManager.hasResource(dataSource)) {
            throw new IllegalTransactionStateException(
                    "This thread holds the store's connection outside of a transaction on the store's database, from a"
                            + " statement it ran within another transaction manager's transaction; use the store's"
                            + " transaction manager for it");
        }
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        requireConnectionNotHeldByThisThread();
        super.doBegin(transaction, definition);
        threadState.get().active = true;
    }

    @Override
    protected void prepareTransactionalConnection(Connection con, TransactionDefinition definition)
            throws SQLException {
        if (definition.isReadOnly()) {
            execute(con, "PRAGMA query_only = ON");
            threadState.get().readOnly = true;
        } else {
            WriteLock.take(con);
        }
    }

    @Override
    protected Object doSuspend(Object transaction) {
        Object suspendedResources = super.doSuspend(transaction);
        ThreadState state = threadState.get();
        state.suspended++;
        state.active = false;
        return suspendedResources;
    }

    @Override
    protected void doResume(@Nullable Object transaction, Object suspendedResources) {
        super.doResume(transaction, suspendedResources);
        ThreadState state = threadState.get();
        state.suspended--;
        state.active = true;
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        Connection connection = ((JdbcTransactionObjectSupport) status.getTransaction())
                .getConnectionHolder()
                .getConnection();
        try {
            SqliteConnection.requireFileInPlace(connection);
        } catch (SQLException ex) {
            throw new TransactionSystemException("The connection to the store's database is unknown", ex);
        }
        super.doCommit(status);
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        try {
            super.doRollback(status);
        } catch (RuntimeException ex) {
            // On a full disk, for example, SQLite has rolled back by itself; the error that led here is the one to
            // report.
            if (!SqliteErrors.isNoTransaction(ex)) {
                abandon(((JdbcTransactionObjectSupport) status.getTransaction()).getConnectionHolder());
                throw ex;
            }
        }
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        ThreadState state = threadState.get();
        if (state.readOnly) {
            allowWritesAgain(((JdbcTransactionObjectSupport) transaction).getConnectionHolder());
        }
        super.doCleanupAfterCompletion(transaction);
        state.active = false;
        state.readOnly = false;
    }

    private void allowWritesAgain(ConnectionHolder holder) {
        try {
            execute(holder.getConnection(), "PRAGMA query_only = OFF");
        } catch (SQLException ex) {
            abandon(holder);
        }
    }

    /**
     * Closes a connection whose transaction could not be ended, which ends it: the clean-up to come would otherwise switch
     * auto-commit on, and so commit what should have been rolled back.
     */
    private void abandon(ConnectionHolder holder) {
        Connection connection = holder.getConnection();
        try {
            if (getDataSource() instanceof HikariDataSource pool) {
                pool.evictConnection(connection);
            }
            connection.unwrap(SQLiteConnection.class).close();
        } catch (SQLException ex) {
            logger.warn("A connection to the store's database could not be closed", ex);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static final class ThreadState {

        private int suspended;
        private boolean active;
        private boolean readOnly;
    }
}
