package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timers: section 7.4. */
interface TimerCases extends StoreCases {

    private void arm(String id, String path, double fireAt) {
        commit(store().load(id).orElseGet(() -> execution(id)), TimerOp.schedule(path, fireAt));
    }

    private DueTimer a(double fireAt) {
        return new DueTimer("a", "A", fireAt);
    }

    @Test
    @DisplayName("ES-080: a timer is due at its time and after")
    default void isDueAtItsTime() {
        arm("a", "A", 110);

        assertThat(store().dueTimers(105)).isEmpty();
        assertThat(store().dueTimers(110)).containsExactly(a(110));
        assertThat(store().dueTimers(120)).containsExactly(a(110));
    }

    @Test
    @DisplayName("ES-081: arming again moves a timer")
    default void armsAgain() {
        arm("a", "A", 110);
        arm("a", "A", 130);

        assertThat(store().dueTimers(120)).isEmpty();
        assertThat(store().dueTimers(130)).containsExactly(a(130));
    }

    @Test
    @DisplayName("ES-082, ES-083: a cancelled timer is never due, and one that is not armed may be cancelled")
    default void cancels() {
        arm("a", "A", 130);
        Execution next =
                commit(stored("a"), TimerOp.cancel("A"), TimerOp.cancel("ZZ")).execution();

        assertThat(next.version()).isEqualTo(2);
        assertThat(store().dueTimers(10_000)).isEmpty();
    }

    @Test
    @DisplayName("ES-084, ES-085, ES-086: within a commit the last word on a path counts")
    default void appliesOperationsInOrder() {
        arm("a", "C", 20);
        commit(
                stored("a"),
                TimerOp.schedule("A", 10),
                TimerOp.schedule("A", 20),
                TimerOp.schedule("B", 10),
                TimerOp.cancel("B"),
                TimerOp.cancel("C"),
                TimerOp.schedule("C", 30));

        assertThat(store().timersOf("a")).containsExactly(a(20), new DueTimer("a", "C", 30));
    }

    @Test
    @DisplayName("ES-087, ES-094: a timer is deleted only at the time for which it is armed")
    default void deletesATimerOnlyAtItsTime() {
        arm("a", "A", 110);
        DueTimer swept = store().dueTimers(110).get(0);
        arm("a", "A", 300);

        store().deleteTimer(swept);
        assertThat(store().timersOf("a")).containsExactly(a(300));
        store().deleteTimer(a(300));
        assertThat(store().timersOf("a")).isEmpty();
    }

    @Test
    @DisplayName("ES-088, ES-098: times are compared to the last bit")
    default void comparesToTheLastBit() {
        double inexact = 0.1 + 0.2;
        arm("a", "A", inexact);
        store().deleteTimer(a(0.3));
        assertThat(store().dueTimers(1)).containsExactly(a(0.30000000000000004));
        store().deleteTimer(a(inexact));
        assertThat(store().dueTimers(1)).isEmpty();

        double now = 1796099276.7819483;
        arm("b", "A", now);
        assertThat(store().dueTimers(Math.nextDown(now))).isEmpty();
        assertThat(store().dueTimers(now)).extracting(DueTimer::fireAt).containsExactly(now);
    }

    @Test
    @DisplayName("ES-089: a whole number in the column is a time")
    default void readsWholeNumbers() {
        arm("a", "A", 1);
        sql("UPDATE timers SET fire_at = 5");

        assertThat(store().dueTimers(5)).containsExactly(a(5.0));
    }

    @Test
    @DisplayName("ES-090, ES-091: due timers come by time, then id in the order of UTF-8, then path, in pages")
    default void ordersDueTimers() {
        arm("\uFF5E", "P", 1);
        arm("😀", "Q", 1);
        arm("😀", "P", 1);
        arm("😀", "R", 0.5);
        arm("😀", "S", 9);

        List<DueTimer> due = List.of(
                new DueTimer("😀", "R", 0.5),
                new DueTimer("\uFF5E", "P", 1.0),
                new DueTimer("😀", "P", 1.0),
                new DueTimer("😀", "Q", 1.0));
        assertThat(store().dueTimers(1)).isEqualTo(due);
        assertThat(store().dueTimers(1, due.get(1), 1)).containsExactly(due.get(2));
        assertThat(store().nextTimerAfter(1)).hasValue(9.0);
        assertThat(store().nextTimerAfter(9)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("ES-092, ES-093: a timer at no time is refused, with everything beside it")
    default void refusesATimerAtNoTime(double fireAt) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().commit(everything(execution("a"))
                        .timer(TimerOp.schedule("A", fireAt))
                        .build()))
                .withMessageContaining("fireAt");
        assertEmpty();
    }

    @Test
    @DisplayName("ES-095: a path is each execution's own")
    default void cancelsOnlyItsOwn() {
        arm("a", "A", 1);
        arm("b", "A", 1);
        commit(stored("a"), TimerOp.cancel("A"));

        assertThat(store().dueTimers(1)).containsExactly(new DueTimer("b", "A", 1));
    }

    @Test
    @DisplayName("ES-096, ES-099: nothing is due at no time, everything at the end of time")
    default void takesAnyNow() {
        arm("a", "A", 100);

        assertThat(store().dueTimers(Double.NaN)).isEmpty();
        assertThat(store().dueTimers(1e18)).hasSize(1);
        assertThat(store().dueTimers(Double.POSITIVE_INFINITY)).hasSize(1);
    }

    @Test
    @DisplayName("ES-097: a timer outlives a row that somebody removed by hand")
    default void outlivesItsRow() {
        arm("a", "A", 1);
        sql("DELETE FROM executions");

        assertThat(store().dueTimers(1)).containsExactly(a(1));
    }
}
