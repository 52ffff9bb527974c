package io.harel.loginsight;

import io.harel.store.execution.Event;
import io.harel.store.execution.runtime.ExecutionTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Removes an upload when its analysis has ended, and what a crash has left before new ones come in. */
@Component
class UploadCleaner implements SmartLifecycle {

    private final Uploads uploads;
    private final ExecutionTemplate executions;
    private volatile boolean running;

    UploadCleaner(Uploads uploads, ExecutionTemplate executions) {
        this.uploads = uploads;
        this.executions = executions;
    }

    /** May come twice after a crash, which makes no difference. */
    @EventListener(condition = "#event.kind == '" + AnalysisHandler.ENDED + "'")
    void onEnd(Event event) {
        if (event.data().get("id") instanceof String id) {
            uploads.delete(id);
        }
    }

    @Override
    public void start() {
        try {
            uploads.clean(id -> executions
                    .find(id)
                    .filter(analysis -> !analysis.status().isTerminal())
                    .isPresent());
        } catch (IOException ex) {
            throw new UncheckedIOException("Abandoned uploads cannot be removed", ex);
        }
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the web server lets uploads in. */
    @Override
    public int getPhase() {
        return 0;
    }
}
