package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.harel.store.execution.Commit;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionSummary;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceStep;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What goes into a store comes out of it, whatever the texts are. */
class RoundTripTest {

    private static final BigInteger BEYOND_LONG = BigInteger.ONE.shiftLeft(64);

    /** Texts that a column can hold: any character but U+0000, those of SQL and of patterns often. */
    @Provide
    Arbitrary<String> text() {
        return Arbitraries.oneOf(anyText().map(text -> text.replace("\0", "")), hostile());
    }

    private Arbitrary<String> hostile() {
        return Arbitraries.of(
                        "'", "\"", ";", "--", "%", "_", "*", "[", "]", "\\", ":", " ", "\n", "\uFFFF", "😀", "é",
                        "e\u0301")
                .list()
                .ofMaxSize(6)
                .map(parts -> String.join("", parts));
    }

    /** Texts that JSON can hold: any character. */
    private static Arbitrary<String> anyText() {
        return Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                .list()
                .ofMaxSize(12)
                .map(points -> points.stream().map(Character::toString).reduce("", String::concat));
    }

    /** Everything a context can hold and come back as. */
    @Provide
    Arbitrary<Map<String, Object>> context() {
        Arbitrary<Object> scalar = Arbitraries.oneOf(
                Arbitraries.integers().map(value -> (Object) value),
                Arbitraries.longs().greaterOrEqual(1L << 32).map(value -> (Object) value),
                Arbitraries.bigIntegers().map(value ->
                        (Object) (value.signum() < 0 ? value.subtract(BEYOND_LONG) : value.add(BEYOND_LONG))),
                Arbitraries.longs()
                        .map(Double::longBitsToDouble)
                        .filter(Double::isFinite)
                        .map(value -> (Object) value),
                Arbitraries.of(true, false).map(value -> (Object) value),
                anyText().map(value -> (Object) value));
        Arbitrary<Object> value = Arbitraries.lazyOf(
                () -> scalar,
                () -> scalar.list().ofMaxSize(4).map(list -> (Object) list),
                () -> Arbitraries.maps(anyText(), scalar).ofMaxSize(4).map(map -> (Object) map));
        return Arbitraries.maps(anyText(), value).ofMaxSize(6);
    }

    @Property(tries = 400)
    void keepsAnyValue(
            @ForAll("text") String id, @ForAll("context") Map<String, Object> context, @ForAll("text") String key) {
        try (ExecutionStore store = SqliteExecutionStore.inMemory()) {
            Event event = Event.withId(key, "K", context);
            Execution saved = store.commit(Commit.builder(Execution.builder(key)
                                    .id(id)
                                    .context(context)
                                    .build())
                            .emit(key, event)
                            .processed(key)
                            .spawn(SpawnRequest.region(key, id, context))
                            .timer(TimerOp.schedule(key, 1))
                            .trace(new TraceStep(context))
                            .build())
                    .execution();

            assertThat(store.load(id)).contains(saved);
            assertThat(store.isProcessed(id, key)).isTrue();
            assertThat(store.timersOf(id)).containsExactly(new DueTimer(id, key, 1));
            assertThat(store.pendingOutboxOf(key, 0, 1).entries())
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.event()).isEqualTo(event));
            assertThat(store.pendingSpawnsOf(id, 0, 1).entries())
                    .singleElement()
                    .satisfies(spawn -> {
                        assertThat(spawn.childId()).isEqualTo(key);
                        assertThat(spawn.rootPath()).isEqualTo(id);
                        assertThat(spawn.context()).isEqualTo(context);
                    });
            assertThat(store.readTrace(id).get(0).step().fields()).isEqualTo(context);
            assertThat(store.purge(id, 1)).isTrue();
            assertThat(store.load(id)).isEmpty();
        }
    }

    @Property(tries = 150)
    void listsIdsInTheOrderOfTheirBytesWhateverThePageSize(
            @ForAll @Size(max = 12) Set<@From("text") String> ids, @ForAll @IntRange(min = 1, max = 5) int limit) {
        try (ExecutionStore store = SqliteExecutionStore.inMemory()) {
            ids.forEach(id -> store.save(Execution.builder("d").id(id).build()));

            List<String> listed = new ArrayList<>();
            String cursor = null;
            do {
                ExecutionPage page =
                        store.list(ExecutionQuery.all().limit(limit).after(cursor));
                page.items().stream().map(ExecutionSummary::id).forEach(listed::add);
                cursor = page.nextCursor();
            } while (cursor != null);

            assertThat(listed).isEqualTo(inOrderOfBytes(ids));
            for (String prefix : ids) {
                assertThat(store.idsWithPrefix(prefix, null, 100))
                        .isEqualTo(inOrderOfBytes(ids).stream()
                                .filter(id -> id.startsWith(prefix))
                                .toList());
            }
        }
    }

    private static List<String> inOrderOfBytes(Set<String> ids) {
        return ids.stream()
                .sorted((a, b) ->
                        Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    @Property
    void aCursorSaysAfterWhichId(@ForAll("text") String id) {
        assertThat(ListCursor.parse(ListCursor.after(id))).isEqualTo(new ListCursor(id, 0));
    }

    @Property
    void anyTextIsACursorOrTheStart(@ForAll String cursor) {
        ListCursor parsed = ListCursor.parse(cursor);

        assertThat(parsed.offset()).isNotNegative();
    }

    @Property
    void aTimerIsDueExactlyAtItsTime(@ForAll @DoubleRange(min = -1e15, max = 1e15) double fireAt) {
        try (ExecutionStore store = SqliteExecutionStore.inMemory()) {
            store.commit(Commit.builder(Execution.builder("d").id("a").build())
                    .timer(TimerOp.schedule("P", fireAt))
                    .build());

            assertThat(store.dueTimers(fireAt)).hasSize(1);
            assertThat(store.dueTimers(Math.nextDown(fireAt))).isEmpty();
            store.deleteTimer(new DueTimer("a", "P", Math.nextUp(fireAt)));
            assertThat(store.timersOf("a")).hasSize(1);
            store.deleteTimer(store.timersOf("a").get(0));
            assertThat(store.timersOf("a")).isEmpty();
        }
    }
}
