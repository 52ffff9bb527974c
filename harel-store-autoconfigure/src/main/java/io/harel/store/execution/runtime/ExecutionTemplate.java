package io.harel.store.execution.runtime;

import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionAlreadyExistsException;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.Ids;
import io.harel.store.execution.SpawnEntry;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.TraceEntry;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates executions and brings events to them. Runs the handler, commits everything it answered in one transaction, and
 * does so again from a fresh load if another event was faster.
 *
 * <p>Inside a transaction of the store's transaction manager all of this joins it: the caller's own rows and the
 * execution's become durable together. Safe for use by any number of threads.
 */
public final class ExecutionTemplate {

    private final ExecutionStore store;
    private final Handlers handlers;
    private final ConflictRetry retry;
    private final EventProcessor processor;

    /**
     * Creates a template.
     *
     * @param store where the executions are
     * @param handlers the handlers, asked for at first use
     * @param settings how often to try, and whether to trace
     * @param clock the time that executions and timers get
     */
    public ExecutionTemplate(
            ExecutionStore store,
            Supplier<? extends Collection<? extends ExecutionHandler>> handlers,
            ExecutionTemplateSettings settings,
            Clock clock) {
        this.store = store;
        this.handlers = new Handlers(handlers);
        this.retry = new ConflictRetry(settings);
        this.processor = new EventProcessor(store, this.handlers, retry, clock, settings.trace());
    }

    /**
     * Creates an execution with a random id and runs its start.
     *
     * @param definitionId the definition it runs
     * @param context its first context
     * @return the execution, durable; {@link io.harel.store.execution.Status#FAILED FAILED} if its handler threw
     * @throws UnknownDefinitionException if no handler has that definition
     */
    public Execution create(String definitionId, Map<String, ? extends @Nullable Object> context) {
        return create(definitionId, Ids.random(), context);
    }

    /**
     * Creates an execution and runs its start.
     *
     * @param definitionId the definition it runs
     * @param id its id
     * @param context its first context
     * @return the execution, durable; {@link io.harel.store.execution.Status#FAILED FAILED} if its handler threw
     * @throws ExecutionAlreadyExistsException if there is one with that id, which stays as it is
     * @throws UnknownDefinitionException if no handler has that definition
     */
    public Execution create(String definitionId, String id, Map<String, ? extends @Nullable Object> context) {
        return create(definitionId, id, context, 0);
    }

    /**
     * Creates an execution and runs its start.
     *
     * @param definitionId the definition it runs
     * @param id its id
     * @param context its first context
     * @param priority 0 to {@value Execution#MAX_PRIORITY}, which its children get too
     * @return the execution, durable; {@link io.harel.store.execution.Status#FAILED FAILED} if its handler threw
     * @throws ExecutionAlreadyExistsException if there is one with that id, which stays as it is
     * @throws UnknownDefinitionException if no handler has that definition
     */
    public Execution create(
            String definitionId, String id, Map<String, ? extends @Nullable Object> context, int priority) {
        handlers.require(definitionId);
        if (exists(id)) {
            throw new ExecutionAlreadyExistsException(id);
        }
        Execution fresh = Execution.builder(definitionId)
                .id(id)
                .context(context)
                .priority(priority)
                .build();
        try {
            return processor.start(fresh);
        } catch (StoreConflictException ex) {
            if (!ex.executionId().equals(id)) {
                throw ex;
            }
            throw new ExecutionAlreadyExistsException(id);
        }
    }

    /**
     * Brings an event to an execution now, in this thread. Does nothing if that execution has processed an event with the
     * same id, or has ended.
     *
     * @param id the execution's id
     * @param event the event
     * @return the execution as it stands now
     * @throws ExecutionNotFoundException if there is no such execution
     * @throws ExecutionSuspendedException if it is suspended
     * @throws UnknownDefinitionException if no handler has its definition
     * @throws StoreConflictException if others were faster at every attempt
     * @throws HandlerInterruptedException if this thread was interrupted while the handler ran
     */
    public Execution process(String id, Event event) {
        Delivery delivery = processor.process(id, event);
        Execution execution = delivery.execution();
        if (execution == null) {
            throw new ExecutionNotFoundException(id);
        }
        return switch (delivery.result()) {
            case SUSPENDED -> throw new ExecutionSuspendedException(id);
            case UNKNOWN_DEFINITION -> throw new UnknownDefinitionException(execution.definitionId());
            case APPLIED, REPEATED, DROPPED, NOT_FOUND -> execution;
        };
    }

    /**
     * Sends an event to an execution. It is durable when this returns; a relay brings it there, after all that were sent to
     * it before.
     *
     * @param id the execution's id
     * @param event the event
     * @throws ExecutionNotFoundException if there is no such execution, and none is about to be created
     */
    public void send(String id, Event event) {
        if (!exists(id) && !store.isSpawnPending(id) && !exists(id)) {
            throw new ExecutionNotFoundException(id);
        }
        store.emit(new Emit(id, event));
    }

    private boolean exists(String id) {
        // The id itself is the first that begins with it
        return store.idsWithPrefix(id, null, 1).contains(id);
    }

    /**
     * Finds an execution.
     *
     * @param id its id
     * @return the execution as it stands, or empty if there is none
     */
    public Optional<Execution> find(String id) {
        return store.load(id);
    }

    /**
     * Gets an execution.
     *
     * @param id its id
     * @return the execution as it stands
     * @throws ExecutionNotFoundException if there is none
     */
    public Execution get(String id) {
        return store.load(id).orElseThrow(() -> new ExecutionNotFoundException(id));
    }

    /**
     * Lists executions.
     *
     * @param query which ones
     * @return a page of them
     */
    public ExecutionPage list(ExecutionQuery query) {
        return store.list(query);
    }

    /**
     * Reads the trace of an execution.
     *
     * @param id its id
     * @return what happened to it, oldest first; empty if there is none, or tracing is off
     */
    public List<TraceEntry> trace(String id) {
        return store.readTrace(id);
    }

    /**
     * How often an event met a faster one.
     *
     * @return the number since this object was made
     */
    public long conflicts() {
        return retry.conflicts();
    }

    /**
     * How often an event was tried again after a conflict.
     *
     * @return the number since this object was made
     */
    public long retries() {
        return retry.retries();
    }

    Delivery deliver(String id, Event event) {
        return processor.process(id, event);
    }

    Delivery fire(DueTimer timer) {
        return processor.fire(timer);
    }

    /**
     * Creates a child, unless it is there already.
     *
     * @return whether it is there now; {@code false} if no handler here runs it
     */
    boolean createChild(SpawnEntry spawn) {
        if (exists(spawn.childId())) {
            return true;
        }
        Optional<Execution> parent = store.load(spawn.parentId());
        String definitionId = spawn.definitionId();
        if (definitionId == null) {
            definitionId = parent.map(Execution::definitionId).orElse(null);
        }
        if (definitionId == null || handlers.find(definitionId).isEmpty()) {
            return false;
        }
        try {
            processor.start(Execution.builder(definitionId)
                    .id(spawn.childId())
                    .definitionFqn(spawn.definitionId())
                    .rootPath(spawn.rootPath())
                    .parentId(spawn.parentId())
                    .childId(spawn.childId())
                    .priority(parent.map(Execution::priority).orElse(0))
                    .context(spawn.context())
                    .build());
        } catch (StoreConflictException ex) {
            if (!ex.executionId().equals(spawn.childId())) {
                throw ex;
            }
            // Another relay was faster
        }
        return true;
    }
}
