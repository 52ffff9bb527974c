/**
 * What the relays keep besides the pending rows: failed attempts, dead letters and leases. Stores implement it, the runtime
 * calls it; applications need only {@link io.harel.store.execution.delivery.DeadLetterStore}.
 */
@NullMarked
package io.harel.store.execution.delivery;

import org.jspecify.annotations.NullMarked;
