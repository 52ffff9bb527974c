package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.harel.store.execution.Commit;
import io.harel.store.execution.CommitResult;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionBuilder;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionSummary;
import io.harel.store.execution.Status;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.StoreEncodingException;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceStep;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases in which the specification wants something else than harel did, and those that no golden sequence has. */
class SpecificationCasesTest {

    @TempDir
    private Path directory;

    private SqliteDatabase database;
    private SqliteExecutionStore store;

    @BeforeEach
    void open() {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
        database = SqliteDatabase.create(SqliteOptions.of(file()), List.of(SqliteExecutionStore.schema(settings)));
        store = new SqliteExecutionStore(database, settings);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private String file() {
        return directory.resolve("state.db").toString();
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement update = connection.createStatement()) {
            update.executeUpdate(statement);
        }
    }

    private static ExecutionBuilder builder(String id) {
        return Execution.builder("d").id(id);
    }

    private static Execution execution(String id) {
        return builder(id).build();
    }

    @Test
    @DisplayName("ES-001: the smallest execution is stored as harel stores it, with the four times of 0.9.0")
    void storesTheSmallestExecution() {
        assertThat(StoredJson.ofExecution(execution("x")))
                .startsWith("{\"id\":\"x\",\"definition_id\":\"d\",\"definition_fqn\":null,\"root_path\":\"\","
                        + "\"status\":\"PENDING\",\"outcome\":null,\"error\":null,\"active_path\":null,\"history\":{},"
                        + "\"context\":{},\"processed_events\":0,\"version\":0,\"priority\":0,\"parent_id\":null,"
                        + "\"child_id\":null,\"deferred\":[],\"children\":{},\"invoke_seq\":{}");
    }

    @Test
    @DisplayName("ES-008: fields that nobody knows survive a load and a save at every level")
    void keepsUnknownFields() throws SQLException {
        store.save(execution("other"));
        sql(
                "INSERT INTO executions VALUES ('a', 'd', '{\"id\":\"a\",\"definition_id\":\"d\",\"version\":1,\"future\":1,"
                        + "\"children\":{\"c\":{\"root_path\":\"R\",\"future\":2}},"
                        + "\"deferred\":[{\"id\":\"e\",\"kind\":\"K\",\"data\":{},\"future\":3}]}', 1)");

        store.save(store.load("a").orElseThrow());

        Execution again = store.load("a").orElseThrow();
        assertThat(again.version()).isEqualTo(2);
        assertThat(again.unknownFields()).isEqualTo(Map.of("future", 1));
        assertThat(again.children().get("c").unknownFields()).isEqualTo(Map.of("future", 2));
        assertThat(again.deferred().get(0).unknownFields()).isEqualTo(Map.of("future", 3));
    }

    @Test
    @DisplayName("ES-046: U+0000 is refused wherever a column would hold it")
    void refusesNul() {
        String nul = "a\0b";
        assertThatIllegalArgumentException().isThrownBy(() -> store.save(execution(nul)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.save(Execution.builder(nul).id("a").build()));
        assertThatIllegalArgumentException().isThrownBy(() -> store.emit(new Emit(nul, Event.of("K"))));
        assertThatIllegalArgumentException().isThrownBy(() -> store.appendTrace(nul, new TraceStep(Map.of())));
        unchanged();
    }

    private void unchanged() {
        assertThat(store.list(ExecutionQuery.all()).items()).isEmpty();
        assertThat(store.pendingOutbox().entries()).isEmpty();
        assertThat(store.dueTimers(1e18)).isEmpty();
    }

    @Test
    @DisplayName("ES-047: a text of 20,000,000 characters is kept")
    void keepsAVeryLongText() {
        String text = "é".repeat(20_000_000);
        store.save(builder("a").put("text", text).build());

        assertThat(text.equals(store.load("a").orElseThrow().context().get("text")))
                .isTrue();
    }

    @Test
    @DisplayName("ES-091: timers of one time come by execution, then by path")
    void ordersTimersOfOneTime() {
        store.commit(
                Commit.builder(execution("z")).timer(TimerOp.schedule("P", 10)).build());
        store.commit(
                Commit.builder(execution("y")).timer(TimerOp.schedule("P", 10)).build());
        store.commit(Commit.builder(store.load("z").orElseThrow())
                .timer(TimerOp.schedule("A", 10))
                .build());

        assertThat(store.dueTimers(10))
                .containsExactly(new DueTimer("y", "P", 10), new DueTimer("z", "A", 10), new DueTimer("z", "P", 10));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("ES-092, ES-093: a timer at no time is refused, with everything beside it")
    void refusesATimerAtNoTime(double fireAt) {
        Commit commit = Commit.builder(execution("a"))
                .emit("p", Event.of("K"))
                .timer(TimerOp.schedule("P", fireAt))
                .build();

        assertThatIllegalArgumentException().isThrownBy(() -> store.commit(commit));
        unchanged();
    }

    @Test
    @DisplayName("ES-111: the trace is not part of the execution")
    void keepsTheTraceApart() {
        store.commit(Commit.builder(builder("a").activePath("B").build())
                .trace(new TraceStep(Map.of("event_kind", "marker")))
                .build());

        Execution loaded = store.load("a").orElseThrow();
        assertThat(loaded.activePath()).isEqualTo("B");
        assertThat(StoredJson.ofExecution(loaded)).doesNotContain("marker");
    }

    @Test
    @DisplayName("ES-113: a trace of less than no entries is refused")
    void refusesANegativeTraceLimit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqliteExecutionSettings.defaults().withTraceLimit(-1));
    }

    @Test
    @DisplayName("ES-114, ES-158, ES-159: what cannot be stored leaves no half batch, whatever is called next")
    void leavesNoHalfBatch() throws SQLException {
        Execution saved = store.save(execution("a"));

        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(() -> store.commit(Commit.builder(saved)
                        .emit("p", Event.of("K"))
                        .processed("e")
                        .timer(TimerOp.schedule("P", 1))
                        .trace(new TraceStep(Map.of("half", "\ud800")))
                        .build()));
        assertThat(store.load("a")).hasValue(saved);
        store.ackOutbox(99_999);

        assertThat(store.load("a")).hasValue(saved);
        assertThat(store.pendingOutbox().entries()).isEmpty();
        assertThat(store.isProcessed("a", "e")).isFalse();
        assertThat(store.timersOf("a")).isEmpty();
        sql("UPDATE executions SET version = version");
    }

    @Test
    @DisplayName("ES-118: a trace entry is what it was when it was written")
    void copiesTraceEntries() {
        Map<String, Object> nested = new HashMap<>(Map.of("k", 1));
        store.appendTrace("a", new TraceStep(Map.of("nested", nested)));
        nested.put("k", 2);

        assertThat(store.readTrace("a").get(0).step().fields()).isEqualTo(Map.of("nested", Map.of("k", 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    @DisplayName("ES-132, ES-133: a page of no items is refused")
    void refusesALimitBelowOne(int limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExecutionQuery.all().limit(limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store.pendingOutbox(0, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store.pendingSpawns(0, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store.dueTimers(1, null, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store.idsWithPrefix("", null, limit));
    }

    private void seed() {
        Map<String, Status> statuses = Map.of(
                "k01",
                Status.RUNNING,
                "k02",
                Status.RUNNING,
                "k03",
                Status.DONE,
                "k04",
                Status.DONE,
                "k05",
                Status.SUSPENDED,
                "k06",
                Status.RUNNING);
        statuses.forEach((id, status) -> store.save(Execution.builder(id.equals("k06") ? "beta" : "alpha")
                .id(id)
                .status(status)
                .build()));
    }

    private static List<String> ids(ExecutionPage page) {
        return page.items().stream().map(ExecutionSummary::id).toList();
    }

    @Test
    @DisplayName("ES-136: a page does not repeat what the one before showed, whatever is inserted meanwhile")
    void doesNotDriftByInsert() {
        seed();
        ExecutionQuery query = ExecutionQuery.all().definition("alpha").limit(2);
        ExecutionPage first = store.list(query);
        store.save(Execution.builder("alpha").id("a00").build());

        assertThat(ids(first)).containsExactly("k01", "k02");
        assertThat(ids(store.list(query.after(first.nextCursor())))).containsExactly("k03", "k04");
    }

    @Test
    @DisplayName("ES-137: a page leaves nothing out, whatever changes its status meanwhile")
    void doesNotDriftByStatus() {
        seed();
        ExecutionQuery query = ExecutionQuery.all().status(Status.RUNNING).limit(1);
        ExecutionPage first = store.list(query);
        store.save(
                store.load("k01").orElseThrow().toBuilder().status(Status.DONE).build());

        assertThat(ids(first)).containsExactly("k01");
        assertThat(ids(store.list(query.after(first.nextCursor())))).containsExactly("k02");
    }

    @Test
    @DisplayName("ES-145: statuses may be any collection")
    void takesAnyCollectionOfStatuses() {
        seed();
        List<Status> twice = new ArrayList<>(List.of(Status.DONE, Status.DONE));
        ExecutionQuery query = ExecutionQuery.all().status(twice);
        twice.clear();

        assertThat(ids(store.list(query))).containsExactly("k03", "k04");
    }

    @Test
    @DisplayName("ES-169: what cannot be stored leaves the version as it was")
    void keepsTheVersionOfWhatCannotBeStored() {
        Execution saved = store.save(execution("a"));
        Execution broken = saved.toBuilder().put("half", "\udc00").build();

        assertThatExceptionOfType(StoreEncodingException.class).isThrownBy(() -> store.save(broken));

        assertThat(broken.version()).isEqualTo(1);
        assertThat(store.save(saved).version()).isEqualTo(2);
    }

    @Test
    @DisplayName("ES-310: the four times are kept, and a row without them has none")
    void keepsTheFourTimes() throws SQLException {
        Execution saved = store.save(builder("a")
                .createdAt(1.5)
                .updatedAt(2.5)
                .finishedAt(3.5)
                .expiresAt(4.5)
                .build());
        sql("INSERT INTO executions VALUES ('old', 'd', '{\"id\":\"old\",\"definition_id\":\"d\",\"version\":1}', 1)");

        assertThat(store.load("a")).hasValue(saved);
        Execution old = store.load("old").orElseThrow();
        assertThat(old.createdAt()).isNull();
        assertThat(old.updatedAt()).isNull();
        assertThat(old.finishedAt()).isNull();
        assertThat(old.expiresAt()).isNull();
    }

    @Test
    @DisplayName("ES-313: a listing shows when an execution finished")
    void listsWhenExecutionsFinished() {
        store.save(builder("a").finishedAt(3.5).build());
        store.save(execution("b"));

        assertThat(store.list(ExecutionQuery.all()).items())
                .extracting(ExecutionSummary::finishedAt)
                .containsExactly(3.5, null);
    }

    @Test
    @DisplayName("ES-324: nothing of before a purge comes back, and the id may be taken again")
    void doesNotReviveWhatWasPurged() {
        CommitResult first = store.commit(Commit.builder(execution("a"))
                .processed("e")
                .trace(new TraceStep(Map.of("n", 0)))
                .build());
        assertThat(store.purge("a", 1)).isTrue();

        assertThatExceptionOfType(StoreConflictException.class).isThrownBy(() -> store.save(first.execution()));
        assertThat(store.load("a")).isEmpty();
        Execution again = store.commit(Commit.builder(execution("a"))
                        .trace(new TraceStep(Map.of("n", 1)))
                        .build())
                .execution();
        assertThat(again.version()).isEqualTo(1);
        assertThat(store.isProcessed("a", "e")).isFalse();
        assertThat(store.readTrace("a")).extracting(entry -> entry.index()).containsExactly(0L);
    }
}
