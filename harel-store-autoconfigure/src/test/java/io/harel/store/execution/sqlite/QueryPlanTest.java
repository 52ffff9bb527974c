package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.harel.store.execution.DueTimer;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.Status;
import io.harel.store.execution.delivery.DeliveryKind;
import io.harel.store.sqlite.FaultyPool;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import io.harel.store.sqlite.SqliteTransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Asks SQLite how it finds what each reading operation asks for: by an index or a key, never by reading a whole table. */
class QueryPlanTest {

    private static final SqliteExecutionSettings SETTINGS =
            SqliteExecutionSettings.defaults().withTablePrefix("harel");

    @TempDir
    private Path directory;

    private FaultyPool pool;
    private SqliteDatabase database;

    @BeforeEach
    void open() {
        SqliteOptions options = SqliteOptions.of(file());
        pool = FaultyPool.of(options);
        database = new SqliteDatabase(
                options,
                pool,
                pool,
                new SqliteTransactionManager(pool),
                List.of(SqliteExecutionStore.schema(SETTINGS)));
        database.open();
    }

    @AfterEach
    void close() {
        database.close();
        pool.close();
    }

    private String file() {
        return directory.resolve("state.db").toString();
    }

    static Stream<Arguments> operations() {
        return Stream.of(
                operation("load", (store, relays) -> store.load("a")),
                operation("loadForEvent", (store, relays) -> store.loadForEvent("a", "e")),
                operation("isProcessed", (store, relays) -> store.isProcessed("a", "e")),
                operation("pendingOutbox", (store, relays) -> store.pendingOutbox(5, 10)),
                operation("pendingOutboxOf", (store, relays) -> store.pendingOutboxOf("a", 5, 10)),
                operation(
                        "pendingOutboxExcept",
                        (store, relays) -> relays.pendingOutboxExcept(5, 10, Arrays.asList("a", null))),
                operation("pendingSpawns", (store, relays) -> store.pendingSpawns(5, 10)),
                operation("pendingSpawnsOf", (store, relays) -> store.pendingSpawnsOf("a", 5, 10)),
                operation("isSpawnPending", (store, relays) -> store.isSpawnPending("a")),
                operation("dueTimers", (store, relays) -> store.dueTimers(1, null, 10)),
                operation("dueTimersAfter", (store, relays) -> store.dueTimers(1, new DueTimer("a", "A", 0), 10)),
                operation("nextTimerAfter", (store, relays) -> store.nextTimerAfter(1)),
                operation("timersOf", (store, relays) -> store.timersOf("a")),
                operation("readTrace", (store, relays) -> store.readTrace("a")),
                operation("list", (store, relays) -> store.list(ExecutionQuery.all())),
                operation(
                        "listAfter",
                        (store, relays) -> store.list(ExecutionQuery.all()
                                .status(Status.DONE)
                                .definition("d")
                                .roots()
                                .after(ListCursor.after("a")))),
                operation("idsWithPrefix", (store, relays) -> store.idsWithPrefix("a", null, 10)),
                operation("idsWithPrefixAfter", (store, relays) -> store.idsWithPrefix("a", "ab", 10)),
                operation("deadLetters", (store, relays) -> relays.deadLetters(5, 10)),
                operation("deliveryFailures", (store, relays) -> relays.deliveryFailures(DeliveryKind.OUTBOX)));
    }

    private static Arguments operation(String name, BiConsumer<SqliteExecutionStore, SqliteDeliveryStore> operation) {
        return Arguments.of(name, operation);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void findsWhatItAsksFor(String name, BiConsumer<SqliteExecutionStore, SqliteDeliveryStore> operation)
            throws SQLException {
        SqliteExecutionStore store = new SqliteExecutionStore(database, SETTINGS);
        SqliteDeliveryStore relays = new SqliteDeliveryStore(database, SETTINGS);
        pool.failWhere(calls -> false, false);

        operation.accept(store, relays);

        List<String> queries = pool.calls().stream()
                .filter(call -> call.startsWith("executeQuery SELECT"))
                .map(call -> call.substring("executeQuery ".length()))
                .toList();
        assertThat(queries).isNotEmpty();
        for (String query : queries) {
            for (String step : plan(query)) {
                // In the order of a key and up to a limit, a scan reads no more than what it gives; what is sorted is
                // one
                // execution's own
                assertThat(step)
                        .as(query)
                        .matches(
                                "SEARCH .*|SCAN json_each VIRTUAL TABLE.*|SCAN .* USING INDEX sqlite_autoindex_.*"
                                        + "|SCAN CONSTANT ROW|(CORRELATED )?SCALAR SUBQUERY.*|LIST SUBQUERY.*|USE TEMP B-TREE FOR ORDER BY|CREATE BLOOM FILTER");
            }
        }
    }

    private List<String> plan(String query) throws SQLException {
        List<String> steps = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN QUERY PLAN " + query)) {
            while (rows.next()) {
                steps.add(rows.getString("detail"));
            }
        }
        return steps;
    }
}
