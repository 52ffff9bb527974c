/**
 * Runs executions: handlers say what an event does, the template does it in one transaction, and the relays deliver what
 * it left to be delivered.
 */
@NullMarked
package io.harel.store.execution.runtime;

import org.jspecify.annotations.NullMarked;
