package io.harel.store.execution.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Status;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The relays with their threads. Their interval is too long to matter: what is delivered was signalled. */
@Timeout(60)
class RelayLifecycleTest {

    private static final RelaySettings SETTINGS = new RelaySettings(
            Duration.ofHours(1),
            10,
            3,
            Duration.ofMillis(20),
            Duration.ofMillis(40),
            Duration.ofMillis(50),
            Duration.ofMillis(300));

    @TempDir
    private Path directory;

    private final WorkSignals signals = new WorkSignals();
    private final List<Relay> relays = new ArrayList<>();
    private final AtomicInteger failing = new AtomicInteger();
    private final List<Object> published = Collections.synchronizedList(new ArrayList<>());
    private RuntimeFixture fixture;
    private ExecutionTemplate executions;

    @BeforeEach
    void open() {
        fixture = new RuntimeFixture(directory, signals);
        executions = fixture.template();
        relays.add(new OutboxRelay(fixture.store, fixture.deliveries, executions, this::publish, signals, SETTINGS));
        relays.add(new SpawnRelay(fixture.store, executions, signals, SETTINGS));
    }

    private void sweeping(Clock clock) {
        relays.add(new TimerSweep(fixture.store, executions, signals, SETTINGS, clock));
    }

    @AfterEach
    void close() {
        relays.forEach(Relay::stop);
        fixture.close();
    }

    private void start() {
        relays.forEach(Relay::start);
    }

    private void publish(Object event) {
        if (failing.getAndDecrement() > 0) {
            throw new IllegalStateException("not yet");
        }
        published.add(event);
    }

    private void awaitDone(String id) {
        await().until(() -> executions
                .find(id)
                .filter(found -> found.status() == Status.DONE)
                .isPresent());
    }

    @Test
    void commitsWakeTheRelaysUntilTheTreeOfExecutionsHasEnded() {
        fixture.handling("part", (part, event) -> Transition.done());
        fixture.handling("order", (order, event) -> {
            if (event.kind().equals("Start")) {
                Transition split = Transition.to("Parts");
                for (int i = 0; i < 20; i++) {
                    split = split.spawn("part", Map.of("i", i));
                }
                return split;
            }
            return order.children().values().stream().allMatch(child -> child.finished())
                    ? Transition.done().emit("Joined", Map.of())
                    : Transition.stay();
        });
        start();

        executions.create("order", "o1", Map.of());

        awaitDone("o1");
        await().until(() -> published.size() == 1);
        assertThat(executions.get("o1").children()).hasSize(20);
        await().until(() -> fixture.store.pendingOutbox().entries().isEmpty());
    }

    @Test
    void whatWasLeftBeforeTheStartIsDelivered() {
        fixture.store.emit(new Emit(null, Event.of("Left")));

        start();

        await().until(() -> published.size() == 1);
    }

    @Test
    void whatNoCommitHasAnnouncedIsFoundAtTheInterval() {
        relays.clear();
        relays.add(new OutboxRelay(
                fixture.store,
                fixture.deliveries,
                executions,
                this::publish,
                new WorkSignals(),
                SETTINGS.withInterval(Duration.ofMillis(20))));
        start();

        fixture.store.emit(new Emit(null, Event.of("Silent")));

        await().until(() -> published.size() == 1);
    }

    @Test
    void aFailedDeliveryIsRepeatedUntilItSucceeds() {
        failing.set(3);
        start();

        fixture.store.emit(new Emit(null, Event.of("First")));
        fixture.store.emit(new Emit(null, Event.of("Second")));

        await().until(() -> published.size() == 2);
        assertThat(published).extracting(event -> ((Event) event).kind()).containsExactly("First", "Second");
    }

    @Test
    void targetsAreServedSideBySide() {
        CyclicBarrier together = new CyclicBarrier(3);
        fixture.handling("order", (order, event) -> {
            if (event.kind().equals("Start")) {
                return Transition.to("A");
            }
            together.await(30, TimeUnit.SECONDS);
            return Transition.done();
        });
        for (String id : List.of("a", "b", "c")) {
            executions.create("order", id, Map.of());
        }
        start();

        for (String id : List.of("a", "b", "c")) {
            executions.send(id, Event.of("Meet"));
        }

        List.of("a", "b", "c").forEach(this::awaitDone);
    }

    @Test
    void aSlowTargetHoldsUpNoOther() {
        CountDownLatch slow = new CountDownLatch(1);
        fixture.handling("order", (order, event) -> {
            if (event.kind().equals("Wait")) {
                slow.await();
            }
            return event.kind().equals("Start") ? Transition.to("A") : Transition.done();
        });
        executions.create("order", "slow", Map.of());
        executions.create("order", "quick", Map.of());
        start();

        for (int i = 0; i < 30; i++) {
            executions.send("slow", Event.of("Wait"));
        }
        executions.send("quick", Event.of("Go"));

        awaitDone("quick");
        assertThat(executions.get("slow").status()).isEqualTo(Status.RUNNING);
        slow.countDown();
        awaitDone("slow");
    }

    @Test
    void aTimerFiresWhenItIsDue() {
        executions = new ExecutionTemplate(
                fixture.store, () -> fixture.handlers, ExecutionTemplateSettings.defaults(), Clock.systemUTC());
        sweeping(Clock.systemUTC());
        fixture.handling(
                "order",
                (order, event) -> event.kind().equals("Start")
                        ? Transition.to("A").timeoutAfter(Duration.ofMillis((int)
                                order.context().get("ms")))
                        : Transition.done());
        start();

        executions.create("order", "late", Map.of("ms", 3_600_000));
        executions.create("order", "soon", Map.of("ms", 100));

        awaitDone("soon");
        assertThat(executions.get("late").status()).isEqualTo(Status.RUNNING);
    }

    @Test
    void timersThatWereDueBeforeTheStartFire() {
        sweeping(fixture.clock);
        fixture.handling(
                "order",
                (order, event) -> event.kind().equals("Start")
                        ? Transition.to("A").timeoutAfter(Duration.ofSeconds(1))
                        : Transition.done());
        executions.create("order", "a", Map.of());
        assertThat(fixture.store.timersOf("a")).containsExactly(new DueTimer("a", "A", 101.0));
        fixture.clock.advance(Duration.ofDays(1));

        start();

        awaitDone("a");
    }

    @Test
    void aTimerThatComesDueBetweenTheLookAndTheWaitFires() {
        fixture.handling(
                "order",
                (order, event) -> event.kind().equals("Start")
                        ? Transition.to("A").timeoutAfter(Duration.ofSeconds(1))
                        : Transition.done());
        executions.create("order", "a", Map.of());
        // The first look comes before the timer, and whatever reads the clock next comes after it
        SettableClock hasty = new SettableClock(fixture.clock.instant()) {
            @Override
            public Instant instant() {
                Instant now = super.instant();
                advance(Duration.ofSeconds(2));
                return now;
            }
        };
        sweeping(hasty);

        start();

        awaitDone("a");
    }

    @Test
    void aStopLetsARunningDeliveryEnd() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        fixture.handling("order", (order, event) -> {
            if (event.kind().equals("Go")) {
                entered.countDown();
                mayEnd.await();
                return Transition.done();
            }
            return Transition.to("A");
        });
        executions.create("order", "a", Map.of());
        start();
        executions.send("a", Event.of("Go"));
        entered.await();
        CountDownLatch stopped = new CountDownLatch(1);

        relays.get(0).stop(stopped::countDown);
        mayEnd.countDown();
        stopped.await();

        assertThat(relays.get(0).isRunning()).isFalse();
        assertThat(executions.get("a").status()).isEqualTo(Status.DONE);
        assertThat(fixture.store.pendingOutbox().entries()).isEmpty();
    }

    @Test
    void aDeliveryThatAStopInterruptsIsRepeatedAfterTheNextStart() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        fixture.handling("order", (order, event) -> {
            if (event.kind().equals("Go") && calls.incrementAndGet() == 1) {
                entered.countDown();
                new CountDownLatch(1).await();
            }
            return event.kind().equals("Go") ? Transition.done() : Transition.to("A");
        });
        executions.create("order", "a", Map.of());
        start();
        executions.send("a", Event.of("Go"));
        entered.await();

        relays.get(0).stop();

        assertThat(executions.get("a").version()).isEqualTo(1);
        relays.get(0).start();
        awaitDone("a");
        assertThat(calls).hasValue(2);
    }
}
