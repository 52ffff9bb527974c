package io.harel.store.execution.runtime;

import io.harel.store.execution.Commit;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStoreListener;
import io.harel.store.execution.TimerOp;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleConsumer;

/**
 * Wakes the relays by the commits that write work for them. The store tells it, the relays listen: with a store that tells
 * nobody they still find everything, at their intervals. Safe for use by any number of threads.
 */
public final class WorkSignals implements ExecutionStoreListener {

    private final List<Runnable> outbox = new CopyOnWriteArrayList<>();
    private final List<Runnable> spawns = new CopyOnWriteArrayList<>();
    private final List<DoubleConsumer> timers = new CopyOnWriteArrayList<>();

    @Override
    public void onCommit(Commit commit, Execution committed, long nanos) {
        if (!commit.emits().isEmpty()) {
            outbox.forEach(Runnable::run);
        }
        if (!commit.spawns().isEmpty()) {
            spawns.forEach(Runnable::run);
        }
        OptionalDouble earliest = commit.timers().stream()
                .filter(timer -> timer.action() == TimerOp.Action.SCHEDULE)
                .mapToDouble(TimerOp::fireAt)
                .min();
        earliest.ifPresent(fireAt -> timers.forEach(listener -> listener.accept(fireAt)));
    }

    @Override
    public void onEmit(Emit emit, long seq) {
        outbox.forEach(Runnable::run);
    }

    void onOutbox(Runnable wakeUp) {
        outbox.add(wakeUp);
    }

    void onSpawns(Runnable wakeUp) {
        spawns.add(wakeUp);
    }

    void onTimers(DoubleConsumer armed) {
        timers.add(armed);
    }
}
