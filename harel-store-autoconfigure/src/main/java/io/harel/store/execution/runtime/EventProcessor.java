package io.harel.store.execution.runtime;

import io.harel.store.StoreException;
import io.harel.store.execution.Commit;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Event;
import io.harel.store.execution.EventKinds;
import io.harel.store.execution.EventLookup;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.Status;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** The protocol of one event: load, decide, handle, commit once, and again from the start if another was faster. */
final class EventProcessor {

    /** What the first event's id is; the ledger never has it, since nothing can repeat a creation. */
    private static final String START_ID = "start";

    private static final Log LOG = LogFactory.getLog(EventProcessor.class);

    private final ExecutionStore store;
    private final Handlers handlers;
    private final ConflictRetry retry;
    private final Clock clock;
    private final boolean trace;

    EventProcessor(ExecutionStore store, Handlers handlers, ConflictRetry retry, Clock clock, boolean trace) {
        this.store = store;
        this.handlers = handlers;
        this.retry = retry;
        this.clock = clock;
        this.trace = trace;
    }

    /** Runs the start of an execution that is not stored yet, and stores it. */
    Execution start(Execution fresh) {
        ExecutionHandler handler = handlers.require(fresh.definitionId());
        Commit commit = handle(handler, fresh, Event.withId(START_ID, EventKinds.START, Map.of()));
        return store.commit(commit).execution();
    }

    Delivery process(String id, Event event) {
        return retry.call(id, () -> attempt(id, event, null));
    }

    /** Processes a timer's event if that timer is still armed: it may have been read long ago. */
    Delivery fire(DueTimer timer) {
        return retry.call(timer.executionId(), () -> attempt(timer.executionId(), Event.timeout(timer), timer));
    }

    private Delivery attempt(String id, Event event, @Nullable DueTimer timer) {
        EventLookup lookup = store.loadForEvent(id, event.id());
        Execution execution = lookup.execution();
        if (execution == null) {
            return new Delivery(Delivery.Result.NOT_FOUND, null);
        }
        if (lookup.processed()) {
            return new Delivery(Delivery.Result.REPEATED, execution);
        }
        if (execution.status() == Status.SUSPENDED) {
            return new Delivery(Delivery.Result.SUSPENDED, execution);
        }
        if (!takes(execution.status(), event.kind())) {
            LOG.debug("The execution '" + id + "' is " + execution.status() + ": " + event + " has no effect");
            return new Delivery(Delivery.Result.DROPPED, execution);
        }
        Optional<ExecutionHandler> handler = handlers.find(execution.definitionId());
        if (handler.isEmpty()) {
            return new Delivery(Delivery.Result.UNKNOWN_DEFINITION, execution);
        }
        // Loaded before the timers are read: if they change in between, so does the version, and the commit is lost
        if (timer != null && !store.timersOf(id).contains(timer)) {
            return new Delivery(Delivery.Result.DROPPED, execution);
        }
        Commit commit = handle(handler.get(), Joins.join(execution, event), event);
        return new Delivery(Delivery.Result.APPLIED, store.commit(commit).execution());
    }

    private static boolean takes(Status status, String kind) {
        return switch (status) {
            case PENDING -> kind.equals(EventKinds.START);
            case RUNNING -> !kind.equals(EventKinds.START);
            case CANCELLING -> kind.equals(EventKinds.CANCEL);
            case SUSPENDED, DONE, CANCELLED, FAILED -> false;
        };
    }

    private Commit handle(ExecutionHandler handler, Execution execution, Event event) {
        String actor = trace ? handler.getClass().getName() : null;
        Advance advance = new Advance(execution, event, List.of(), clock.instant(), actor);
        try {
            Transition transition = handler.handle(execution, event);
            return advanceTo(transition, advance).to(transition);
        } catch (StoreException ex) {
            throw ex;
        } catch (Exception ex) {
            // An interrupt comes as many kinds of exception, and says nothing about the event
            if (ex instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new HandlerInterruptedException(execution.id(), ex);
            }
            LOG.error("The execution '" + execution.id() + "' has failed at " + event, ex);
            return advance.toFailure(ex);
        }
    }

    private Advance advanceTo(Transition transition, Advance advance) {
        Status status = transition.status();
        if (status == null || !status.isTerminal() || advance.before().version() == 0) {
            return advance;
        }
        return advance.withArmed(store.timersOf(advance.before().id()));
    }
}
