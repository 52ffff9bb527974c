package io.harel.store.execution.delivery;

import org.jspecify.annotations.Nullable;

/**
 * How much work is waiting in a store.
 *
 * @param outbox entries in the outbox
 * @param spawns spawn intents
 * @param timers armed timers, due or not
 * @param dueTimers timers that are due
 * @param deadLetters deliveries that were given up
 * @param oldestOutboxSeq number of the oldest outbox entry
 * @param lastOutboxSeq the highest number an outbox entry has ever had, 0 before the first
 * @param oldestSpawnSeq number of the oldest spawn intent
 * @param lastSpawnSeq the highest number a spawn intent has ever had, 0 before the first
 * @param earliestTimer time of the earliest timer, in epoch seconds
 */
public record Backlog(
        long outbox,
        long spawns,
        long timers,
        long dueTimers,
        long deadLetters,
        @Nullable Long oldestOutboxSeq,
        long lastOutboxSeq,
        @Nullable Long oldestSpawnSeq,
        long lastSpawnSeq,
        @Nullable Double earliestTimer) {}
