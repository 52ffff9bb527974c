package io.harel.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.harel.store.StoreException;
import io.harel.store.StoreUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(60)
class SqliteDatabaseTest {

    private static final SqliteSchema SCHEMA =
            new SqliteSchema("test", List.of(List.of("CREATE TABLE rows (n INTEGER PRIMARY KEY)")), session -> {});

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private SqliteDatabase database;

    @BeforeEach
    void open() {
        database = open(SqliteOptions.of(directory.resolve("test.db").toString()));
    }

    private static SqliteDatabase open(SqliteOptions options) {
        SqliteDatabase database = SqliteDatabase.create(options, List.of(SCHEMA));
        database.open();
        return database;
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        database.close();
    }

    private static int insert(SqlSession session, int n) throws SQLException {
        return session.update("INSERT INTO rows VALUES (?)", n);
    }

    private int insert(int n) {
        return database.write(session -> insert(session, n));
    }

    private List<Integer> rows() {
        return database.read(session -> session.query("SELECT n FROM rows ORDER BY n", row -> row.getInt(1)));
    }

    /** Runs units in one group: they queue up behind one that waits until all of them have. */
    private List<Future<Integer>> inOneGroup(List<SqlWork<Integer>> units) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        threads.execute(() -> database.write(session -> {
            begun.countDown();
            awaitUninterruptibly(mayEnd);
            return 0;
        }));
        begun.await();
        List<Future<Integer>> results = new ArrayList<>();
        for (SqlWork<Integer> unit : units) {
            int depth = database.queueDepth();
            results.add(threads.submit(() -> database.write(unit)));
            await().until(() -> database.queueDepth() > depth);
        }
        mayEnd.countDown();
        return results;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anErrorInOneUnitOfAGroupFailsThatUnitOnly() throws Exception {
        AssertionError error = new AssertionError("unit");
        List<Future<Integer>> results = inOneGroup(List.of(
                session -> insert(session, 1),
                session -> {
                    insert(session, 2);
                    throw error;
                },
                session -> insert(session, 3)));

        assertThat(results.get(0).get()).isEqualTo(1);
        assertThat(results.get(2).get()).isEqualTo(1);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> results.get(1).get())
                .withCause(error);
        assertThat(rows()).containsExactly(1, 3);
    }

    @Test
    void anErrorReachesItsCallerAsItIs() {
        AssertionError error = new AssertionError("alone");

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> database.write(session -> {
                    insert(session, 1);
                    throw error;
                }))
                .isSameAs(error);
        assertThat(rows()).isEmpty();
        assertThat(insert(1)).isEqualTo(1);
    }

    @Test
    void anErrorInAJoinedUnitUndoesThatUnitOnly() {
        new TransactionTemplate(database.transactionManager()).executeWithoutResult(status -> {
            insert(1);
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> database.write(session -> {
                        insert(session, 2);
                        throw new AssertionError("joined");
                    }));
            insert(3);
        });

        assertThat(rows()).containsExactly(1, 3);
    }

    @Test
    void aUnitThatFailsInAGroupLeavesTheOthers() throws Exception {
        List<Future<Integer>> results = inOneGroup(List.of(
                session -> insert(session, 1),
                session -> insert(session, 2) + insert(session, 1),
                session -> insert(session, 3)));

        assertThat(results.get(0).get()).isEqualTo(1);
        assertThat(results.get(2).get()).isEqualTo(1);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> results.get(1).get())
                .withCauseInstanceOf(StoreException.class);
        assertThat(rows()).containsExactly(1, 3);
    }

    @Test
    void whatFailsAfterACommitDoesNotFailTheCommit() {
        assertThat(database.<Integer>write(session -> insert(session, 1), result -> {
                    throw new IllegalStateException("told");
                }))
                .isEqualTo(1);
        assertThatNoException()
                .isThrownBy(() -> new TransactionTemplate(database.transactionManager())
                        .executeWithoutResult(
                                status -> database.<Integer>write(session -> insert(session, 2), result -> {
                                    throw new IllegalStateException("told");
                                })));

        assertThat(rows()).containsExactly(1, 2);
    }

    @Test
    void aReadOnlyTransactionSaysThatItIs() {
        TransactionTemplate readOnly = new TransactionTemplate(database.transactionManager());
        readOnly.setReadOnly(true);

        assertThatExceptionOfType(IllegalTransactionStateException.class)
                .isThrownBy(() -> readOnly.executeWithoutResult(status -> insert(1)))
                .withMessageContaining("read-only");
        assertThat(insert(1)).isEqualTo(1);
    }

    @Test
    void aNewTransactionInsideOneIsRefusedAtOnce() {
        TransactionTemplate outer = new TransactionTemplate(database.transactionManager());
        TransactionTemplate inner = new TransactionTemplate(database.transactionManager());
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

        outer.executeWithoutResult(status -> {
            insert(1);
            assertThatExceptionOfType(IllegalTransactionStateException.class)
                    .isThrownBy(() -> inner.executeWithoutResult(nested -> insert(2)))
                    .withMessageContaining("suspended");
        });

        assertThat(rows()).containsExactly(1);
    }

    @Test
    void aNestedTransactionIsUndoneByItself() {
        TransactionTemplate outer = new TransactionTemplate(database.transactionManager());
        TransactionTemplate inner = new TransactionTemplate(database.transactionManager());
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

        outer.executeWithoutResult(status -> {
            insert(1);
            inner.executeWithoutResult(nested -> {
                insert(2);
                nested.setRollbackOnly();
            });
            insert(3);
        });

        assertThat(rows()).containsExactly(1, 3);
    }

    @ParameterizedTest
    @EnumSource(Synchronous.class)
    void aFileThatIsDeletedIsNoticed(Synchronous synchronous) throws Exception {
        Path file = directory.resolve("deleted.db");
        database.close();
        database = open(SqliteOptions.of(file.toString()).withSynchronous(synchronous));
        insert(1);
        delete(file);

        refuses(synchronous);
    }

    @ParameterizedTest
    @EnumSource(Synchronous.class)
    void aFileThatIsReplacedIsNoticed(Synchronous synchronous) throws Exception {
        Path file = directory.resolve("replaced.db");
        database.close();
        database = open(SqliteOptions.of(file.toString()).withSynchronous(synchronous));
        insert(1);
        Path copy = Files.copy(file, directory.resolve("copy.db"));
        delete(file);
        Files.move(copy, file);

        refuses(synchronous);
    }

    private static void delete(Path file) throws Exception {
        for (String suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
    }

    private void refuses(Synchronous synchronous) {
        if (synchronous == Synchronous.FULL) {
            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() -> insert(2))
                    .withMessageContaining("deleted or replaced");
        }
        int[] n = {10};
        await().until(() -> failsTyped(() -> insert(n[0]++)));
        await().until(() -> failsTyped(this::rows));
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> insert(3));
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> new TransactionTemplate(database.transactionManager())
                        .executeWithoutResult(status -> insert(4)));
    }

    private static boolean failsTyped(Runnable work) {
        try {
            work.run();
            return false;
        } catch (StoreUnavailableException ex) {
            return true;
        }
    }

    @Test
    void aLinkToAFileThatDoesNotExistYetIsFollowed() throws Exception {
        Path target = directory.resolve("elsewhere/target.db");
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), target);
        database.close();

        database = open(SqliteOptions.of(link.toString()));
        insert(1);

        assertThat(target).exists();
        assertThat(link).isSymbolicLink();
        assertThat(database.walBytes()).isPositive();
    }

    @Test
    void manyThreadsWriteEachOnce() throws Exception {
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int n = i;
            results.add(threads.submit(() -> insert(n)));
        }
        for (Future<Integer> result : results) {
            assertThat(result.get()).isEqualTo(1);
        }

        Integer[] all = new Integer[200];
        Arrays.setAll(all, i -> i);
        assertThat(rows()).containsExactly(all);
    }
}
