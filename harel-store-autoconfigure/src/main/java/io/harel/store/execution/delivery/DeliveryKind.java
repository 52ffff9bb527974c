package io.harel.store.execution.delivery;

/** What the relays deliver. */
public enum DeliveryKind {

    /** An event from the outbox to its target. */
    OUTBOX,

    /** A child to create. */
    SPAWN,

    /** A due timer. */
    TIMER
}
