package io.harel.store.execution.runtime;

import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.SpawnEntry;
import java.util.List;
import java.util.Set;

/**
 * Creates the children that executions ask for, each once, several at a time. The start of a child runs in it.
 */
public final class SpawnRelay extends Relay {

    /**
     * Creates a relay, not started yet.
     *
     * @param store where the spawn intents are
     * @param executions creates the children
     * @param signals wakes the relay
     * @param settings how it works
     */
    public SpawnRelay(ExecutionStore store, ExecutionTemplate executions, WorkSignals signals, RelaySettings settings) {
        this(new Dispatcher<>("harel-spawns", new SpawnWork(store, executions), settings), signals);
    }

    private SpawnRelay(Dispatcher<?, ?> dispatcher, WorkSignals signals) {
        super(dispatcher);
        signals.onSpawns(dispatcher::wake);
    }

    private static final class SpawnWork implements Work<String, SpawnEntry> {

        private final ExecutionStore store;
        private final ExecutionTemplate executions;
        private final PendingReader reader = new PendingReader();

        private SpawnWork(ExecutionStore store, ExecutionTemplate executions) {
            this.store = store;
            this.executions = executions;
        }

        @Override
        public List<SpawnEntry> pending(Set<String> excluded, int limit) {
            return reader.first(
                    after -> store.pendingSpawns(after, limit), spawn -> !excluded.contains(spawn.childId()));
        }

        @Override
        public String laneOf(SpawnEntry spawn) {
            return spawn.childId();
        }

        @Override
        public boolean deliver(SpawnEntry spawn) {
            if (!executions.createChild(spawn)) {
                return false;
            }
            store.ackSpawn(spawn.seq());
            return true;
        }
    }
}
