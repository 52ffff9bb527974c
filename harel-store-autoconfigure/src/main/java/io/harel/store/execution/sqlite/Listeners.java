package io.harel.store.execution.sqlite;

import io.harel.store.execution.Commit;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStoreListener;
import io.harel.store.execution.StoreConflictException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Tells each listener, whatever another one throws: what they are told of has happened already. */
final class Listeners implements ExecutionStoreListener {

    private static final Log LOG = LogFactory.getLog(Listeners.class);

    private final List<ExecutionStoreListener> listeners;

    Listeners(List<? extends ExecutionStoreListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void onCommit(Commit commit, Execution committed, long nanos) {
        each(listener -> listener.onCommit(commit, committed, nanos));
    }

    @Override
    public void onEmit(Emit emit, long seq) {
        each(listener -> listener.onEmit(emit, seq));
    }

    @Override
    public void onConflict(StoreConflictException conflict, long nanos) {
        each(listener -> listener.onConflict(conflict, nanos));
    }

    @Override
    public void onError(RuntimeException error, long nanos) {
        each(listener -> listener.onError(error, nanos));
    }

    private void each(Consumer<ExecutionStoreListener> call) {
        for (ExecutionStoreListener listener : listeners) {
            try {
                call.accept(listener);
            } catch (RuntimeException ex) {
                LOG.warn("The listener " + listener.getClass().getName() + " failed, which changes nothing", ex);
            }
        }
    }
}
