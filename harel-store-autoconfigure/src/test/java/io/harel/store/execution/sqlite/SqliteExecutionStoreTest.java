package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.harel.store.StoreClosedException;
import io.harel.store.StoreSchemaException;
import io.harel.store.execution.Commit;
import io.harel.store.execution.CommitResult;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionSummary;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.Pending;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.Status;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.StoreEncodingException;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceEntry;
import io.harel.store.execution.TraceStep;
import io.harel.store.execution.UnreadableRow;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteExecutionStoreTest {

    @TempDir
    private Path directory;

    private final List<SqliteDatabase> databases = new ArrayList<>();
    private SqliteExecutionStore store;

    @BeforeEach
    void open() {
        store = open(SqliteExecutionSettings.defaults());
    }

    @AfterEach
    void close() {
        databases.forEach(SqliteDatabase::close);
    }

    private SqliteExecutionStore open(SqliteExecutionSettings settings) {
        SqliteDatabase database = SqliteDatabase.create(
                SqliteOptions.of(file().toString()), List.of(SqliteExecutionStore.schema(settings)));
        databases.add(database);
        return new SqliteExecutionStore(database, settings);
    }

    private Path file() {
        return directory.resolve("state.db");
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement update = connection.createStatement()) {
            update.executeUpdate(statement);
        }
    }

    private static Execution execution(String id) {
        return Execution.builder("d").id(id).build();
    }

    @Test
    @DisplayName("ES-030: a new execution is stored at version 1, and loads as it was saved")
    void storesANewExecution() {
        Execution saved = store.save(Execution.builder("d").id("a").put("n", 1).build());

        assertThat(saved.version()).isEqualTo(1);
        assertThat(store.load("a")).contains(saved);
        assertThat(store.load("b")).isEmpty();
    }

    @Test
    @DisplayName("ES-033: a stale save is a conflict that tells both versions, and changes nothing")
    void refusesAStaleSave() {
        Execution first = store.save(execution("a"));
        Execution second = store.save(first.toBuilder().put("by", "winner").build());

        assertThatExceptionOfType(StoreConflictException.class)
                .isThrownBy(() -> store.commit(Commit.builder(first)
                        .emit(null, Event.of("Lost"))
                        .processed("e")
                        .timer(TimerOp.schedule("P", 1.0))
                        .build()))
                .satisfies(ex -> {
                    assertThat(ex.executionId()).isEqualTo("a");
                    assertThat(ex.expected()).isEqualTo(1);
                    assertThat(ex.found()).isEqualTo(2);
                });
        assertThat(store.load("a")).contains(second);
        assertThat(store.pendingOutbox().entries()).isEmpty();
        assertThat(store.isProcessed("a", "e")).isFalse();
        assertThat(store.timersOf("a")).isEmpty();
    }

    @Test
    @DisplayName(
            "ES-034: a save of an execution that is not stored, at another version than 0, is a conflict with none")
    void refusesToInsertAtAVersion() {
        assertThatExceptionOfType(StoreConflictException.class)
                .isThrownBy(
                        () -> store.save(execution("a").toBuilder().version(3).build()))
                .satisfies(ex -> assertThat(ex.found()).isNull());
    }

    @Test
    @DisplayName("ES-044: versions are exact to the last 64-bit number")
    void keepsVersionsExact() throws SQLException {
        store.save(execution("a"));
        long version = Long.MAX_VALUE - 1;
        sql("UPDATE executions SET version = " + version + " WHERE id = 'a'");

        Execution saved = store.save(execution("a").toBuilder().version(version).build());

        assertThat(saved.version()).isEqualTo(Long.MAX_VALUE);
        assertThat(store.load("a")).contains(saved);
    }

    @Test
    @DisplayName("ES-320: a commit tells the numbers of its outbox entries")
    void tellsTheNumbersOfOutboxEntries() {
        CommitResult result = store.commit(Commit.builder(execution("a"))
                .emit("b", Event.of("One"))
                .emit(null, Event.of("Two"))
                .emit("b", Event.of("Three"))
                .build());

        assertThat(result.outboxSeqs())
                .containsExactlyElementsOf(store.pendingOutbox().entries().stream()
                        .map(OutboxEntry::seq)
                        .toList())
                .hasSize(3);
        store.ackOutbox(result.outboxSeqs().get(1));
        assertThat(store.pendingOutbox().entries())
                .extracting(entry -> entry.event().kind())
                .containsExactly("One", "Three");
    }

    @Test
    void pagesTheOutboxOfOneTarget() {
        store.commit(Commit.builder(execution("a"))
                .emit("b", Event.of("One"))
                .emit(null, Event.of("Two"))
                .emit("b", Event.of("Three"))
                .build());

        Pending<OutboxEntry> first = store.pendingOutboxOf("b", 0, 1);
        assertThat(first.entries()).extracting(entry -> entry.event().kind()).containsExactly("One");
        Pending<OutboxEntry> second = store.pendingOutboxOf("b", first.nextAfterSeq(), 1);
        assertThat(second.entries()).extracting(entry -> entry.event().kind()).containsExactly("Three");
        assertThat(second.nextAfterSeq()).isNull();
        assertThat(store.pendingOutboxOf(null, 0, 10).entries())
                .extracting(entry -> entry.event().kind())
                .containsExactly("Two");
    }

    @Test
    @DisplayName(
            "ES-072: the ledger tells what was processed, and only of an execution that exists in one snapshot with it")
    void recordsProcessedEvents() throws SQLException {
        store.commit(Commit.builder(execution("a")).processed("").build());

        assertThat(store.isProcessed("a", "")).isTrue();
        assertThat(store.loadForEvent("a", "").processed()).isTrue();
        assertThat(store.loadForEvent("a", "e").processed()).isFalse();
        sql("DELETE FROM executions");
        assertThat(store.loadForEvent("a", "").execution()).isNull();
        assertThat(store.loadForEvent("a", "").processed()).isFalse();
        assertThat(store.isProcessed("a", "")).isTrue();
    }

    @Test
    void keepsSpawnIntentsUntilTheyAreAcknowledged() {
        store.commit(Commit.builder(execution("p"))
                .spawn(SpawnRequest.region("p:R:0", "R", Map.of("n", 1)))
                .spawn(SpawnRequest.region("p:S:0", "S", Map.of()))
                .build());

        assertThat(store.isSpawnPending("p:R:0")).isTrue();
        store.ackSpawn(store.pendingSpawns().entries().get(0).seq());
        assertThat(store.isSpawnPending("p:R:0")).isFalse();
        assertThat(store.pendingSpawnsOf("p", 0, 10).entries())
                .extracting(entry -> entry.childId())
                .containsExactly("p:S:0");
        assertThat(store.pendingSpawnsOf("q", 0, 10).entries()).isEmpty();
    }

    @Test
    @DisplayName("ES-090: due timers come by time, then id in the order of UTF-8, then path, in pages")
    void ordersDueTimers() {
        store.commit(Commit.builder(execution("\uFF5E"))
                .timer(TimerOp.schedule("P", 1.0))
                .build());
        store.commit(Commit.builder(execution("😀"))
                .timer(TimerOp.schedule("Q", 1.0))
                .timer(TimerOp.schedule("P", 1.0))
                .timer(TimerOp.schedule("R", 0.5))
                .timer(TimerOp.schedule("S", 9.0))
                .build());

        List<DueTimer> due = List.of(
                new DueTimer("😀", "R", 0.5),
                new DueTimer("\uFF5E", "P", 1.0),
                new DueTimer("😀", "P", 1.0),
                new DueTimer("😀", "Q", 1.0));
        assertThat(store.dueTimers(1.0)).isEqualTo(due);
        assertThat(store.dueTimers(1.0, due.get(1), 1)).containsExactly(due.get(2));
        assertThat(store.dueTimers(Double.NaN)).isEmpty();
        assertThat(store.nextTimerAfter(1.0)).hasValue(9.0);
        assertThat(store.nextTimerAfter(9.0)).isEmpty();
    }

    @Test
    @DisplayName("ES-097: a timer that was armed anew is not deleted")
    void deletesATimerOnlyAtItsTime() {
        Execution saved = store.commit(Commit.builder(execution("a"))
                        .timer(TimerOp.schedule("P", 1.0))
                        .build())
                .execution();
        store.commit(Commit.builder(saved).timer(TimerOp.schedule("P", 2.0)).build());

        store.deleteTimer(new DueTimer("a", "P", 1.0));
        assertThat(store.timersOf("a")).containsExactly(new DueTimer("a", "P", 2.0));
        store.deleteTimer(new DueTimer("a", "P", 2.0));
        assertThat(store.timersOf("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("ES-093: a timer without a finite time is refused, and nothing is written")
    void refusesATimerWithoutAFiniteTime(double fireAt) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.commit(Commit.builder(execution("a"))
                        .timer(TimerOp.schedule("P", fireAt))
                        .build()))
                .withMessageContaining("fireAt");
        assertThat(store.load("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\uD800", "\uDC00x"})
    @DisplayName("ES-140: an id that a column cannot hold is refused")
    void refusesAnIdThatAColumnCannotHold(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> store.save(execution(id)));
        assertThatIllegalArgumentException().isThrownBy(() -> store.appendTrace(id, new TraceStep(Map.of())));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.commit(
                        Commit.builder(execution("a")).emit(id, Event.of("K")).build()));
        assertThat(store.list(ExecutionQuery.all()).items()).isEmpty();
    }

    @Test
    @DisplayName("ES-023: a context nested deeper than harel reads is refused, and nothing is written")
    void refusesADeepContext() {
        Execution saved =
                store.save(Execution.builder("d").id("a").context(nested(190)).build());
        assertThat(store.load("a")).contains(saved);

        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(
                        () -> store.save(saved.toBuilder().context(nested(191)).build()))
                .withMessageContaining("/context/m/m");
        assertThat(store.load("a")).contains(saved);
    }

    private static Map<String, Object> nested(int levels) {
        Map<String, Object> map = Map.of();
        for (int i = 0; i < levels; i++) {
            map = Map.of("m", map);
        }
        return map;
    }

    @Test
    void refusesARowWhoseJsonHasAnotherId() throws SQLException {
        store.save(execution("a"));
        sql("UPDATE executions SET data = replace(data, '\"id\":\"a\"', '\"id\":\"b\"')");

        assertThatExceptionOfType(StoreDecodingException.class)
                .isThrownBy(() -> store.load("a"))
                .withMessageContaining("'b'");
    }

    @Test
    @DisplayName("ES-110: the trace keeps its last entries, and goes on counting")
    void keepsTheLastEntriesOfATrace() {
        SqliteExecutionStore ring = open(SqliteExecutionSettings.defaults().withTraceLimit(2));
        for (int i = 0; i < 4; i++) {
            ring.appendTrace("a", new TraceStep(Map.of("n", i, "index", "own")));
        }
        ring.appendTrace("b", new TraceStep(Map.of()));

        assertThat(ring.readTrace("a"))
                .containsExactly(
                        new TraceEntry(2, new TraceStep(Map.of("n", 2))),
                        new TraceEntry(3, new TraceStep(Map.of("n", 3))));
        assertThat(ring.readTrace("b")).extracting(TraceEntry::index).containsExactly(0L);
    }

    @Test
    @DisplayName("ES-130: a listing combines its filters, and goes on after the last id")
    void listsWithFilters() {
        store.save(Execution.builder("x")
                .id("a")
                .status(Status.DONE)
                .finishedAt(5.0)
                .build());
        store.save(Execution.builder("x").id("b").parentId("a").build());
        store.save(Execution.builder("y").id("c").status(Status.RUNNING).build());

        ExecutionPage first = store.list(ExecutionQuery.all().limit(2));
        assertThat(first.items())
                .containsExactly(
                        new ExecutionSummary("a", "x", Status.DONE, null, null, 1, null, 5.0),
                        new ExecutionSummary("b", "x", Status.PENDING, null, null, 1, "a", null));
        assertThat(ids(store.list(ExecutionQuery.all().after(first.nextCursor()))))
                .containsExactly("c");
        assertThat(ids(store.list(ExecutionQuery.all().after("Mg==")))).containsExactly("c");
        assertThat(ids(store.list(ExecutionQuery.all().definition("x").roots())))
                .containsExactly("a");
        assertThat(ids(store.list(ExecutionQuery.all().status(Status.RUNNING, Status.PENDING))))
                .containsExactly("b", "c");
        assertThat(ids(store.list(ExecutionQuery.all().status(List.of())))).isEmpty();
        assertThat(store.list(ExecutionQuery.all().limit(3)).nextCursor()).isNull();
    }

    private static List<String> ids(ExecutionPage page) {
        return page.items().stream().map(ExecutionSummary::id).toList();
    }

    @Test
    void reportsRowsThatCannotBeReadByThemselves() throws SQLException {
        store.commit(Commit.builder(execution("a"))
                .emit("b", Event.of("One"))
                .emit("b", Event.of("Two"))
                .build());
        sql("INSERT INTO executions VALUES ('b', 'd', '{', 1), ('c', 'd', '{\"id\":\"c\",\"status\":\"WEIRD\"}', 1),"
                + " ('d', 'd', '{\"id\":\"d\",\"definition_id\":\"d\",\"context\":{\"n\":NaN}}', 1)");
        sql("UPDATE outbox SET event = '{}' WHERE seq = 1");

        ExecutionPage page = store.list(ExecutionQuery.all());
        assertThat(ids(page)).containsExactly("a", "d");
        assertThat(page.unreadable()).extracting(UnreadableRow::key).containsExactly("b", "c");
        Pending<OutboxEntry> outbox = store.pendingOutbox();
        assertThat(outbox.entries()).extracting(OutboxEntry::seq).containsExactly(2L);
        assertThat(outbox.unreadable()).singleElement().satisfies(row -> {
            assertThat(row.table()).isEqualTo("outbox");
            assertThat(row.key()).isEqualTo("1");
            assertThat(row.reason()).contains("kind");
        });
    }

    @Test
    @DisplayName(
            "ES-321, ES-322, ES-323: a purge removes all that belongs to an execution at that version, and nothing else")
    void purges() {
        for (String id : List.of("a", "b")) {
            store.commit(Commit.builder(execution(id))
                    .emit(id, Event.of("K"))
                    .processed("e")
                    .spawn(SpawnRequest.region(id + ":R:0", "R", Map.of()))
                    .timer(TimerOp.schedule("P", 1.0))
                    .trace(new TraceStep(Map.of()))
                    .build());
        }

        assertThat(store.purge("a", 2)).isFalse();
        assertThat(store.isProcessed("a", "e")).isTrue();
        assertThat(store.purge("a", 1)).isTrue();
        assertThat(store.purge("a", 1)).isFalse();

        assertThat(store.load("a")).isEmpty();
        assertThat(store.isProcessed("a", "e")).isFalse();
        assertThat(store.timersOf("a")).isEmpty();
        assertThat(store.readTrace("a")).isEmpty();
        assertThat(store.pendingOutbox().entries())
                .extracting(OutboxEntry::targetId)
                .containsExactly("b");
        assertThat(store.pendingSpawns().entries())
                .extracting(entry -> entry.parentId())
                .containsExactly("b");
        assertThat(store.isProcessed("b", "e")).isTrue();
        assertThat(store.timersOf("b")).hasSize(1);
        assertThat(store.readTrace("b")).hasSize(1);
    }

    @Test
    @DisplayName("ES-325: a purge removes what is left over of an id without an execution")
    void purgesLeftovers() {
        store.appendTrace("a", new TraceStep(Map.of()));

        assertThat(store.purge("a", 1)).isFalse();
        assertThat(store.readTrace("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"_", "%", "*", "[", "]", "\\", "A", "a", "\uD7FF", "\uDBFF\uDFFF"})
    @DisplayName("ES-326: a prefix stands for itself")
    void findsIdsByPrefix(String prefix) {
        for (String id :
                List.of("_1", "%1", "*1", "[1", "]1", "\\1", "A1", "a1", "\uD7FF1", "\uE0001", "\uDBFF\uDFFF1", "1")) {
            store.save(execution(id));
        }
        store.save(execution(prefix));

        assertThat(store.idsWithPrefix(prefix, null, 10)).containsExactly(prefix, prefix + "1");
        assertThat(store.idsWithPrefix(prefix, prefix, 10)).containsExactly(prefix + "1");
        assertThat(store.idsWithPrefix(prefix, null, 1)).containsExactly(prefix);
        assertThat(store.idsWithPrefix("", null, 100)).hasSize(13);
    }

    @Test
    @DisplayName("ES-301: stores with different prefixes do not see each other")
    void keepsPrefixesApart() {
        SqliteExecutionStore other = open(SqliteExecutionSettings.defaults().withTablePrefix("harel"));
        store.save(execution("a"));

        assertThat(other.load("a")).isEmpty();
        other.save(execution("b"));
        assertThat(store.load("b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a-b", "a b", "abcdefghijklmnopqrstuvwxyzabcde", "a\""})
    @DisplayName("ES-302: a prefix that is no name is refused")
    void refusesAPrefixThatIsNoName(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqliteExecutionSettings.defaults().withTablePrefix(prefix));
    }

    @Test
    @DisplayName("ES-304: a missing table is named if the store does not create any, and its statements make it")
    void namesAMissingTable() throws SQLException {
        SqliteExecutionSettings settings =
                SqliteExecutionSettings.defaults().withTablePrefix("own").withoutCreatingTables();
        SqliteExecutionStore own = open(settings);

        assertThatExceptionOfType(StoreSchemaException.class)
                .isThrownBy(() -> own.load("a"))
                .withMessageContaining("'own_executions'");
        for (String statement : SqliteExecutionStore.schemaStatements(settings)) {
            sql(statement);
        }
        own.save(execution("a"));
        assertThat(own.load("a")).isPresent();
    }

    @Test
    @DisplayName("ES-164: a table without a column is refused, and left as it is")
    void refusesATableWithoutAColumn() throws SQLException {
        sql("CREATE TABLE executions (id TEXT PRIMARY KEY, body TEXT)");

        assertThatExceptionOfType(StoreSchemaException.class)
                .isThrownBy(() -> store.load("a"))
                .withMessageContaining("'executions'")
                .withMessageContaining("definition_id");
    }

    @Test
    @DisplayName("ES-160: after close every operation says so, and a second close does nothing")
    void saysThatItIsClosed() {
        store.close();
        store.close();

        assertThatExceptionOfType(StoreClosedException.class).isThrownBy(() -> store.load("a"));
        assertThatExceptionOfType(StoreClosedException.class).isThrownBy(() -> store.save(execution("a")));
        assertThat(Files.exists(file())).isFalse();
    }

    @Test
    void migratesAFileOfTheFirstSchemaWithItsRows() throws SQLException {
        store.save(execution("a"));
        databases.get(0).close();
        for (String table : List.of("dead_letters", "delivery_failures", "leases")) {
            sql("DROP TABLE harel_store_" + table);
        }
        sql("UPDATE harel_store_schema SET version = 1");

        SqliteExecutionStore reopened = open(SqliteExecutionSettings.defaults());

        assertThat(reopened.load("a")).isPresent();
        SqliteDeliveryStore deliveries = new SqliteDeliveryStore(databases.get(1), SqliteExecutionSettings.defaults());
        assertThat(deliveries.acquireLease("relay", "me", 0, 10)).hasValue(1);
        assertThat(deliveries.deadLetters(0, 1)).isEmpty();
    }
}
