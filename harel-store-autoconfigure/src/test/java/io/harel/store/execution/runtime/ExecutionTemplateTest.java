package io.harel.store.execution.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.harel.store.StoreBusyException;
import io.harel.store.execution.ChildState;
import io.harel.store.execution.Commit;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionAlreadyExistsException;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.SpawnEntry;
import io.harel.store.execution.Status;
import io.harel.store.execution.StoreConflictException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.transaction.support.TransactionTemplate;

class ExecutionTemplateTest {

    @TempDir
    private Path directory;

    private RuntimeFixture fixture;

    @BeforeEach
    void open() {
        fixture = new RuntimeFixture(directory);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private ExecutionTemplate handling(RuntimeFixture.Handling handling) {
        return fixture.handling("order", handling).template();
    }

    private static Transition start(Event event) {
        return event.kind().equals("Start") ? Transition.to("A") : Transition.stay();
    }

    @Test
    void createRunsTheStartAndStoresItsAnswer() {
        ExecutionTemplate executions = handling((order, event) ->
                Transition.to("AwaitingPayment").put("kind", event.kind()).timeoutAfter(Duration.ofMinutes(30)));

        Execution created = executions.create("order", "o1", Map.of("total", 49.9));

        assertThat(created).isEqualTo(executions.get("o1"));
        assertThat(created.version()).isEqualTo(1);
        assertThat(created.status()).isEqualTo(Status.RUNNING);
        assertThat(created.activePath()).isEqualTo("AwaitingPayment");
        assertThat(created.context()).isEqualTo(Map.of("total", 49.9, "kind", "Start"));
        assertThat(fixture.store.timersOf("o1")).containsExactly(new DueTimer("o1", "AwaitingPayment", 1900.0));
    }

    @Test
    void createMakesAnIdWhereNoneIsGiven() {
        ExecutionTemplate executions = handling((order, event) -> Transition.to("A"));

        assertThat(executions.create("order", Map.of()).id()).matches("[0-9a-f]{32}");
    }

    @Test
    void createRefusesAnIdThatIsTaken() {
        AtomicInteger starts = new AtomicInteger();
        ExecutionTemplate executions = handling((order, event) -> Transition.to("A" + starts.incrementAndGet()));
        executions.create("order", "o1", Map.of());

        assertThatExceptionOfType(ExecutionAlreadyExistsException.class)
                .isThrownBy(() -> executions.create("order", "o1", Map.of()));

        assertThat(starts).hasValue(1);
        assertThat(executions.create("order", "o", Map.of()).version()).isEqualTo(1);
    }

    @Test
    void createReportsALostRaceAsAnIdThatIsTaken() {
        ExecutionTemplate executions = handling((order, event) -> {
            fixture.store.save(Execution.builder("order").id(order.id()).build());
            return Transition.to("A");
        });

        assertThatExceptionOfType(ExecutionAlreadyExistsException.class)
                .isThrownBy(() -> executions.create("order", "o1", Map.of()));
    }

    @Test
    void createRefusesADefinitionThatNobodyHandles() {
        ExecutionTemplate executions = fixture.template();

        assertThatExceptionOfType(UnknownDefinitionException.class)
                .isThrownBy(() -> executions.create("order", "o1", Map.of()))
                .withMessageContaining("order");
        assertThat(executions.find("o1")).isEmpty();
    }

    @Test
    void twoHandlersOfOneDefinitionAreRefused() {
        fixture.handling("order", (order, event) -> Transition.stay());
        ExecutionTemplate executions = handling((order, event) -> Transition.stay());

        assertThatIllegalStateException()
                .isThrownBy(() -> executions.create("order", Map.of()))
                .withMessageContaining("Two handlers have the definition id 'order'");
    }

    @Test
    void processRunsTheHandlerOncePerEvent() {
        AtomicInteger calls = new AtomicInteger();
        ExecutionTemplate executions = handling((order, event) -> event.kind().equals("Start")
                ? Transition.to("A")
                : Transition.to("B").put("calls", calls.incrementAndGet()));
        executions.create("order", "o1", Map.of());
        Event paid = Event.of("Paid", Map.of("amount", 5));

        Execution first = executions.process("o1", paid);
        Execution second = executions.process("o1", paid);

        assertThat(first.activePath()).isEqualTo("B");
        assertThat(second).isEqualTo(first);
        assertThat(calls).hasValue(1);
    }

    @Test
    void processOfAnUnknownExecutionIsRefused() {
        assertThatExceptionOfType(ExecutionNotFoundException.class)
                .isThrownBy(() -> fixture.template().process("nope", Event.of("E")))
                .withMessageContaining("nope");
    }

    @Test
    @DisplayName("ES-197: a handler that throws makes the execution FAILED, with the event recorded and nothing else")
    void aHandlerThatThrowsFailsTheExecution() {
        ExecutionTemplate executions = handling((order, event) -> {
            if (event.kind().equals("Start")) {
                return Transition.to("A").timeoutAfter(Duration.ofSeconds(10));
            }
            throw new UnsupportedOperationException("boom");
        });
        executions.create("order", "o1", Map.of());
        Event go = Event.of("Go");

        Execution failed = executions.process("o1", go);

        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.error()).isEqualTo("UnsupportedOperationException: boom");
        assertThat(failed.activePath()).isEqualTo("A");
        assertThat(failed.finishedAt()).isNull();
        assertThat(fixture.store.isProcessed("o1", go.id())).isTrue();
        assertThat(fixture.store.timersOf("o1")).containsExactly(new DueTimer("o1", "A", 110.0));
        assertThat(executions.process("o1", Event.of("Go"))).isEqualTo(failed);
    }

    @Test
    void aStoreErrorInAHandlerLeavesTheExecutionAsItWas() {
        ExecutionTemplate executions = handling((order, event) -> {
            if (event.kind().equals("Start")) {
                return Transition.to("A");
            }
            throw new StoreBusyException("busy", null);
        });
        Execution created = executions.create("order", "o1", Map.of());

        assertThatExceptionOfType(StoreBusyException.class).isThrownBy(() -> executions.process("o1", Event.of("Go")));
        assertThat(executions.get("o1")).isEqualTo(created);
    }

    @Test
    void anInterruptInAHandlerLeavesTheExecutionAsItWas() {
        ExecutionTemplate executions = handling((order, event) -> {
            if (event.kind().equals("Start")) {
                return Transition.to("A");
            }
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        });
        Execution created = executions.create("order", "o1", Map.of());

        assertThatExceptionOfType(HandlerInterruptedException.class)
                .isThrownBy(() -> executions.process("o1", Event.of("Go")));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(executions.get("o1")).isEqualTo(created);
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"DONE", "FAILED", "CANCELLED"})
    void anEventHasNoEffectOnAnExecutionThatHasEnded(Status status) {
        ExecutionTemplate executions = handling((order, event) -> Transition.to("Never"));
        Execution ended = fixture.store.save(
                Execution.builder("order").id("o1").status(status).build());

        assertThat(executions.process("o1", Event.of("Go"))).isEqualTo(ended);
        assertThat(executions.get("o1")).isEqualTo(ended);
    }

    @Test
    void aSuspendedExecutionRefusesAnEventAndDoesNotRecordIt() {
        ExecutionTemplate executions = handling((order, event) -> Transition.to("Never"));
        fixture.store.save(
                Execution.builder("order").id("o1").status(Status.SUSPENDED).build());
        Event go = Event.of("Go");

        assertThatExceptionOfType(ExecutionSuspendedException.class).isThrownBy(() -> executions.process("o1", go));
        assertThat(fixture.store.isProcessed("o1", go.id())).isFalse();
    }

    @Test
    void anExecutionThatIsBeingCancelledTakesOnlyTheCancel() {
        ExecutionTemplate executions = handling((order, event) -> Transition.to(event.kind()));
        fixture.store.save(
                Execution.builder("order").id("o1").status(Status.CANCELLING).build());

        assertThat(executions.process("o1", Event.of("Go")).status()).isEqualTo(Status.CANCELLING);
        assertThat(executions.process("o1", Event.of("Cancel")).activePath()).isEqualTo("Cancel");
    }

    @Test
    void anExecutionThatHasNotStartedTakesOnlyTheStart() {
        ExecutionTemplate executions = handling((order, event) -> Transition.to(event.kind()));
        fixture.store.save(Execution.builder("order").id("o1").build());

        assertThat(executions.process("o1", Event.of("Go")).status()).isEqualTo(Status.PENDING);
        assertThat(executions.process("o1", Event.of("Start")).activePath()).isEqualTo("Start");
        assertThat(executions.process("o1", Event.of("Start")).version()).isEqualTo(2);
    }

    @Test
    void aLostRaceIsTriedAgainFromAFreshLoad() throws Exception {
        CyclicBarrier bothHaveLoaded = new CyclicBarrier(2);
        AtomicInteger calls = new AtomicInteger();
        ExecutionTemplate executions = handling((order, event) -> {
            if (event.kind().equals("Start")) {
                return Transition.to("A").put("n", 0);
            }
            if (calls.incrementAndGet() <= 2) {
                bothHaveLoaded.await(10, TimeUnit.SECONDS);
            }
            return Transition.stay().put("n", (int) order.context().get("n") + 1);
        });
        executions.create("order", "o1", Map.of());

        inTwoThreads(() -> executions.process("o1", Event.of("Inc")));

        assertThat(executions.get("o1").context()).isEqualTo(Map.of("n", 2));
        assertThat(executions.conflicts()).isEqualTo(1);
        assertThat(executions.retries()).isEqualTo(1);
    }

    private static void inTwoThreads(Runnable work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> both = List.of(threads.submit(work), threads.submit(work));
            for (Future<?> one : both) {
                one.get(20, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aRaceThatIsLostAtEveryAttemptIsReported() {
        fixture.handling("order", (order, event) -> {
            if (event.kind().equals("Go")) {
                fixture.store.commit(Commit.of(fixture.store.load("o1").orElseThrow()));
            }
            return Transition.to("A");
        });
        ExecutionTemplate executions =
                fixture.template(ExecutionTemplateSettings.defaults().withMaxAttempts(3));
        executions.create("order", "o1", Map.of());

        assertThatExceptionOfType(StoreConflictException.class)
                .isThrownBy(() -> executions.process("o1", Event.of("Go")));
        assertThat(executions.conflicts()).isEqualTo(3);
        assertThat(executions.retries()).isEqualTo(2);
    }

    @Test
    @DisplayName("ES-330: the idempotency keys are the same at every attempt")
    void idempotencyKeysAreTheSameAtEveryAttempt() {
        List<String> keys = new ArrayList<>();
        ExecutionTemplate executions = handling((order, event) -> {
            IdempotencyKeys idempotency = IdempotencyKeys.of(order, event);
            keys.add(idempotency.next("charge"));
            keys.add(idempotency.next("mail"));
            if (event.kind().equals("Go") && keys.size() == 4) {
                fixture.store.commit(Commit.of(fixture.store.load("o1").orElseThrow()));
            }
            return Transition.to("A");
        });
        executions.create("order", "o1", Map.of());
        executions.process("o1", Event.withId("e1", "Go", Map.of()));

        assertThat(keys)
                .containsExactly(
                        "o1:start:0:charge", "o1:start:1:mail",
                        "o1:e1:0:charge", "o1:e1:1:mail",
                        "o1:e1:0:charge", "o1:e1:1:mail");
    }

    @Test
    @DisplayName("ES-311, ES-312: the times of an execution follow its commits")
    void timesFollowTheCommits() {
        ExecutionTemplate executions =
                handling((order, event) -> event.kind().equals("End") ? Transition.done() : Transition.to("A"));
        executions.create("order", "o1", Map.of());
        fixture.clock.advance(Duration.ofSeconds(5));
        Execution moved = executions.process("o1", Event.of("Go"));
        fixture.clock.advance(Duration.ofSeconds(5));
        Execution ended = executions.process("o1", Event.of("End"));

        assertThat(List.of(moved.createdAt(), moved.updatedAt())).containsExactly(100.0, 105.0);
        assertThat(moved.finishedAt()).isNull();
        assertThat(List.of(ended.createdAt(), ended.updatedAt(), ended.finishedAt()))
                .containsExactly(100.0, 110.0, 110.0);
        Execution again =
                fixture.store.save(ended.toBuilder().status(Status.RUNNING).build());
        assertThat(executions.process("o1", Event.of("Go")).finishedAt()).isNull();
        assertThat(again.finishedAt()).isEqualTo(110.0);
    }

    @Test
    void leavingAStateDisarmsItsTimeoutOnly() {
        ExecutionTemplate executions = handling((order, event) -> switch (event.kind()) {
            case "Start" ->
                Transition.to("A").timeoutAfter(Duration.ofSeconds(10)).timer("reminder", Duration.ofSeconds(20));
            case "Go" -> Transition.to("B");
            default -> Transition.done();
        });
        executions.create("order", "o1", Map.of());

        executions.process("o1", Event.of("Go"));
        assertThat(fixture.store.timersOf("o1")).containsExactly(new DueTimer("o1", "reminder", 120.0));

        executions.process("o1", Event.of("End"));
        assertThat(fixture.store.timersOf("o1")).isEmpty();
    }

    @Test
    void stayingKeepsTheTimeoutUnlessItIsArmedAnew() {
        ExecutionTemplate executions = handling((order, event) -> switch (event.kind()) {
            case "Start" -> Transition.to("A").timeoutAfter(Duration.ofSeconds(10));
            case "Extend" -> Transition.stay().timeoutAfter(Duration.ofSeconds(50));
            default -> Transition.stay();
        });
        executions.create("order", "o1", Map.of());

        executions.process("o1", Event.of("Other"));
        assertThat(fixture.store.timersOf("o1")).containsExactly(new DueTimer("o1", "A", 110.0));
        executions.process("o1", Event.of("Extend"));
        assertThat(fixture.store.timersOf("o1")).containsExactly(new DueTimer("o1", "A", 150.0));
    }

    @Test
    void aDueTimerIsTakenAwayByTheCommitThatHandlesIt() {
        ExecutionTemplate executions = handling((order, event) -> event.kind().equals("Start")
                ? Transition.to("A").timeoutAfter(Duration.ZERO)
                : Transition.stay().put("path", event.data().get("path")));
        executions.create("order", "o1", Map.of());
        DueTimer due = new DueTimer("o1", "A", 100.0);

        assertThat(executions.fire(due).result()).isEqualTo(Delivery.Result.APPLIED);

        assertThat(executions.get("o1").context()).isEqualTo(Map.of("path", "A"));
        assertThat(fixture.store.timersOf("o1")).isEmpty();
        assertThat(executions.fire(due).result()).isEqualTo(Delivery.Result.REPEATED);
    }

    @Test
    void aTimerArmedAnewForTheSameMomentIsAnotherTimer() {
        ExecutionTemplate executions =
                handling((order, event) -> Transition.to("A").timeoutAfter(Duration.ZERO));
        executions.create("order", "o1", Map.of());

        executions.fire(new DueTimer("o1", "A", 100.0));

        assertThat(fixture.store.timersOf("o1")).containsExactly(new DueTimer("o1", "A", Math.nextUp(100.0)));
    }

    @Test
    void aTimerThatWasDisarmedSinceItWasReadHasNoEffect() {
        ExecutionTemplate executions = handling((order, event) -> switch (event.kind()) {
            case "Start" -> Transition.to("A").timeoutAfter(Duration.ofSeconds(1));
            case "Extend" -> Transition.stay().timeoutAfter(Duration.ofSeconds(9));
            default -> Transition.failed("fired");
        });
        executions.create("order", "o1", Map.of());
        Execution extended = executions.process("o1", Event.of("Extend"));

        assertThat(executions.fire(new DueTimer("o1", "A", 101.0)).result()).isEqualTo(Delivery.Result.DROPPED);

        assertThat(executions.get("o1")).isEqualTo(extended);
        assertThat(fixture.store.timersOf("o1")).containsExactly(new DueTimer("o1", "A", 109.0));
    }

    @Test
    void childrenGetIdsThatNameTheStateAndTheEntry() {
        ExecutionTemplate executions = handling((order, event) ->
                Transition.to("Fulfil").spawn("shipment", Map.of("n", 1)).spawn("bill", "invoice", Map.of()));
        executions.create("order", "o1", Map.of());
        Execution again = executions.process("o1", Event.of("Again"));

        assertThat(fixture.store.pendingSpawns().entries())
                .containsExactly(
                        new SpawnEntry(1, "o1", "o1:Fulfil:0:0", "", "shipment", Map.of("n", 1)),
                        new SpawnEntry(2, "o1", "o1:Fulfil:0:1", "", "bill", Map.of()),
                        new SpawnEntry(3, "o1", "o1:Fulfil:1:0", "", "shipment", Map.of("n", 1)),
                        new SpawnEntry(4, "o1", "o1:Fulfil:1:1", "", "bill", Map.of()));
        assertThat(again.invokeSeq()).isEqualTo(Map.of("Fulfil", 2L));
        assertThat(again.children().get("o1:Fulfil:0:1")).isEqualTo(ChildState.submachine("invoice"));
        assertThat(again.children()).hasSize(4);
    }

    @Test
    void aChildIsCreatedOnceAndTellsItsParentOfItsEnd() {
        fixture.handling(
                "shipment",
                (child, event) ->
                        Transition.done("sent").result("boxes", child.context().get("n")));
        ExecutionTemplate executions = handling((order, event) -> event.kind().equals("Start")
                ? Transition.to("Fulfil").spawn("shipment", Map.of("n", 3))
                : Transition.done(
                        order.children().values().iterator().next().result().toString()));
        executions.create("order", "o1", Map.of(), 3);
        SpawnEntry spawn = fixture.store.pendingSpawns().entries().get(0);

        assertThat(executions.createChild(spawn)).isTrue();
        assertThat(executions.createChild(spawn)).isTrue();

        Execution child = executions.get("o1:Fulfil:0:0");
        assertThat(child.version()).isEqualTo(1);
        assertThat(child.parentId()).isEqualTo("o1");
        assertThat(child.childId()).isEqualTo(child.id());
        assertThat(child.priority()).isEqualTo(3);
        assertThat(child.outcome()).isEqualTo("sent");
        List<OutboxEntry> news = fixture.store.pendingOutbox().entries();
        assertThat(news).hasSize(1);
        assertThat(news.get(0).targetId()).isEqualTo("o1");
        assertThat(news.get(0).event().data()).isEqualTo(Map.of("child_id", child.id(), "outcome", "sent", "boxes", 3));

        Execution parent = executions.process("o1", news.get(0).event());
        assertThat(parent.outcome()).isEqualTo("{boxes=3}");
        assertThat(parent.children().get(child.id()).finished()).isTrue();
        assertThat(parent.children().get(child.id()).outcome()).isEqualTo("sent");
    }

    @Test
    void aChildThatFailsTellsItsParentToo() {
        fixture.handling("shipment", (child, event) -> {
            throw new IllegalStateException("no boxes");
        });
        ExecutionTemplate executions = handling((order, event) ->
                event.kind().equals("Start") ? Transition.to("Fulfil").spawn("shipment", Map.of()) : Transition.stay());
        executions.create("order", "o1", Map.of());
        executions.createChild(fixture.store.pendingSpawns().entries().get(0));

        Event news = fixture.store.pendingOutbox().entries().get(0).event();

        assertThat(news.data())
                .isEqualTo(Map.of(
                        "child_id", "o1:Fulfil:0:0", "outcome", "failed", "error", "IllegalStateException: no boxes"));
        ChildState child = executions.process("o1", news).children().get("o1:Fulfil:0:0");
        assertThat(child.finished()).isTrue();
        assertThat(child.outcome()).isEqualTo("failed");
    }

    @Test
    void aChildWhoseDefinitionNobodyHandlesIsLeft() {
        ExecutionTemplate executions =
                handling((order, event) -> Transition.to("Fulfil").spawn("unknown", Map.of()));
        executions.create("order", "o1", Map.of());

        assertThat(executions.createChild(
                        fixture.store.pendingSpawns().entries().get(0)))
                .isFalse();
        assertThat(executions.find("o1:Fulfil:0:0")).isEmpty();
    }

    @Test
    void messagesGoWhereTheyAreSent() {
        ExecutionTemplate executions = handling((order, event) -> Transition.to("A")
                .emit("Created", Map.of("id", order.id()))
                .send("other", "Hello", Map.of())
                .sendToParent("Nobody", Map.of()));
        executions.create("order", "o1", Map.of());

        assertThat(fixture.store.pendingOutbox().entries())
                .extracting(entry -> entry.targetId() + " " + entry.event().kind())
                .containsExactly("null Created", "other Hello");
    }

    @Test
    void sendPutsTheEventInTheOutbox() {
        ExecutionTemplate executions = handling((order, event) -> start(event));
        executions.create("order", "o1", Map.of());
        Event paid = Event.of("Paid");

        executions.send("o1", paid);

        assertThat(fixture.store.pendingOutbox().entries()).containsExactly(new OutboxEntry(1, "o1", paid));
        assertThat(executions.get("o1").version()).isEqualTo(1);
        assertThatExceptionOfType(ExecutionNotFoundException.class).isThrownBy(() -> executions.send("o", paid));
    }

    @Test
    void traceTellsWhatEachEventDid() {
        fixture.handling("order", (order, event) -> start(event));
        ExecutionTemplate executions =
                fixture.template(ExecutionTemplateSettings.defaults().withTrace(true));
        executions.create("order", "o1", Map.of());
        executions.process("o1", Event.of("Go", Map.of("a", 1)));

        assertThat(executions.trace("o1"))
                .extracting(entry -> entry.step().fields().get("event_kind"))
                .containsExactly("Start", "Go");
        assertThat(executions.trace("o1").get(1).step().fields())
                .containsEntry("event_data", Map.of("a", 1))
                .containsEntry("from_path", "A")
                .containsEntry("to_path", "A")
                .containsEntry("timestamp", 100.0);
    }

    @Test
    void everythingJoinsTheCallersTransaction() {
        ExecutionTemplate executions = handling((order, event) -> start(event));
        TransactionTemplate transaction = new TransactionTemplate(fixture.database.transactionManager());

        transaction.executeWithoutResult(status -> {
            executions.create("order", "o1", Map.of());
            executions.process("o1", Event.of("Go"));
            assertThat(executions.get("o1").version()).isEqualTo(2);
            status.setRollbackOnly();
        });

        assertThat(executions.find("o1")).isEqualTo(Optional.empty());
    }
}
