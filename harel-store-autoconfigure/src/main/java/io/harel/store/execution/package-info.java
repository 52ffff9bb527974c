/**
 * The contract of the execution store: durable state machines whose state, outbox, dedupe ledger, timers, spawn intents
 * and trace advance together, in one transaction per event.
 */
@NullMarked
package io.harel.store.execution;

import org.jspecify.annotations.NullMarked;
