package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces: section 7.5. */
interface TraceCases extends StoreCases {

    private List<Long> indices(String id) {
        return store().readTrace(id).stream().map(TraceEntry::index).toList();
    }

    private void append(ExecutionStore to, String id, int count) {
        for (int i = 0; i < count; i++) {
            to.appendTrace(id, step(i));
        }
    }

    @Test
    @DisplayName("ES-100: commits leave their entries in order")
    default void keepsTheOrderOfCommits() {
        Execution execution = execution("a");
        for (int i = 0; i < 3; i++) {
            execution = store().commit(Commit.builder(execution).trace(step(i)).build())
                    .execution();
        }

        assertThat(store().readTrace("a"))
                .containsExactly(new TraceEntry(0, step(0)), new TraceEntry(1, step(1)), new TraceEntry(2, step(2)));
    }

    @Test
    @DisplayName("ES-101, ES-109: without entries a trace is empty, of an unknown id too")
    default void readsAnEmptyTrace() {
        store().save(execution("a"));

        assertThat(store().readTrace("a")).isEmpty();
        assertThat(store().readTrace("nope")).isEmpty();
    }

    @Test
    @DisplayName("ES-102, ES-103: the last entries stay, and a lower limit takes effect with the next one")
    default void keepsTheLastEntries() {
        append(store(3), "a", 6);
        assertThat(indices("a")).containsExactly(3L, 4L, 5L);

        ExecutionStore lower = store(1);
        assertThat(lower.readTrace("a")).hasSize(3);
        append(lower, "a", 1);
        assertThat(indices("a")).containsExactly(6L);
    }

    @Test
    @DisplayName("ES-104: a limit of 0 keeps every entry")
    default void keepsEveryEntry() {
        append(store(0), "a", 300);

        assertThat(store().readTrace("a")).hasSize(300);
    }

    @Test
    @DisplayName("ES-105: a lowered limit counts within a commit too")
    default void lowersTheLimitWithinACommit() {
        append(store(3), "a", 3);
        store(2).commit(Commit.builder(execution("a")).trace(step(3)).build());

        assertThat(indices("a")).containsExactly(2L, 3L);
    }

    @Test
    @DisplayName("ES-106: 200 entries stay unless told otherwise")
    default void keepsTheDefaultNumber() {
        append(store(), "a", 201);

        assertThat(indices("a")).hasSize(200).startsWith(1L).endsWith(200L);
    }

    @Test
    @DisplayName("ES-107: the store gives the index, whatever the entry says")
    default void givesTheIndex() {
        store().appendTrace("a", new TraceStep(Map.of("index", 77, "k", 1)));

        assertThat(store().readTrace("a")).singleElement().satisfies(entry -> {
            assertThat(entry.index()).isZero();
            assertThat(entry.step().fields()).containsEntry("k", 1);
        });
    }

    @Test
    @DisplayName("ES-108: a trace needs no execution")
    default void tracesWithoutAnExecution() {
        store().appendTrace("ghost", step(0));

        assertThat(store().readTrace("ghost")).containsExactly(new TraceEntry(0, step(0)));
    }

    @Test
    @DisplayName("ES-112: each execution's entries are counted by themselves")
    default void countsEachTrace() {
        ExecutionStore two = store(2);
        append(two, "a", 5);
        append(two, "b", 1);

        assertThat(indices("a")).containsExactly(3L, 4L);
        assertThat(indices("b")).containsExactly(0L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"é😀", "\0\u2028\"\\", ""})
    @DisplayName("ES-116: texts of an entry come back")
    default void keepsTexts(String text) {
        store().appendTrace("a", new TraceStep(Map.of(text, text)));

        assertThat(store().readTrace("a").get(0).step().fields()).isEqualTo(Map.of(text, text));
    }

    @Test
    default void namesAnEntryThatCannotBeRead() {
        append(store(), "a", 2);
        sql("UPDATE trace SET entry = '[' WHERE idx = 1");

        assertThatExceptionOfType(StoreDecodingException.class)
                .isThrownBy(() -> store().readTrace("a"))
                .withMessageContaining("Entry 1 of the trace of 'a'");
    }

    @Test
    @DisplayName("ES-118: a trace entry is what it was when it was written")
    default void copiesTraceEntries() {
        Map<String, Object> nested = new HashMap<>(Map.of("k", 1));
        store().appendTrace("a", new TraceStep(Map.of("nested", nested)));
        nested.put("k", 2);

        assertThat(store().readTrace("a").get(0).step().fields()).isEqualTo(Map.of("nested", Map.of("k", 1)));
    }
}
