package io.harel.store.autoconfigure;

import io.harel.store.execution.runtime.ExecutionTemplateSettings;
import io.harel.store.execution.runtime.RelaySettings;
import io.harel.store.execution.sqlite.SqliteExecutionSettings;
import io.harel.store.sqlite.SqliteOptions;
import io.harel.store.sqlite.Synchronous;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Settings of the stores.
 *
 * @param database Path of the SQLite file, which is made if it is not there; relative to the working directory. ":memory:"
 *     keeps everything in memory.
 * @param tablePrefix What the names of the tables begin with, as in harel 0.7 and newer; the bare names if not set. A
 *     letter or underscore, then at most 29 letters, digits and underscores.
 * @param createTables Whether to create the tables; otherwise a migration tool does.
 * @param synchronous When a commit reaches the disk: with "full" it survives a power loss, with "normal" the newest ones
 *     may be lost then, with "off" the file may be damaged.
 * @param busyTimeout How long to try for a lock that another process or transaction holds.
 * @param readers How many connections read at the same time.
 * @param trace Traces of executions.
 * @param conflict What to do when two events meet at one execution.
 * @param outbox Delivery of events.
 * @param spawns Creation of children.
 * @param timers Delivery of timeouts.
 */
@ConfigurationProperties("harel.store")
public record HarelStoreProperties(
        @DefaultValue("harel/state.db") String database,
        @Nullable String tablePrefix,
        @DefaultValue("true") boolean createTables,
        @DefaultValue("full") Synchronous synchronous,
        @DefaultValue("10s") Duration busyTimeout,
        @DefaultValue("4") int readers,
        @DefaultValue Trace trace,
        @DefaultValue Conflict conflict,
        @DefaultValue Relay outbox,
        @DefaultValue Relay spawns,
        @DefaultValue Relay timers) {

    private static final String PREFIX = "harel.store.";

    public HarelStoreProperties {
        if (database.isBlank()) {
            throw invalid("database", database, "It must be the path of a file, or ':memory:'.");
        }
        if (tablePrefix != null && !SqliteExecutionSettings.isTablePrefix(tablePrefix)) {
            throw invalid(
                    "table-prefix",
                    tablePrefix,
                    "It must be a letter or underscore and at most 29 letters, digits and underscores.");
        }
        requirePositive("busy-timeout", busyTimeout);
        requireAtLeast("readers", readers, 1);
        outbox.requireValid("outbox");
        spawns.requireValid("spawns");
        timers.requireValid("timers");
    }

    SqliteOptions sqliteOptions() {
        return new SqliteOptions(database, synchronous, readers, busyTimeout);
    }

    SqliteExecutionSettings executionSettings() {
        return new SqliteExecutionSettings(tablePrefix, trace.limit(), createTables);
    }

    ExecutionTemplateSettings templateSettings() {
        return new ExecutionTemplateSettings(
                conflict.maxAttempts(), conflict.minBackoff(), conflict.maxBackoff(), trace.enabled());
    }

    private static InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(PREFIX + name, value, reason);
    }

    private static void requirePositive(String name, Duration value) {
        if (value.toMillis() < 1) {
            throw invalid(name, value, "It must be at least 1ms.");
        }
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) {
            throw invalid(name, value, "It must be at least " + least + ".");
        }
    }

    /**
     * Traces of executions.
     *
     * @param enabled Whether each event leaves an entry in the trace of its execution.
     * @param limit How many entries an execution keeps; 0 for all.
     */
    public record Trace(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("200") int limit) {

        public Trace {
            requireAtLeast("trace.limit", limit, 0);
        }
    }

    /**
     * What to do when two events meet at one execution.
     *
     * @param maxAttempts How often an event is tried when others are faster.
     * @param minBackoff Longest wait before the second attempt; each further one may wait twice as long.
     * @param maxBackoff Longest wait before any attempt.
     */
    public record Conflict(
            @DefaultValue("20") int maxAttempts,
            @DefaultValue("2ms") Duration minBackoff,
            @DefaultValue("250ms") Duration maxBackoff) {

        public Conflict {
            requireAtLeast("conflict.max-attempts", maxAttempts, 1);
            requirePositive("conflict.min-backoff", minBackoff);
            if (maxBackoff.compareTo(minBackoff) < 0) {
                throw invalid(
                        "conflict.max-backoff",
                        maxBackoff,
                        "It must be at least " + PREFIX + "conflict.min-backoff, which is " + minBackoff + ".");
            }
        }
    }

    /**
     * One of the relays.
     *
     * @param enabled Whether this process does this work.
     * @param interval How long to wait at most before looking for work that no commit of this process has announced.
     * @param batchSize How many entries to read at once.
     * @param concurrency How many executions to serve at the same time.
     */
    public record Relay(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10s") Duration interval,
            @DefaultValue("100") int batchSize,
            @DefaultValue("4") int concurrency) {

        private void requireValid(String name) {
            requirePositive(name + ".interval", interval);
            requireAtLeast(name + ".batch-size", batchSize, 1);
            requireAtLeast(name + ".concurrency", concurrency, 1);
        }

        RelaySettings settings() {
            return RelaySettings.defaults()
                    .withInterval(interval)
                    .withBatchSize(batchSize)
                    .withConcurrency(concurrency);
        }
    }
}
