package io.harel.store.execution.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which lanes are being served, and which are left alone for a while since a delivery failed. Safe for use by any number of
 * threads; one of them waits for news.
 */
final class Lanes<L> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Set<L> busy = new HashSet<>();
    private final Map<L, Pause> pauses = new HashMap<>();
    private boolean woken;
    private long lastLook = System.nanoTime();

    /** What the next look needs to know. Forgets earlier news, which that look will find. */
    Snapshot<L> snapshot(int concurrency) {
        lock.lock();
        try {
            woken = false;
            long now = System.nanoTime();
            lastLook = now;
            // A count of failures stays until a delivery succeeds; what was only postponed needs no memory
            pauses.values().removeIf(pause -> pause.failures == 0 && pause.until - now <= 0);
            Set<L> excluded = new HashSet<>(busy);
            pauses.forEach((lane, pause) -> {
                if (pause.until - now > 0) {
                    excluded.add(lane);
                }
            });
            return new Snapshot<>(excluded, concurrency - busy.size());
        } finally {
            lock.unlock();
        }
    }

    record Snapshot<L>(Set<L> excluded, int free) {}

    void occupy(L lane) {
        locked(() -> busy.add(lane));
    }

    void release(L lane) {
        locked(() -> {
            busy.remove(lane);
            announce();
        });
    }

    void succeeded(L lane) {
        locked(() -> pauses.remove(lane));
    }

    void wake() {
        locked(this::announce);
    }

    private void announce() {
        woken = true;
        news.signalAll();
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    void postpone(L lane, Duration delay) {
        pause(lane, 0, delay);
    }

    /** Counts a failure of the lane's first entry; the number of them in a row. */
    int failed(L lane, RelaySettings settings) {
        lock.lock();
        try {
            Pause last = pauses.get(lane);
            int failures = (last == null ? 0 : last.failures) + 1;
            pause(lane, failures, settings.backoff(failures));
            return failures;
        } finally {
            lock.unlock();
        }
    }

    private void pause(L lane, int failures, Duration delay) {
        locked(() -> pauses.put(lane, new Pause(failures, System.nanoTime() + delay.toNanos())));
    }

    /** Waits until woken, until a pause is over, or for as long as given. */
    void await(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long now = System.nanoTime();
            long remaining = longest.toNanos();
            for (Pause pause : pauses.values()) {
                // One that has ended since the last look was left out of it
                if (pause.until - lastLook > 0) {
                    remaining = Math.min(remaining, pause.until - now);
                }
            }
            while (!woken && remaining > 0) {
                remaining = news.awaitNanos(remaining);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean awaitIdle(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long remaining = longest.toNanos();
            while (!busy.isEmpty() && remaining > 0) {
                remaining = news.awaitNanos(remaining);
            }
            return busy.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private record Pause(int failures, long until) {}
}
