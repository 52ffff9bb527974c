package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.harel.store.execution.Commit;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.SpawnEntry;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.delivery.Backlog;
import io.harel.store.execution.delivery.DeadLetter;
import io.harel.store.execution.delivery.DeliveryFailure;
import io.harel.store.execution.delivery.DeliveryKind;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDeliveryStoreTest {

    @TempDir
    private Path directory;

    private SqliteDatabase database;
    private SqliteExecutionStore executions;
    private SqliteDeliveryStore store;

    @BeforeEach
    void open() {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
        database = SqliteDatabase.create(
                SqliteOptions.of(directory.resolve("state.db").toString()),
                List.of(SqliteExecutionStore.schema(settings)));
        executions = new SqliteExecutionStore(database, settings);
        store = new SqliteDeliveryStore(database, settings);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long emit(String target, String kind) {
        return executions.emit(new Emit(target, Event.of(kind)));
    }

    private List<String> kindsExcept(String... targets) {
        return store.pendingOutboxExcept(0, 10, Arrays.asList(targets)).entries().stream()
                .map(entry -> entry.event().kind())
                .toList();
    }

    @Test
    void leavesOutTheNamedTargets() {
        emit("a", "A");
        emit("b\"]", "B");
        emit(null, "N");
        emit("", "E");

        assertThat(kindsExcept()).containsExactly("A", "B", "N", "E");
        assertThat(kindsExcept("a")).containsExactly("B", "N", "E");
        assertThat(kindsExcept("b\"]", "")).containsExactly("A", "N");
        assertThat(kindsExcept((String) null)).containsExactly("A", "B", "E");
        assertThat(kindsExcept("a", null, "unknown")).containsExactly("B", "E");
    }

    @Test
    void leavesOutTheNamedTargetsOnEveryPage() {
        for (int i = 0; i < 5; i++) {
            emit("a", "A" + i);
            emit("b", "B" + i);
        }

        var first = store.pendingOutboxExcept(0, 2, List.of("b"));
        var second = store.pendingOutboxExcept(first.nextAfterSeq(), 5, List.of("b"));

        assertThat(first.entries()).extracting(entry -> entry.event().kind()).containsExactly("A0", "A1");
        assertThat(second.entries()).extracting(entry -> entry.event().kind()).containsExactly("A2", "A3", "A4");
        assertThat(second.nextAfterSeq()).isNull();
    }

    @Test
    void keepsTheLastFailureOfEachDelivery() {
        store.recordDeliveryFailure(new DeliveryFailure(DeliveryKind.OUTBOX, "1", 1, 10.5, "first"));
        store.recordDeliveryFailure(new DeliveryFailure(DeliveryKind.OUTBOX, "1", 2, 20.5, "second"));
        store.recordDeliveryFailure(new DeliveryFailure(DeliveryKind.SPAWN, "1", 1, 30.0, "other kind"));

        assertThat(store.deliveryFailures(DeliveryKind.OUTBOX))
                .containsExactly(new DeliveryFailure(DeliveryKind.OUTBOX, "1", 2, 20.5, "second"));
        store.clearDeliveryFailure(DeliveryKind.OUTBOX, "1");
        assertThat(store.deliveryFailures(DeliveryKind.OUTBOX)).isEmpty();
        assertThat(store.deliveryFailures(DeliveryKind.SPAWN)).hasSize(1);
    }

    @Test
    void setsAnEventAsideAndPutsItBackAsTheNewest() {
        long seq = emit("a", "First");
        emit("a", "Second");
        store.recordDeliveryFailure(new DeliveryFailure(DeliveryKind.OUTBOX, Long.toString(seq), 3, 1.0, "boom"));

        store.setAsideOutbox(seq, 3, "boom", 99.5);

        assertThat(kindsExcept()).containsExactly("Second");
        assertThat(store.deliveryFailures(DeliveryKind.OUTBOX)).isEmpty();
        DeadLetter letter = store.deadLetters(0, 10).get(0);
        assertThat(letter.kind()).isEqualTo(DeliveryKind.OUTBOX);
        assertThat(letter.targetId()).isEqualTo("a");
        assertThat(letter.payload()).contains("\"kind\":\"First\"");
        assertThat(letter.attempts()).isEqualTo(3);
        assertThat(letter.error()).isEqualTo("boom");
        assertThat(letter.failedAt()).isEqualTo(99.5);

        assertThat(store.retryDeadLetter(letter.id())).isTrue();
        assertThat(kindsExcept()).containsExactly("Second", "First");
        assertThat(store.deadLetters(0, 10)).isEmpty();
        assertThat(store.retryDeadLetter(letter.id())).isFalse();
    }

    @Test
    void setsAsideAnEventThatCannotBeRead() {
        database.write(session -> session.update("INSERT INTO outbox (target_id, event) VALUES ('a', '{}')"));
        assertThat(store.pendingOutboxExcept(0, 10, List.of()).unreadable()).hasSize(1);

        store.setAsideOutbox(1, 1, "unreadable", 1.0);

        assertThat(store.pendingOutboxExcept(0, 10, List.of()).unreadable()).isEmpty();
        assertThat(store.deadLetters(0, 10)).extracting(DeadLetter::payload).containsExactly("{}");
    }

    @Test
    void setsASpawnAsideAndPutsItBack() {
        executions.commit(Commit.builder(Execution.builder("d").id("p").build())
                .spawn(SpawnRequest.region("p:R:0", "R", Map.of("n", 1)))
                .build());
        SpawnEntry pending = executions.pendingSpawns().entries().get(0);

        store.setAsideSpawn(pending.seq(), 2, "boom", 5.0);

        assertThat(executions.pendingSpawns().entries()).isEmpty();
        DeadLetter letter = store.deadLetters(0, 10).get(0);
        assertThat(letter.targetId()).isEqualTo("p:R:0");
        store.retryDeadLetter(letter.id());
        assertThat(executions.pendingSpawns().entries())
                .containsExactly(new SpawnEntry(pending.seq() + 1, "p", "p:R:0", "R", null, Map.of("n", 1)));
    }

    @Test
    void setsATimerAsideOnlyAtTheTimeThatWasRead() {
        arm(10.0);
        store.setAsideTimer(new DueTimer("a", "A", 9.0), 1, "boom", 20.0);
        assertThat(store.deadLetters(0, 10)).isEmpty();

        store.setAsideTimer(new DueTimer("a", "A", 10.0), 1, "boom", 20.0);

        assertThat(executions.timersOf("a")).isEmpty();
        store.retryDeadLetter(store.deadLetters(0, 10).get(0).id());
        assertThat(executions.timersOf("a")).containsExactly(new DueTimer("a", "A", 10.0));
    }

    @Test
    void doesNotPutATimerBackOverOneThatWasArmedMeanwhile() {
        arm(10.0);
        store.setAsideTimer(new DueTimer("a", "A", 10.0), 1, "boom", 20.0);
        executions.commit(Commit.builder(executions.load("a").orElseThrow())
                .timer(TimerOp.schedule("A", 30.0))
                .build());

        assertThat(store.retryDeadLetter(store.deadLetters(0, 10).get(0).id())).isTrue();

        assertThat(executions.timersOf("a")).containsExactly(new DueTimer("a", "A", 30.0));
    }

    private void arm(double fireAt) {
        executions.commit(Commit.builder(Execution.builder("d").id("a").build())
                .timer(TimerOp.schedule("A", fireAt))
                .build());
    }

    @Test
    void discardsADeadLetter() {
        store.setAsideOutbox(emit("a", "A"), 1, "boom", 1.0);
        long id = store.deadLetters(0, 10).get(0).id();

        assertThat(store.discardDeadLetter(id)).isTrue();
        assertThat(store.discardDeadLetter(id)).isFalse();
        assertThat(kindsExcept()).isEmpty();
    }

    @Test
    void givesALeaseToOneOwnerAtATime() {
        assertThat(store.acquireLease("relay", "me", 0, 10)).hasValue(1);
        assertThat(store.acquireLease("relay", "you", 5, 15)).isEmpty();
        assertThat(store.acquireLease("other", "you", 5, 15)).hasValue(1);
    }

    @Test
    void renewsALeaseWithItsToken() {
        store.acquireLease("relay", "me", 0, 10);

        assertThat(store.acquireLease("relay", "me", 5, 15)).hasValue(1);
        assertThat(store.acquireLease("relay", "you", 12, 22)).isEmpty();
    }

    @Test
    void givesAGreaterTokenAfterEachBreak() {
        store.acquireLease("relay", "me", 0, 10);
        assertThat(store.acquireLease("relay", "you", 10, 20)).hasValue(2);
        assertThat(store.acquireLease("relay", "you", 20, 30)).hasValue(3);
        store.releaseLease("relay", "me");
        assertThat(store.acquireLease("relay", "me", 21, 31)).isEmpty();
        store.releaseLease("relay", "you");
        assertThat(store.acquireLease("relay", "me", 21, 31)).hasValue(4);
    }

    @Test
    void countsWhatWaits() {
        assertThat(store.backlog(0)).isEqualTo(new Backlog(0, 0, 0, 0, 0, null, 0, null, 0, null));
        emit("a", "Gone");
        executions.ackOutbox(1);
        emit("a", "Waits");
        executions.commit(Commit.builder(Execution.builder("d").id("p").build())
                .spawn(SpawnRequest.region("c", "R", Map.of()))
                .timer(TimerOp.schedule("A", 10.0))
                .timer(TimerOp.schedule("B", 20.0))
                .build());
        store.setAsideOutbox(emit("a", "Dead"), 1, "boom", 1.0);

        assertThat(store.backlog(15.0)).isEqualTo(new Backlog(1, 1, 2, 1, 1, 2L, 3, 1L, 1, 10.0));
    }

    @Test
    void numbersOfEmittedEventsAreThoseOfTheirEntries() {
        long seq = emit("a", "A");

        assertThat(executions.pendingOutbox().entries())
                .extracting(OutboxEntry::seq)
                .containsExactly(seq);
    }
}
