package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the cases of the contract have in common: the store under test, its tables, and short ways to say things. */
interface StoreCases {

    /** The store under test, empty at first, with the default trace limit. */
    ExecutionStore store();

    /** Another store on the same tables, with a trace limit of its own. */
    ExecutionStore store(int traceLimit);

    /** Executes a statement beside the store. */
    void sql(String statement);

    /** The first column of each row that a query finds. */
    List<Object> column(String query);

    default Execution execution(String id) {
        return builder(id).build();
    }

    default ExecutionBuilder builder(String id) {
        return Execution.builder("d").id(id);
    }

    default TraceStep step(int k) {
        return new TraceStep(Map.of("k", k));
    }

    default Event event(String id) {
        return Event.withId(id, "K", Map.of());
    }

    default CommitResult commit(Execution execution, TimerOp... timers) {
        return store().commit(Commit.builder(execution).timers(List.of(timers)).build());
    }

    default Execution stored(String id) {
        return store().load(id).orElseThrow();
    }

    default long rows(String table) {
        return ((Number) column("SELECT count(*) FROM " + table).get(0)).longValue();
    }

    /** That nothing at all is stored. */
    default void assertEmpty() {
        for (String table : List.of("executions", "outbox", "processed_events", "timers", "spawns", "trace")) {
            assertThat(rows(table)).as(table).isZero();
        }
    }

    /** A commit with everything an event can bring. */
    default Commit.Builder everything(Execution execution) {
        return Commit.builder(execution)
                .emit("p", event("f"))
                .processed("e")
                .spawn(SpawnRequest.region("c", "R", Map.of()))
                .timer(TimerOp.schedule("P", 5))
                .trace(step(0));
    }

    default void assertConflict(String id, long expected, Long found, ThrowingCallable operation) {
        StoreConflictException conflict = catchThrowableOfType(StoreConflictException.class, operation);
        assertThat(conflict).as("conflict").isNotNull();
        assertThat(conflict.executionId()).isEqualTo(id);
        assertThat(conflict.expected()).isEqualTo(expected);
        assertThat(conflict.found()).isEqualTo(found);
        assertThat(conflict.getMessage())
                .contains("'" + id + "'", String.valueOf(expected), found == null ? "no" : String.valueOf(found));
    }
}
