package io.harel.store.execution.runtime;

import io.harel.store.execution.StoreConflictException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Tries again what lost a version check. The waits are random, since those who lost together would meet again together.
 */
final class ConflictRetry {

    private final ExecutionTemplateSettings settings;
    private final LongAdder conflicts = new LongAdder();
    private final LongAdder retries = new LongAdder();

    ConflictRetry(ExecutionTemplateSettings settings) {
        this.settings = settings;
    }

    /** Retries on conflicts over the given execution only: those over another one are its caller's. */
    <T> T call(String executionId, Supplier<T> attempt) {
        for (int attempts = 1; ; attempts++) {
            try {
                return attempt.get();
            } catch (StoreConflictException ex) {
                if (!ex.executionId().equals(executionId)) {
                    throw ex;
                }
                conflicts.increment();
                if (attempts == settings.maxAttempts() || !pause(attempts)) {
                    throw ex;
                }
                retries.increment();
            }
        }
    }

    private boolean pause(int attempts) {
        long nanos = Backoff.after(attempts, settings.minBackoff(), settings.maxBackoff())
                .toNanos();
        try {
            TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(nanos + 1));
            return true;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    long conflicts() {
        return conflicts.sum();
    }

    long retries() {
        return retries.sum();
    }
}
