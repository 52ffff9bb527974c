package io.harel.store.execution.delivery;

import org.jspecify.annotations.Nullable;

/**
 * A delivery that was given up after too many attempts, or that cannot be read at all.
 *
 * @param id its number among the dead letters
 * @param kind what was to be delivered
 * @param targetId the execution it was for: an event's target, a spawn's child, a timer's execution; {@code null} for an
 *     event to the application
 * @param payload what was to be delivered, as stored: the event's or spawn context's JSON, or the timer's path
 * @param attempts how often it was tried
 * @param error what the last attempt threw
 * @param failedAt when it was given up, in epoch seconds
 */
public record DeadLetter(
        long id,
        DeliveryKind kind,
        @Nullable String targetId,
        String payload,
        int attempts,
        String error,
        double failedAt) {}
