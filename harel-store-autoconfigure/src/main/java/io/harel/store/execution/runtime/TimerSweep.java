package io.harel.store.execution.runtime;

import io.harel.store.execution.DueTimer;
import io.harel.store.execution.EpochSeconds;
import io.harel.store.execution.ExecutionStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Brings due timers to their executions, and sleeps until the next one is due. A timer stays until its event has taken
 * effect, so that a crash fires it again and the execution sees it once.
 */
public final class TimerSweep extends Relay {

    /**
     * Creates a sweep, not started yet.
     *
     * @param store where the timers are
     * @param executions brings timeouts to executions
     * @param signals tells of timers that are armed
     * @param settings how it works
     * @param clock decides what is due
     */
    public TimerSweep(
            ExecutionStore store,
            ExecutionTemplate executions,
            WorkSignals signals,
            RelaySettings settings,
            Clock clock) {
        this(new TimerWork(store, executions, clock), signals, settings);
    }

    private TimerSweep(TimerWork work, WorkSignals signals, RelaySettings settings) {
        this(new Dispatcher<>("harel-timers", work, settings), work, signals);
    }

    private TimerSweep(Dispatcher<?, ?> dispatcher, TimerWork work, WorkSignals signals) {
        super(dispatcher);
        signals.onTimers(fireAt -> {
            if (work.isNews(fireAt)) {
                dispatcher.wake();
            }
        });
    }

    private static final class TimerWork implements Work<String, DueTimer> {

        private static final double MILLIS_PER_SECOND = 1_000.0;

        private final ExecutionStore store;
        private final ExecutionTemplate executions;
        private final Clock clock;
        private volatile double lastLook = Double.NEGATIVE_INFINITY;
        private volatile double nextDue = Double.POSITIVE_INFINITY;

        private TimerWork(ExecutionStore store, ExecutionTemplate executions, Clock clock) {
            this.store = store;
            this.executions = executions;
            this.clock = clock;
        }

        private double now() {
            return EpochSeconds.of(clock.instant());
        }

        @Override
        public List<DueTimer> pending(Set<String> excluded, int limit) {
            double now = now();
            lastLook = now;
            List<DueTimer> found = new ArrayList<>();
            List<DueTimer> page = store.dueTimers(now, null, limit);
            while (!page.isEmpty()) {
                page.stream()
                        .filter(timer -> !excluded.contains(timer.executionId()))
                        .forEach(found::add);
                if (!found.isEmpty() || page.size() < limit) {
                    break;
                }
                page = store.dueTimers(now, page.get(page.size() - 1), limit);
            }
            return found;
        }

        @Override
        public String laneOf(DueTimer timer) {
            return timer.executionId();
        }

        @Override
        public boolean deliver(DueTimer timer) {
            Delivery delivery = executions.fire(timer);
            if (delivery.isPostponed()) {
                return false;
            }
            if (delivery.result() != Delivery.Result.APPLIED) {
                store.deleteTimer(timer);
            }
            return true;
        }

        @Override
        public Duration untilNext(Duration interval) {
            // A timer that is armed while this looks must count as news whatever the look finds
            nextDue = Double.POSITIVE_INFINITY;
            // Not after now: one may have come due since the look
            OptionalDouble next = store.nextTimerAfter(lastLook);
            if (next.isEmpty()) {
                return interval;
            }
            nextDue = next.getAsDouble();
            double millis = Math.max(Math.ceil((nextDue - now()) * MILLIS_PER_SECOND), 0);
            return millis < interval.toMillis() ? Duration.ofMillis((long) millis) : interval;
        }

        private boolean isNews(double fireAt) {
            return fireAt < nextDue;
        }
    }
}
