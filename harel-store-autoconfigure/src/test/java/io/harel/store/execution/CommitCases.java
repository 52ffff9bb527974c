package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits with outbox, ledger and spawns: sections 7.3 and 9.3. */
interface CommitCases extends StoreCases {

    private List<String> pending() {
        return store().pendingOutbox().entries().stream()
                .map(entry -> entry.event().id())
                .toList();
    }

    private Commit.Builder a() {
        return Commit.builder(execution("a"));
    }

    @Test
    @DisplayName("ES-060: a commit brings its outbox entry and its ledger entry")
    default void commitsEmitAndLedger() {
        store().commit(a().emit("p", event("f")).processed("e1").build());

        assertThat(store().pendingOutbox().entries())
                .extracting(OutboxEntry::targetId, OutboxEntry::event)
                .satisfiesExactly(row -> assertThat(row.toList().get(0)).isEqualTo("p"));
        assertThat(store().isProcessed("a", "e1")).isTrue();
        assertThat(store().isProcessed("a", "e2")).isFalse();
    }

    @Test
    @DisplayName("ES-061, ES-077: an event to the application has no target")
    default void emitsToTheApplication() {
        store().commit(a().emit(null, event("f")).build());

        assertThat(store(0).pendingOutbox().entries())
                .extracting(OutboxEntry::targetId)
                .containsOnlyNulls()
                .hasSize(1);
        assertThat(store(0).load("a")).map(Execution::version).contains(1L);
    }

    @Test
    @DisplayName("ES-062: entries keep their order, across commits and executions")
    default void keepsTheOrderOfEmits() {
        store().commit(a().emit("p", event("1")).emit("p", event("2")).build());
        store().commit(Commit.builder(execution("b")).emit("p", event("3")).build());

        assertThat(pending()).containsExactly("1", "2", "3");
        assertThat(store().pendingOutbox().entries())
                .extracting(OutboxEntry::seq)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("ES-063: an event may be emitted twice")
    default void emitsOneEventTwice() {
        store().commit(a().emit("p", event("same")).emit("p", event("same")).build());

        assertThat(pending()).containsExactly("same", "same");
    }

    @Test
    @DisplayName("ES-064: an acknowledgement may be repeated, and may be of nothing")
    default void acknowledgesAgain() {
        long seq =
                store().commit(a().emit("p", event("1")).build()).outboxSeqs().get(0);

        store().ackOutbox(seq);
        store().ackOutbox(seq);
        store().ackOutbox(12345);

        assertThat(pending()).isEmpty();
    }

    @Test
    @DisplayName("ES-065: the number of an acknowledged entry is not given again")
    default void doesNotReuseNumbers() {
        CommitResult first = store().commit(a().emit("p", event("1")).build());
        store().ackOutbox(first.outboxSeqs().get(0));
        CommitResult second = store().commit(
                        Commit.builder(first.execution()).emit("p", event("2")).build());

        assertThat(first.outboxSeqs()).containsExactly(1L);
        assertThat(second.outboxSeqs()).containsExactly(2L);
    }

    @Test
    @DisplayName("ES-066: an event that was recorded before is recorded once, and the commit counts")
    default void recordsAnEventOnce() {
        Execution first = store().commit(a().processed("ev1").build()).execution();
        Execution second = store().commit(Commit.builder(first)
                        .processed("ev1")
                        .emit("p", event("1"))
                        .build())
                .execution();

        assertThat(second.version()).isEqualTo(2);
        assertThat(rows("processed_events")).isEqualTo(1);
        assertThat(pending()).containsExactly("1");
    }

    @Test
    @DisplayName("ES-067: no event leaves no mark, the empty id does")
    default void recordsTheEmptyId() {
        Execution first = store().commit(a().build()).execution();
        assertThat(rows("processed_events")).isZero();

        store().commit(Commit.builder(first).processed("").build());
        assertThat(store().isProcessed("a", "")).isTrue();
    }

    @Test
    @DisplayName("ES-068, ES-069: the ledger is each execution's own")
    default void looksUpAnEvent() {
        Execution a = store().commit(a().processed("e1").build()).execution();

        assertThat(store().isProcessed("b", "e1")).isFalse();
        assertThat(store().loadForEvent("a", "e1")).isEqualTo(new EventLookup(a, true));
        assertThat(store().loadForEvent("a", "e2")).isEqualTo(new EventLookup(a, false));
        assertThat(store().loadForEvent("nope", "e1")).isEqualTo(new EventLookup(null, false));
    }

    @Test
    @DisplayName("ES-070: a ledger entry without an execution counts only by itself")
    default void looksUpALeftOverEvent() {
        sql("INSERT INTO processed_events VALUES ('ghost', 'x')");

        assertThat(store().loadForEvent("ghost", "x")).isEqualTo(new EventLookup(null, false));
        assertThat(store().isProcessed("ghost", "x")).isTrue();
    }

    @Test
    @DisplayName("ES-071: spawns keep their order, even of one child, until they are acknowledged one by one")
    default void keepsSpawns() {
        store().commit(a().spawn(SpawnRequest.region("c1", "R", Map.of("k", 1)))
                .spawn(SpawnRequest.region("c1", "R", Map.of()))
                .spawn(SpawnRequest.region("c2", "S", Map.of()))
                .build());

        List<SpawnEntry> spawns = store().pendingSpawns().entries();
        assertThat(spawns).extracting(SpawnEntry::parentId).containsOnly("a");
        assertThat(spawns).extracting(SpawnEntry::context).first().isEqualTo(Map.of("k", 1));
        assertThat(spawns).extracting(SpawnEntry::seq).isSorted().doesNotHaveDuplicates();
        store().ackSpawn(spawns.get(0).seq());
        assertThat(store().isSpawnPending("c1")).isTrue();
        store().ackSpawn(spawns.get(1).seq());
        assertThat(store().isSpawnPending("c1")).isFalse();
        assertThat(store().pendingSpawnsOf("a", 0, 10).entries()).containsExactly(spawns.get(2));
        assertThat(store().pendingSpawnsOf("b", 0, 10).entries()).isEmpty();
    }

    @Test
    @DisplayName("ES-072, ES-110: of a stale commit nothing stays")
    default void undoesAStaleCommit() {
        Execution first = store().save(execution("a"));
        store().save(first);

        assertConflict("a", 1, 2L, () -> store().commit(everything(first).build()));

        sql("DELETE FROM executions");
        assertEmpty();
    }

    @Test
    @DisplayName("ES-073: the context of a spawn may have any keys, the one of an invoked definition included")
    default void keepsSpawnContexts() {
        Map<String, Object> context = Map.of(SpawnRequest.INVOKE_KEY, "other", "😀", "😀");
        store().commit(a().spawn(new SpawnRequest("c", "", context)).build());

        assertThat(store().pendingSpawns().entries()).singleElement().satisfies(spawn -> {
            assertThat(spawn.definitionId()).isEqualTo("other");
            assertThat(spawn.context()).containsEntry("😀", "😀");
        });
    }

    @Test
    @DisplayName("ES-075: entries that cannot be read are reported, and the others are there")
    default void reportsUnreadableEntries() {
        store().commit(a().emit("p", event("1"))
                .emit("p", event("2"))
                .emit("p", event("3"))
                .build());
        sql("UPDATE outbox SET event = '{}' WHERE seq = 2");

        assertThat(pending()).containsExactly("1", "3");
        assertThat(store().pendingOutbox().unreadable())
                .extracting(UnreadableRow::key)
                .containsExactly("2");
    }

    @Test
    @DisplayName("ES-076: a commit has as many emits as it needs, all or none of them")
    default void commitsManyEmits() {
        List<Emit> emits = IntStream.range(0, 1000)
                .mapToObj(i -> new Emit("p", event(String.valueOf(i))))
                .toList();
        Commit broken =
                a().emits(emits).emit("p", Event.of("K", Map.of("k", "\udc00"))).build();
        assertThatExceptionOfType(StoreEncodingException.class).isThrownBy(() -> store().commit(broken));
        assertEmpty();

        store().commit(a().emits(emits).build());
        assertThat(store().pendingOutbox().entries())
                .extracting(OutboxEntry::event)
                .containsExactlyElementsOf(emits.stream().map(Emit::event).toList());
    }

    @Test
    @DisplayName("ES-114, ES-158, ES-159: of what cannot be stored nothing stays, whatever is called next")
    default void undoesWhatCannotBeStored() {
        Execution first = store().save(execution("a"));
        Commit broken = everything(first.toBuilder().put("n", 1).build())
                .trace(new TraceStep(Map.of("k", "\udc00")))
                .build();

        assertThatExceptionOfType(StoreEncodingException.class).isThrownBy(() -> store().commit(broken));
        store().ackOutbox(99999);

        assertThat(stored("a")).isEqualTo(first);
        sql("DELETE FROM executions");
        assertEmpty();
    }

    @Test
    @DisplayName("ES-320: a commit tells the numbers of its entries, and each acknowledges that one only")
    default void tellsTheNumbersOfOutboxEntries() {
        CommitResult result = store().commit(a().emit("b", event("1"))
                .emit(null, event("2"))
                .emit("b", event("3"))
                .build());

        assertThat(result.outboxSeqs())
                .containsExactlyElementsOf(store().pendingOutbox().entries().stream()
                        .map(OutboxEntry::seq)
                        .toList());
        store().ackOutbox(result.outboxSeqs().get(1));
        assertThat(pending()).containsExactly("1", "3");
        assertThat(store().commit(Commit.of(result.execution())).outboxSeqs()).isEmpty();
    }

    @Test
    default void emitsWithoutACommit() {
        long seq = store().emit(new Emit("b", event("1")));

        assertThat(store().pendingOutbox().entries())
                .extracting(OutboxEntry::seq)
                .containsExactly(seq);
        assertThat(rows("executions")).isZero();
    }

    @Test
    default void pagesTheOutbox() {
        store().commit(a().emit("b", event("1"))
                .emit(null, event("2"))
                .emit("b", event("3"))
                .build());

        Pending<OutboxEntry> first = store().pendingOutboxOf("b", 0, 1);
        assertThat(first.entries()).extracting(entry -> entry.event().id()).containsExactly("1");
        Pending<OutboxEntry> second = store().pendingOutboxOf("b", first.nextAfterSeq(), 1);
        assertThat(second.entries()).extracting(entry -> entry.event().id()).containsExactly("3");
        assertThat(second.nextAfterSeq()).isNull();
        assertThat(store().pendingOutboxOf(null, 0, 10).entries())
                .extracting(entry -> entry.event().id())
                .containsExactly("2");
        assertThat(store().pendingOutbox(2, 10).entries())
                .extracting(entry -> entry.event().id())
                .containsExactly("3");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    default void refusesAPageOfNothing(int limit) {
        assertThatIllegalArgumentException().isThrownBy(() -> store().pendingOutbox(0, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store().pendingOutboxOf("a", 0, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store().pendingSpawns(0, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store().pendingSpawnsOf("a", 0, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store().dueTimers(1, null, limit));
        assertThatIllegalArgumentException().isThrownBy(() -> store().idsWithPrefix("", null, limit));
    }
}
