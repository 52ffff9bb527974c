package io.harel.store.execution.runtime;

import io.harel.store.execution.ChildIds;
import io.harel.store.execution.ChildState;
import io.harel.store.execution.Commit;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.EpochSeconds;
import io.harel.store.execution.Event;
import io.harel.store.execution.EventKinds;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionBuilder;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.Status;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceStep;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes one commit of an execution, an event and what its handler answered.
 *
 * @param before the execution the handler saw
 * @param event the event it handled
 * @param armed the timers of the execution, needed only where it ends
 * @param now the time
 * @param actor who handled it, for the trace, or {@code null} for no trace
 */
record Advance(
        Execution before,
        Event event,
        List<DueTimer> armed,
        Instant now,
        @Nullable String actor) {

    Advance withArmed(List<DueTimer> timers) {
        return new Advance(before, event, timers, now, actor);
    }

    Commit to(Transition transition) {
        Execution after = after(transition);
        Commit.Builder commit = commit(after);
        addTimers(commit, transition, after);
        addChildren(commit, transition);
        for (Transition.Message message : transition.messages()) {
            switch (message.recipient()) {
                case APPLICATION -> commit.emit(null, message.event());
                case EXECUTION -> commit.emit(message.executionId(), message.event());
                case PARENT -> {
                    if (after.parentId() != null) {
                        commit.emit(after.parentId(), message.event());
                    }
                }
            }
        }
        addNewsOfEnd(commit, after, transition.result());
        return commit.build();
    }

    /** What an exception leaves: everything the handler wanted is dropped, its timers stay as they are. */
    Commit toFailure(Exception cause) {
        String message = cause.getMessage();
        String error = cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
        Execution after =
                stamped(before.toBuilder().status(Status.FAILED).error(error)).build();
        Commit.Builder commit = commit(after);
        addNewsOfEnd(commit, after, Map.of());
        return commit.build();
    }

    private Commit.Builder commit(Execution after) {
        Commit.Builder commit = Commit.builder(after);
        if (before.version() > 0) {
            commit.processed(event.id());
        }
        if (actor != null) {
            commit.trace(TraceStep.of(event, before, after, List.of(actor), EpochSeconds.of(now)));
        }
        return commit;
    }

    private Execution after(Transition transition) {
        ExecutionBuilder after = before.toBuilder().context(transition.applyTo(before.context()));
        Status status = transition.status();
        if (status != null) {
            after.status(status).outcome(transition.outcome()).error(transition.error());
        } else if (before.status() == Status.PENDING) {
            after.status(Status.RUNNING);
        }
        if (transition.state() != null) {
            after.activePath(transition.state());
        }
        List<Transition.Child> children = transition.children();
        for (int index = 0; index < children.size(); index++) {
            String key = children.get(index).key();
            after.child(childId(transition, index), ChildState.submachine(key != null ? key : Integer.toString(index)));
        }
        if (!children.isEmpty()) {
            Map<String, Long> entries = new LinkedHashMap<>(before.invokeSeq());
            entries.merge(site(transition), 1L, Long::sum);
            after.invokeSeq(entries);
        }
        return stamped(after.processedEvents(before.processedEvents() + 1)).build();
    }

    /** Children belong to the state that the transition leads to. */
    private String site(Transition transition) {
        if (transition.state() != null) {
            return transition.state();
        }
        return before.activePath() == null ? "" : before.activePath();
    }

    private ExecutionBuilder stamped(ExecutionBuilder builder) {
        double time = EpochSeconds.of(now);
        Execution next = builder.build();
        boolean finished = next.status() == Status.DONE || next.status() == Status.CANCELLED;
        Double finishedAt = next.finishedAt() == null ? Double.valueOf(time) : next.finishedAt();
        return builder.createdAt(next.createdAt() == null ? Double.valueOf(time) : next.createdAt())
                .updatedAt(time)
                .finishedAt(finished ? finishedAt : null);
    }

    private void addTimers(Commit.Builder commit, Transition transition, Execution after) {
        if (event.kind().equals(EventKinds.TIMEOUT) && event.data().get("path") instanceof String path) {
            commit.timer(TimerOp.cancel(path));
        }
        if (after.status().isTerminal()) {
            armed.forEach(timer -> commit.timer(TimerOp.cancel(timer.path())));
            return;
        }
        String left = before.activePath();
        if (transition.state() != null && left != null) {
            commit.timer(TimerOp.cancel(left));
        }
        for (Transition.Timer timer : transition.timers()) {
            commit.timer(operation(timer, after.activePath()));
        }
    }

    private TimerOp operation(Transition.Timer timer, @Nullable String state) {
        String path = timer.name() != null ? timer.name() : state;
        if (path == null) {
            throw new IllegalStateException("A timeout needs a state to be in: go to one with Transition.to(...)");
        }
        if (timer.name() != null && timer.name().equals(state)) {
            throw new IllegalStateException(
                    "The timer '" + timer.name() + "' has the name of a state; name it otherwise");
        }
        return timer.delay() == null
                ? TimerOp.cancel(path)
                : TimerOp.schedule(path, fireAt(path, now.plus(timer.delay())));
    }

    /** A timer that comes due again at the very same time would be the same event, which is processed already. */
    private double fireAt(String path, Instant due) {
        double fireAt = EpochSeconds.of(due);
        boolean again = event.kind().equals(EventKinds.TIMEOUT)
                && path.equals(event.data().get("path"));
        return again && event.data().get("fire_at") instanceof Double last && fireAt <= last
                ? Math.nextUp(last)
                : fireAt;
    }

    private String childId(Transition transition, int index) {
        String site = site(transition);
        return ChildIds.invoked(before.id(), site, before.invokeSeq().getOrDefault(site, 0L), index);
    }

    private void addChildren(Commit.Builder commit, Transition transition) {
        List<Transition.Child> children = transition.children();
        for (int index = 0; index < children.size(); index++) {
            Transition.Child child = children.get(index);
            commit.spawn(SpawnRequest.invoke(childId(transition, index), child.definitionId(), child.context()));
        }
    }

    private static void addNewsOfEnd(Commit.Builder commit, Execution after, Map<String, @Nullable Object> result) {
        if (after.parentId() != null && after.status().isTerminal()) {
            commit.emit(after.parentId(), Joins.finished(after, result));
        }
    }
}
