package io.harel.store.execution.runtime;

import io.harel.store.execution.Event;
import io.harel.store.execution.EventKinds;
import io.harel.store.execution.Execution;

/**
 * Says what an event does to the executions of one definition. The first event of each is {@link EventKinds#START}.
 *
 * <p>A handler runs before the transaction that makes its answer durable, and runs again if another event was faster: it
 * may be called several times for one event, and takes effect once. Side effects outside of the store want a key of
 * {@link IdempotencyKeys}. Called by several threads at once.
 */
public interface ExecutionHandler {

    /**
     * The definition whose executions it handles. Stored with each of them, so that it must never change.
     *
     * @return its id
     */
    String definitionId();

    /**
     * Handles an event.
     *
     * @param execution the execution as it stands
     * @param event what happened
     * @return what shall happen now
     * @throws Exception if the event cannot be handled: the execution becomes {@link io.harel.store.execution.Status#FAILED
     *     FAILED} with this error, and tells its parent; a {@link io.harel.store.StoreException} or an interrupt leaves it as
     *     it was, to be tried again
     */
    Transition handle(Execution execution, Event event) throws Exception;
}
