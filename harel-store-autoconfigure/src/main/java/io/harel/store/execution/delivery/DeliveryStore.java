package io.harel.store.execution.delivery;

import io.harel.store.execution.DueTimer;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.Pending;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the relays keep besides the pending rows themselves: failed attempts, dead letters, and the lease that lets one of
 * several processes deliver. Safe for use by several threads and processes. Applications have no need of it, other than of
 * the {@link DeadLetterStore} part.
 */
public interface DeliveryStore extends DeadLetterStore {

    /**
     * A part of the outbox that leaves out some targets.
     *
     * @param afterSeq the number after which to begin
     * @param limit the largest number of rows to read, at least 1
     * @param excludedTargets targets to leave out; {@code null} among them leaves out events that have no target
     * @return the entries, oldest first
     */
    Pending<OutboxEntry> pendingOutboxExcept(long afterSeq, int limit, Collection<@Nullable String> excludedTargets);

    /**
     * All failed deliveries of a kind that still wait for another attempt.
     *
     * @param kind the kind
     * @return the failures
     */
    List<DeliveryFailure> deliveryFailures(DeliveryKind kind);

    /**
     * Records a failed attempt, replacing what was recorded for the same delivery.
     *
     * @param failure the failure
     */
    void recordDeliveryFailure(DeliveryFailure failure);

    /**
     * Forgets the failed attempts of a delivery that has succeeded.
     *
     * @param kind the kind
     * @param key the delivery's key
     */
    void clearDeliveryFailure(DeliveryKind kind, String key);

    /**
     * Moves an outbox entry to the dead letters; nothing happens if it is gone.
     *
     * @param seq the entry's number
     * @param attempts how often it was tried
     * @param error what the last attempt threw
     * @param now the time, in epoch seconds
     */
    void setAsideOutbox(long seq, int attempts, String error, double now);

    /**
     * Moves a spawn intent to the dead letters; nothing happens if it is gone.
     *
     * @param seq the entry's number
     * @param attempts how often it was tried
     * @param error what the last attempt threw
     * @param now the time, in epoch seconds
     */
    void setAsideSpawn(long seq, int attempts, String error, double now);

    /**
     * Moves a timer to the dead letters, if it is still armed for exactly that time.
     *
     * @param timer the timer
     * @param attempts how often it was tried
     * @param error what the last attempt threw
     * @param now the time, in epoch seconds
     */
    void setAsideTimer(DueTimer timer, int attempts, String error, double now);

    /**
     * Takes or renews a lease. What it gives out is a fencing token: whoever sees a higher one for the same name knows that
     * the holder of a lower one has lost the lease, whatever that holder believes.
     *
     * @param name what the lease is for
     * @param owner who asks
     * @param now the time, in epoch seconds
     * @param expiresAt until when the lease shall hold, in epoch seconds
     * @return the token if {@code owner} holds the lease now: the same as before if it held it without a break, else one
     *     higher than every token of this name so far; empty if another owner holds the lease
     */
    OptionalLong acquireLease(String name, String owner, double now, double expiresAt);

    /**
     * Gives a lease back; nothing happens if another owner holds it.
     *
     * @param name what the lease is for
     * @param owner who held it
     */
    void releaseLease(String name, String owner);

    /**
     * Counts what is waiting.
     *
     * @param now the time, in epoch seconds
     * @return the counts
     */
    Backlog backlog(double now);
}
