package io.harel.store.execution.runtime;

import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.delivery.DeliveryStore;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Delivers the events of the outbox: each to its execution, in the order in which they were sent to it; those without a
 * target to the application, as Spring application events of the type {@link io.harel.store.execution.Event}. An entry is
 * acknowledged once its effect is durable, or its listeners have returned: listeners may see an event again after a crash,
 * with the same id.
 */
public final class OutboxRelay extends Relay {

    /**
     * Creates a relay, not started yet.
     *
     * @param store where the outbox is
     * @param deliveries the same store's view for relays
     * @param executions brings events to executions
     * @param publisher gets the events for the application
     * @param signals wakes the relay
     * @param settings how it works
     */
    public OutboxRelay(
            ExecutionStore store,
            DeliveryStore deliveries,
            ExecutionTemplate executions,
            ApplicationEventPublisher publisher,
            WorkSignals signals,
            RelaySettings settings) {
        this(
                new Dispatcher<>("harel-outbox", new OutboxWork(store, deliveries, executions, publisher), settings),
                signals);
    }

    private OutboxRelay(Dispatcher<?, ?> dispatcher, WorkSignals signals) {
        super(dispatcher);
        signals.onOutbox(dispatcher::wake);
    }

    /** Where an event goes; the application is one lane. */
    private record Target(@Nullable String id) {}

    private static final class OutboxWork implements Work<Target, OutboxEntry> {

        private static final Log LOG = LogFactory.getLog(OutboxRelay.class);

        private final ExecutionStore store;
        private final DeliveryStore deliveries;
        private final ExecutionTemplate executions;
        private final ApplicationEventPublisher publisher;
        private final PendingReader reader = new PendingReader();

        private OutboxWork(
                ExecutionStore store,
                DeliveryStore deliveries,
                ExecutionTemplate executions,
                ApplicationEventPublisher publisher) {
            this.store = store;
            this.deliveries = deliveries;
            this.executions = executions;
            this.publisher = publisher;
        }

        @Override
        public List<OutboxEntry> pending(Set<Target> excluded, int limit) {
            // Sets made by collectors hold null as well
            Set<@Nullable String> targets = excluded.stream().map(Target::id).collect(Collectors.toSet());
            return reader.first(after -> deliveries.pendingOutboxExcept(after, limit, targets), entry -> true);
        }

        @Override
        public Target laneOf(OutboxEntry entry) {
            return new Target(entry.targetId());
        }

        @Override
        public boolean deliver(OutboxEntry entry) {
            String target = entry.targetId();
            if (target == null) {
                publisher.publishEvent(entry.event());
            } else {
                Delivery delivery = executions.deliver(target, entry.event());
                if (delivery.isPostponed()) {
                    return false;
                }
                if (delivery.result() == Delivery.Result.NOT_FOUND) {
                    if (isExpected(target)) {
                        return false;
                    }
                    LOG.warn("There is no execution '" + target + "': " + entry.event() + " is dropped");
                }
            }
            store.ackOutbox(entry.seq());
            return true;
        }

        /** Whether the target is about to be created, or has been since the delivery missed it. */
        private boolean isExpected(String target) {
            return store.isSpawnPending(target) || store.load(target).isPresent();
        }
    }
}
