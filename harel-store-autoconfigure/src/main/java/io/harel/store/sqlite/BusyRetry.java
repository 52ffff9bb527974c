package io.harel.store.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Repeats a call while another process holds the lock it needs, until the busy timeout is used up. Each attempt has waited
 * inside SQLite already; the pause between two is only there to let competing processes fall out of step.
 */
final class BusyRetry {

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final long budgetNanos;
    private final LongAdder retries = new LongAdder();

    BusyRetry(Duration budget) {
        this.budgetNanos = budget.toNanos();
    }

    <T> T call(SqlCall<T> call) throws SQLException {
        long start = System.nanoTime();
        while (true) {
            try {
                return call.call();
            } catch (SQLException ex) {
                if (!SqliteErrors.isBusy(ex) || System.nanoTime() - start >= budgetNanos) {
                    throw ex;
                }
            }
            retries.increment();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MIN_PAUSE_NANOS, MAX_PAUSE_NANOS));
        }
    }

    long retries() {
        return retries.sum();
    }
}
