package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.harel.store.execution.codec.StoredJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link ExecutionStore} does, as applications see it. */
public abstract class ExecutionStoreContract {

    private ExecutionStore store;

    /** A new store that is empty; whoever makes it cleans up after it. */
    protected abstract ExecutionStore create();

    @BeforeEach
    void createStore() {
        store = create();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static Execution execution(String id) {
        return Execution.builder("d").id(id).build();
    }

    private static Map<String, Object> nested(int levels) {
        Map<String, Object> map = Map.of();
        for (int i = 0; i < levels; i++) {
            map = Map.of("m", map);
        }
        return map;
    }

    private static List<String> ids(ExecutionPage page) {
        return page.items().stream().map(ExecutionSummary::id).toList();
    }

    private static ExecutionBuilder builder(String id) {
        return Execution.builder("d").id(id);
    }

    private void unchanged() {
        assertThat(store.list(ExecutionQuery.all()).items()).isEmpty();
        assertThat(store.pendingOutbox().entries()).isEmpty();
        assertThat(store.dueTimers(1e18)).isEmpty();
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
    @DisplayName("ES-001: the smallest execution is stored as harel stores it, with the four times of 0.9.0")
    void storesTheSmallestExecution() {
        assertThat(StoredJson.ofExecution(execution("x")))
                .startsWith("{\"id\":\"x\",\"definition_id\":\"d\",\"definition_fqn\":null,\"root_path\":\"\","
                        + "\"status\":\"PENDING\",\"outcome\":null,\"error\":null,\"active_path\":null,\"history\":{},"
                        + "\"context\":{},\"processed_events\":0,\"version\":0,\"priority\":0,\"parent_id\":null,"
                        + "\"child_id\":null,\"deferred\":[],\"children\":{},\"invoke_seq\":{}");
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
