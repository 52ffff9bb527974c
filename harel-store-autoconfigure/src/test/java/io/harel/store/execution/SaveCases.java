package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Saving, loading and the version check: section 7.2. */
interface SaveCases extends StoreCases {

    @Test
    @DisplayName("ES-030: a new execution is stored at version 1, and loads as it was saved")
    default void storesANewExecution() {
        Execution saved = store().save(builder("a").put("n", 1).build());

        assertThat(saved.version()).isEqualTo(1);
        assertThat(stored("a")).isEqualTo(saved);
    }

    @Test
    @DisplayName("ES-031: each save counts, in what it returns, in the column and in the text")
    default void countsSaves() {
        Execution saved = store().save(store().save(store().save(execution("a"))));

        assertThat(saved.version()).isEqualTo(3);
        assertThat(column("SELECT version FROM executions")).hasToString("[3]");
        assertThat(column("SELECT json_extract(data, '$.version') FROM executions"))
                .hasToString("[3]");
    }

    @Test
    @DisplayName("ES-032: an unknown id is no error")
    default void findsNothingOfAnUnknownId() {
        assertThat(store().load("nope")).isEmpty();
    }

    @Test
    @DisplayName("ES-033: a stale save is a conflict, and the first one's values stay")
    default void refusesAStaleSave() {
        Execution first = store().save(execution("a"));
        Execution won = store().save(first.toBuilder().put("w", "won").build());

        assertConflict(
                "a",
                1,
                2L,
                () -> store().save(first.toBuilder().put("w", "stale").build()));
        assertThat(stored("a")).isEqualTo(won);
    }

    @Test
    @DisplayName("ES-034, ES-038: a second execution of one id is a conflict that tells all three facts")
    default void refusesASecondOfOneId() {
        store().save(execution("a"));
        Execution second = execution("a");

        assertConflict("a", 0, 1L, () -> store().save(second));
        assertThat(second.version()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {3, -1, Long.MAX_VALUE - 1, Long.MIN_VALUE})
    @DisplayName("ES-035, ES-036: a version without a row is a conflict with none")
    default void refusesAVersionWithoutARow(long version) {
        assertConflict(
                "g",
                version,
                null,
                () -> store().save(builder("g").version(version).build()));
        assertEmpty();
    }

    @Test
    @DisplayName("ES-037: a conflict tells the version that is stored, however far it is ahead")
    default void tellsTheStoredVersion() {
        Execution first = store().save(execution("a"));
        Execution last = first;
        for (int i = 0; i < 4; i++) {
            last = store().save(last);
        }

        assertConflict("a", 1, 5L, () -> store().save(first));
    }

    @Test
    @DisplayName("ES-039: after a conflict the store goes on")
    default void goesOnAfterAConflict() {
        store().save(execution("a"));
        assertConflict("a", 0, 1L, () -> store().save(execution("a")));

        assertThat(store().save(execution("b")).version()).isEqualTo(1);
        sql("DELETE FROM executions");
        assertEmpty();
    }

    @Test
    @DisplayName("ES-040, ES-041: what is done to a collection afterwards changes nothing that was stored or loaded")
    default void copiesValues() {
        List<Integer> list = new ArrayList<>(List.of(1));
        store().save(builder("a").put("k", list).build());
        list.add(2);

        Execution loaded = stored("a");
        loaded.toBuilder().put("k", 3).build();
        assertThat(loaded.context()).isEqualTo(Map.of("k", List.of(1)));
        assertThat(stored("a")).isEqualTo(loaded);
    }

    @Test
    @DisplayName("ES-042: a changed definition shows in the execution, and not in the listing")
    default void keepsTheListedDefinition() {
        Execution saved = store().save(execution("a"));
        store().save(saved.toBuilder().definitionId("other").build());

        assertThat(stored("a").definitionId()).isEqualTo("other");
        assertThat(column("SELECT definition_id FROM executions")).containsExactly("d");
        assertThat(store().list(ExecutionQuery.all().definition("d")).items())
                .extracting(ExecutionSummary::definitionId)
                .containsExactly("d");
        assertThat(store().list(ExecutionQuery.all().definition("other")).items())
                .isEmpty();
    }

    @Test
    @DisplayName("ES-043: the column is what counts for the version check and the listing, the text for a load")
    default void checksTheColumn() {
        store().save(store().save(execution("a")));
        sql("UPDATE executions SET version = 10");

        assertThat(stored("a").version()).isEqualTo(2);
        assertThat(store().list(ExecutionQuery.all()).items())
                .extracting(ExecutionSummary::version)
                .containsExactly(10L);
        assertConflict("a", 2, 10L, () -> store().save(stored("a")));
    }

    @ParameterizedTest
    @ValueSource(longs = {2_147_483_648L, 9_007_199_254_740_993L, Long.MAX_VALUE - 1})
    @DisplayName("ES-044: versions are exact to the last 64-bit number")
    default void countsExactly(long version) {
        store().save(execution("a"));
        sql("UPDATE executions SET version = " + version + ", data = json_set(data, '$.version', " + version + ")");

        assertThat(stored("a").version()).isEqualTo(version);
        assertThat(store().save(stored("a")).version()).isEqualTo(version + 1);
        assertThat(stored("a").version()).isEqualTo(version + 1);
    }

    @Test
    @DisplayName("ES-044: the last 64-bit number is refused, as no commit can raise it")
    default void refusesTheLastVersion() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> store().save(builder("a").version(Long.MAX_VALUE).build()))
                .withMessageContaining("version of execution 'a'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a'--", "%", "a b", "x;DROP TABLE timers", ""})
    @DisplayName("ES-045: an id is only text")
    default void takesAnyId(String id) {
        Execution saved = commit(execution(id), TimerOp.schedule("P", 1)).execution();
        store().appendTrace(id, step(0));

        assertThat(stored(id)).isEqualTo(saved);
        assertThat(store().list(ExecutionQuery.all()).items())
                .extracting(ExecutionSummary::id)
                .containsExactly(id);
        assertThat(store().readTrace(id)).hasSize(1);
        assertThat(store().dueTimers(1)).containsExactly(new DueTimer(id, "P", 1));
        assertThat(store().timersOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("ES-048: characters beyond the first plane are kept in every column")
    default void keepsEmoji() {
        store().save(Execution.builder("d😀")
                .id("a")
                .outcome("😀")
                .put("k😀", 1)
                .build());

        assertThat(store().list(ExecutionQuery.all().definition("d😀")).items())
                .extracting(ExecutionSummary::outcome)
                .containsExactly("😀");
        assertThat(stored("a").context()).containsKey("k😀");
    }

    @Test
    @DisplayName("ES-049: a failed execution keeps its error")
    default void keepsTheError() {
        store().save(builder("a")
                .status(Status.FAILED)
                .error("RuntimeError: boom")
                .build());

        assertThat(stored("a").status()).isEqualTo(Status.FAILED);
        assertThat(stored("a").error()).isEqualTo("RuntimeError: boom");
    }

    @Test
    @DisplayName("ES-050: a save writes nothing but the execution")
    default void savesOnlyTheExecution() {
        store().save(execution("a"));
        sql("DELETE FROM executions");

        assertEmpty();
    }
}
