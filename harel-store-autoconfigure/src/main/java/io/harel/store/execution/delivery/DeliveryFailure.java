package io.harel.store.execution.delivery;

/**
 * A delivery that has failed and will be tried again.
 *
 * @param kind what is delivered
 * @param key which: the entry's number as text, or the id of the timer's event
 * @param attempts how often it was tried
 * @param retryAt when it may be tried again, in epoch seconds
 * @param error what the last attempt threw
 */
public record DeliveryFailure(DeliveryKind kind, String key, int attempts, double retryAt, String error) {}
