package io.harel.store.execution.runtime;

import org.springframework.context.SmartLifecycle;

/**
 * Runs with the application: starts when everything else has, and stops first. Looks for work at once when it starts, so
 * that what a crash has left is delivered.
 */
abstract class Relay implements SmartLifecycle {

    private final Dispatcher<?, ?> dispatcher;

    Relay(Dispatcher<?, ?> dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public final void start() {
        dispatcher.start();
    }

    @Override
    public final void stop() {
        dispatcher.stop();
    }

    /** Relays stop side by side, since each may have to wait for deliveries. */
    @Override
    public final void stop(Runnable callback) {
        new Thread(
                        () -> {
                            try {
                                stop();
                            } finally {
                                callback.run();
                            }
                        },
                        "harel-stop")
                .start();
    }

    @Override
    public final boolean isRunning() {
        return dispatcher.isRunning();
    }

    /**
     * Delivers everything that can be delivered now, in this thread. Needs no start; for tests and maintenance.
     *
     * @return how many entries were delivered
     */
    public final int drain() {
        return dispatcher.drain();
    }
}
