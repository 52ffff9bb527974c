package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Removing executions, and finding ids: section 9.3. */
interface PurgeCases extends StoreCases {

    private void seed(String id) {
        store().commit(everything(execution(id)).emit(id, event("to " + id)).build());
    }

    @Test
    @DisplayName(
            "ES-321, ES-325: at another version nothing is touched, and without an execution what is left over goes")
    default void purgesOnlyAtTheVersion() {
        seed("a");
        assertThat(store().purge("a", 2)).isFalse();
        assertThat(store().isProcessed("a", "e")).isTrue();
        assertThat(stored("a").version()).isEqualTo(1);

        sql("DELETE FROM executions");
        assertThat(store().purge("a", 1)).isFalse();
        assertThat(rows("processed_events") + rows("timers") + rows("trace") + rows("spawns"))
                .isZero();
    }

    @Test
    @DisplayName("ES-322, ES-323: a purge removes all that belongs to an execution, once, and nothing else")
    default void purges() {
        seed("a");
        seed("b");

        assertThat(store().purge("a", 1)).isTrue();
        assertThat(store().purge("a", 1)).isFalse();

        assertThat(store().load("a")).isEmpty();
        assertThat(store().isProcessed("a", "e")).isFalse();
        assertThat(store().timersOf("a")).isEmpty();
        assertThat(store().readTrace("a")).isEmpty();
        assertThat(store().pendingOutbox().entries())
                .extracting(OutboxEntry::targetId)
                .containsExactly("p", "p", "b");
        assertThat(store().pendingSpawns().entries())
                .extracting(SpawnEntry::parentId)
                .containsExactly("b");
        assertThat(store().isProcessed("b", "e")).isTrue();
        assertThat(store().timersOf("b")).hasSize(1);
        assertThat(store().readTrace("b")).hasSize(1);
    }

    @Test
    @DisplayName("ES-324: nothing of before a purge comes back, and the id may be taken again")
    default void doesNotReviveWhatWasPurged() {
        seed("a");
        Execution before = stored("a");
        assertThat(store().purge("a", 1)).isTrue();

        assertConflict("a", 1, null, () -> store().save(before));
        Execution again = store().commit(
                        Commit.builder(execution("a")).trace(step(1)).build())
                .execution();
        assertThat(again.version()).isEqualTo(1);
        assertThat(store().isProcessed("a", "e")).isFalse();
        assertThat(store().readTrace("a")).containsExactly(new TraceEntry(0, step(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"_", "%", "*", "[", "]", "\\", "A", "a", "\uD7FF", "\uDBFF\uDFFF"})
    @DisplayName("ES-326: a prefix stands for itself")
    default void findsIdsByPrefix(String prefix) {
        for (String id :
                List.of("_1", "%1", "*1", "[1", "]1", "\\1", "A1", "a1", "\uD7FF1", "\uE0001", "\uDBFF\uDFFF1", "1")) {
            store().save(execution(id));
        }
        store().save(execution(prefix));

        assertThat(store().idsWithPrefix(prefix, null, 10)).containsExactly(prefix, prefix + "1");
        assertThat(store().idsWithPrefix(prefix, prefix, 10)).containsExactly(prefix + "1");
        assertThat(store().idsWithPrefix(prefix, null, 1)).containsExactly(prefix);
        assertThat(store().idsWithPrefix("", null, 100)).hasSize(13);
    }
}
