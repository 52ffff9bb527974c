package io.harel.store.execution.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Delivers pending work: in order within a lane, lanes side by side. One thread looks for work and hands each lane's share
 * to a pool; it looks again when it is woken, when a lane has become free, when a pause is over, and at an interval.
 */
final class Dispatcher<L, T> {

    private static final Log LOG = LogFactory.getLog(Dispatcher.class);

    private final String name;
    private final Work<L, T> work;
    private final RelaySettings settings;
    private final Lanes<L> lanes = new Lanes<>();
    private final Object lifecycle = new Object();
    private volatile @Nullable Run current;

    Dispatcher(String name, Work<L, T> work, RelaySettings settings) {
        this.name = name;
        this.work = work;
        this.settings = settings;
    }

    void start() {
        synchronized (lifecycle) {
            if (current == null) {
                Run run = new Run();
                current = run;
                run.coordinator.start();
            }
        }
    }

    /** Lets running deliveries end, and interrupts those that take too long: what they leave is delivered again. */
    void stop() {
        synchronized (lifecycle) {
            Run run = current;
            if (run != null) {
                run.stop();
                current = null;
            }
        }
    }

    boolean isRunning() {
        return current != null;
    }

    void wake() {
        lanes.wake();
    }

    /**
     * Delivers in this thread until nothing is left that can be delivered.
     *
     * @return how many entries were delivered
     */
    int drain() {
        Set<L> left = new HashSet<>();
        int delivered = 0;
        while (true) {
            List<T> entries = work.pending(left, settings.batchSize());
            if (entries.isEmpty()) {
                return delivered;
            }
            for (T entry : entries) {
                L lane = work.laneOf(entry);
                if (!left.contains(lane)) {
                    if (deliver(lane, entry)) {
                        delivered++;
                    } else {
                        left.add(lane);
                    }
                }
            }
        }
    }

    private boolean deliver(L lane, T entry) {
        try {
            if (work.deliver(entry)) {
                lanes.succeeded(lane);
                return true;
            }
            lanes.postpone(lane, settings.recheckDelay());
        } catch (Exception ex) {
            if (Thread.currentThread().isInterrupted()) {
                LOG.info(name + ": the delivery of " + entry + " was interrupted and will be repeated");
                lanes.postpone(lane, settings.minBackoff());
            } else {
                int failures = lanes.failed(lane, settings);
                LOG.warn(
                        name + ": the delivery of " + entry + " has failed (" + failures
                                + " in a row) and will be repeated",
                        ex);
            }
        }
        return false;
    }

    /** From one start to its stop. */
    private final class Run {

        private final Thread coordinator = new Thread(this::coordinate, name);
        private final AtomicInteger threads = new AtomicInteger();
        private final ExecutorService pool = Executors.newFixedThreadPool(
                settings.concurrency(), task -> new Thread(task, name + "-" + threads.incrementAndGet()));
        private volatile boolean stopping;

        private void coordinate() {
            int failures = 0;
            while (!stopping) {
                try {
                    Duration wait = dispatch();
                    failures = 0;
                    lanes.await(wait);
                } catch (InterruptedException ex) {
                    return;
                } catch (RuntimeException ex) {
                    if (stopping) {
                        return;
                    }
                    LOG.warn(name + ": looking for work has failed and will be repeated", ex);
                    failures++;
                    if (!sleep(settings.backoff(failures))) {
                        return;
                    }
                }
            }
        }

        private static boolean sleep(Duration duration) {
            try {
                Thread.sleep(duration.toMillis());
                return true;
            } catch (InterruptedException ex) {
                return false;
            }
        }

        /** Hands out what is pending, and says how long to wait for news before the next look. */
        private Duration dispatch() {
            Lanes.Snapshot<L> snapshot = lanes.snapshot(settings.concurrency());
            if (snapshot.free() == 0) {
                return settings.interval();
            }
            Map<L, List<T>> shares = new LinkedHashMap<>();
            for (T entry : work.pending(snapshot.excluded(), settings.batchSize())) {
                L lane = work.laneOf(entry);
                List<T> share = shares.get(lane);
                if (share != null) {
                    share.add(entry);
                } else if (shares.size() < snapshot.free()) {
                    shares.put(lane, new ArrayList<>(List.of(entry)));
                }
            }
            shares.forEach((lane, share) -> {
                lanes.occupy(lane);
                pool.execute(() -> serve(lane, share));
            });
            return shares.isEmpty() ? work.untilNext(settings.interval()) : Duration.ZERO;
        }

        private void serve(L lane, List<T> share) {
            try {
                for (T entry : share) {
                    if (stopping || !deliver(lane, entry)) {
                        return;
                    }
                }
            } finally {
                lanes.release(lane);
            }
        }

        private void stop() {
            stopping = true;
            lanes.wake();
            boolean interrupted = false;
            try {
                coordinator.join(settings.stopTimeout().toMillis());
                if (!lanes.awaitIdle(settings.stopTimeout())) {
                    LOG.info(name + ": interrupting deliveries that take longer than " + settings.stopTimeout());
                    pool.shutdownNow();
                    lanes.awaitIdle(settings.stopTimeout());
                }
            } catch (InterruptedException ex) {
                interrupted = true;
            }
            coordinator.interrupt();
            pool.shutdownNow();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
