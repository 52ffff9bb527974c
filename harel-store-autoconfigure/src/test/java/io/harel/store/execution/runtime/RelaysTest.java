package io.harel.store.execution.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.harel.store.execution.Commit;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.Status;
import io.harel.store.execution.TimerOp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What the relays do, in one thread. */
@ExtendWith(OutputCaptureExtension.class)
class RelaysTest {

    @TempDir
    private Path directory;

    private final List<Object> published = new ArrayList<>();
    private RuntimeFixture fixture;
    private ExecutionTemplate executions;
    private OutboxRelay outbox;
    private SpawnRelay spawns;
    private TimerSweep timers;

    @BeforeEach
    void open() {
        fixture = new RuntimeFixture(directory);
        executions = fixture.template();
        WorkSignals signals = new WorkSignals();
        RelaySettings settings = RelaySettings.defaults().withBatchSize(2);
        outbox = new OutboxRelay(fixture.store, fixture.deliveries, executions, this::publish, signals, settings);
        spawns = new SpawnRelay(fixture.store, executions, signals, settings);
        timers = new TimerSweep(fixture.store, executions, signals, settings, fixture.clock);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void publish(Object event) {
        if (event instanceof Event sent && sent.kind().equals("Poison")) {
            throw new IllegalStateException("listener");
        }
        published.add(event);
    }

    private void collecting(String definitionId) {
        fixture.handling(definitionId, (execution, event) -> {
            List<Object> seen = new ArrayList<>();
            if (execution.context().get("seen") instanceof List<?> before) {
                seen.addAll(before);
            }
            if (!event.kind().equals("Start")) {
                seen.add(event.kind());
            }
            return Transition.to("A").put("seen", seen);
        });
    }

    private Object seen(String id) {
        return executions.get(id).context().get("seen");
    }

    private List<String> pending() {
        return fixture.store.pendingOutbox().entries().stream()
                .map(entry -> entry.event().kind())
                .toList();
    }

    @Test
    void eventsReachTheirTargetsInTheOrderTheyWereSent() {
        collecting("order");
        executions.create("order", "a", Map.of());
        executions.create("order", "b", Map.of());
        for (int i = 0; i < 5; i++) {
            executions.send("a", Event.of("A" + i));
            executions.send("b", Event.of("B" + i));
        }

        assertThat(outbox.drain()).isEqualTo(10);

        assertThat(seen("a")).isEqualTo(List.of("A0", "A1", "A2", "A3", "A4"));
        assertThat(seen("b")).isEqualTo(List.of("B0", "B1", "B2", "B3", "B4"));
        assertThat(pending()).isEmpty();
    }

    @Test
    @DisplayName("ES-185: an entry that was delivered and not acknowledged is acknowledged without a second effect")
    void anEntryThatWasDeliveredBeforeHasNoSecondEffect() {
        collecting("order");
        executions.create("order", "a", Map.of());
        Event event = Event.of("E");
        executions.send("a", event);
        Execution after = executions.process("a", event);

        assertThat(outbox.drain()).isEqualTo(1);

        assertThat(executions.get("a")).isEqualTo(after);
        assertThat(pending()).isEmpty();
    }

    @Test
    void eventsWithoutTargetArePublishedThenAcknowledged() {
        Event event = Event.of("OrderDelivered", Map.of("order", "a"));
        fixture.store.emit(new Emit(null, event));

        assertThat(outbox.drain()).isEqualTo(1);

        assertThat(published).containsExactly(event);
        assertThat(pending()).isEmpty();
    }

    @Test
    void aListenerThatThrowsHoldsUpTheApplicationsEventsOnly() {
        collecting("order");
        executions.create("order", "a", Map.of());
        fixture.store.emit(new Emit(null, Event.of("Poison")));
        fixture.store.emit(new Emit(null, Event.of("Behind")));
        executions.send("a", Event.of("E"));

        assertThat(outbox.drain()).isEqualTo(1);

        assertThat(seen("a")).isEqualTo(List.of("E"));
        assertThat(published).isEmpty();
        assertThat(pending()).containsExactly("Poison", "Behind");
    }

    @Test
    void anEventForNobodyIsDropped(CapturedOutput output) {
        fixture.store.emit(new Emit("nobody", Event.of("E")));

        assertThat(outbox.drain()).isEqualTo(1);
        assertThat(pending()).isEmpty();
        assertThat(output).contains("There is no execution 'nobody'");
    }

    @Test
    void anEventForAChildWaitsUntilTheChildIsThere() {
        collecting("order");
        collecting("part");
        fixture.store.commit(Commit.builder(Execution.builder("order")
                        .id("a")
                        .status(Status.RUNNING)
                        .build())
                .spawn(SpawnRequest.invoke("a:A:0:0", "part", Map.of()))
                .emit("a:A:0:0", Event.of("Hello"))
                .build());

        assertThat(outbox.drain()).isZero();
        assertThat(spawns.drain()).isEqualTo(1);
        assertThat(outbox.drain()).isEqualTo(1);

        assertThat(seen("a:A:0:0")).isEqualTo(List.of("Hello"));
    }

    @Test
    @DisplayName("ES-200: an entry for a definition that nobody handles here is left pending and blocks no other")
    void anEventForAnUnknownDefinitionIsLeft() {
        collecting("order");
        executions.create("order", "a", Map.of());
        fixture.store.save(
                Execution.builder("unknown").id("x").status(Status.RUNNING).build());
        fixture.store.emit(new Emit("x", Event.of("X1")));
        fixture.store.emit(new Emit("x", Event.of("X2")));
        fixture.store.emit(new Emit("x", Event.of("X3")));
        executions.send("a", Event.of("E"));

        assertThat(outbox.drain()).isEqualTo(1);

        assertThat(seen("a")).isEqualTo(List.of("E"));
        assertThat(pending()).containsExactly("X1", "X2", "X3");
    }

    @Test
    void anEventForASuspendedExecutionWaits() {
        collecting("order");
        Execution suspended = fixture.store.save(
                Execution.builder("order").id("a").status(Status.SUSPENDED).build());
        executions.send("a", Event.of("E"));

        assertThat(outbox.drain()).isZero();
        fixture.store.save(suspended.toBuilder().status(Status.RUNNING).build());
        assertThat(outbox.drain()).isEqualTo(1);

        assertThat(seen("a")).isEqualTo(List.of("E"));
    }

    @Test
    @DisplayName("ES-075: rows that cannot be read are left out and reported once")
    void unreadableRowsBlockNothing(CapturedOutput output) {
        for (int i = 0; i < 5; i++) {
            fixture.database.write(
                    session -> session.update("INSERT INTO outbox (target_id, event) VALUES ('a', '{}')"));
        }
        fixture.store.emit(new Emit(null, Event.of("Good")));

        assertThat(outbox.drain()).isEqualTo(1);
        outbox.drain();

        assertThat(published).hasSize(1);
        assertThat(output.toString().split("Row 3 of the table outbox", -1)).hasSize(2);
    }

    @Test
    @DisplayName("ES-199: a child runs the definition of its parent's row, whoever relays it")
    void aRegionRunsItsParentsDefinition() {
        collecting("fork");
        fixture.store.commit(Commit.builder(Execution.builder("fork")
                        .id("f")
                        .status(Status.RUNNING)
                        .priority(2)
                        .build())
                .spawn(SpawnRequest.region("f:Fork.X:0", "Fork.X", Map.of("k", 1)))
                .build());
        collecting("flat");
        executions.create("flat", "other", Map.of());

        assertThat(spawns.drain()).isEqualTo(1);

        Execution child = executions.get("f:Fork.X:0");
        assertThat(child.definitionId()).isEqualTo("fork");
        assertThat(child.definitionFqn()).isNull();
        assertThat(child.rootPath()).isEqualTo("Fork.X");
        assertThat(child.priority()).isEqualTo(2);
        assertThat(child.context()).containsEntry("k", 1);
        assertThat(fixture.store.pendingSpawns().entries()).isEmpty();
    }

    @Test
    void aSpawnThatNobodyHandlesBlocksNoOther() {
        fixture.handling(
                "parent",
                (parent, event) -> Transition.to("A")
                        .spawn("unknown", Map.of())
                        .spawn("unknown", Map.of())
                        .spawn("unknown", Map.of())
                        .spawn("part", Map.of()));
        collecting("part");
        executions.create("parent", "p", Map.of());

        assertThat(spawns.drain()).isEqualTo(1);

        assertThat(executions.find("p:A:0:3")).isPresent();
        assertThat(fixture.store.pendingSpawns().entries()).hasSize(3);
    }

    @Test
    @DisplayName("ES-187: a due timer fires once and is gone")
    void aDueTimerFiresOnce() {
        fixture.handling(
                "order",
                (order, event) -> event.kind().equals("Start")
                        ? Transition.to("Try").timeoutAfter(Duration.ofSeconds(10))
                        : Transition.done("expired"));
        executions.create("order", "a", Map.of());

        assertThat(timers.drain()).isZero();
        fixture.clock.advance(Duration.ofSeconds(11));
        assertThat(timers.drain()).isEqualTo(1);

        Execution ended = executions.get("a");
        assertThat(ended.outcome()).isEqualTo("expired");
        assertThat(fixture.store.timersOf("a")).isEmpty();
        assertThat(timers.drain()).isZero();
        assertThat(executions.get("a")).isEqualTo(ended);
    }

    @Test
    void aTimerThatFiredBeforeACrashIsOnlyRemoved() {
        fixture.handling("order", (order, event) -> Transition.stay());
        Event timeout = Event.timeout(new DueTimer("a", "Try", 100.0));
        Execution saved = fixture.store
                .commit(Commit.builder(Execution.builder("order")
                                .id("a")
                                .status(Status.RUNNING)
                                .build())
                        .timer(TimerOp.schedule("Try", 100.0))
                        .processed(timeout.id())
                        .build())
                .execution();

        assertThat(timers.drain()).isEqualTo(1);

        assertThat(executions.get("a")).isEqualTo(saved);
        assertThat(fixture.store.timersOf("a")).isEmpty();
    }

    @Test
    @DisplayName("ES-193: the timer of an execution that is gone is removed")
    void aTimerOfNobodyIsRemoved() {
        fixture.database.write(session -> session.update("INSERT INTO timers VALUES ('gone', 'A', 1.0)"));

        assertThat(timers.drain()).isEqualTo(1);
        assertThat(fixture.store.timersOf("gone")).isEmpty();
    }

    @Test
    @DisplayName("ES-194: the timers of a definition that nobody handles here are left, and block no other")
    void theTimerOfAnUnknownDefinitionIsLeft() {
        collecting("order");
        arm("x", "unknown", Status.RUNNING, 10.0, 11.0, 12.0);
        arm("a", "order", Status.RUNNING, 20.0);

        assertThat(timers.drain()).isEqualTo(1);

        assertThat(seen("a")).isEqualTo(List.of("Timeout"));
        assertThat(fixture.store.timersOf("x")).hasSize(3);
    }

    @Test
    @DisplayName("ES-195: the timer of a suspended execution fires after it is resumed")
    void theTimerOfASuspendedExecutionWaits() {
        collecting("order");
        Execution suspended = arm("a", "order", Status.SUSPENDED, 10.0);

        assertThat(timers.drain()).isZero();
        fixture.store.save(suspended.toBuilder().status(Status.RUNNING).build());
        assertThat(timers.drain()).isEqualTo(1);

        assertThat(seen("a")).isEqualTo(List.of("Timeout"));
    }

    @Test
    @DisplayName("ES-196: the timer of an execution that has ended is removed without effect")
    void theTimerOfAnEndedExecutionIsRemoved() {
        collecting("order");
        Execution ended = arm("a", "order", Status.CANCELLED, 10.0);

        assertThat(timers.drain()).isEqualTo(1);

        assertThat(executions.get("a")).isEqualTo(ended);
        assertThat(fixture.store.timersOf("a")).isEmpty();
    }

    private Execution arm(String id, String definitionId, Status status, double... times) {
        Commit.Builder commit = Commit.builder(
                Execution.builder(definitionId).id(id).status(status).build());
        for (double time : times) {
            commit.timer(TimerOp.schedule("T" + time, time));
        }
        return fixture.store.commit(commit.build()).execution();
    }
}
