package io.harel.loginsight;

import io.harel.store.execution.Execution;
import io.harel.store.execution.Status;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An analysis as its users see it.
 *
 * @param id its id
 * @param name the name of the log
 * @param status how far it is
 * @param bytes the size of the log
 * @param parts its parts
 * @param error what made it fail
 */
record AnalysisView(
        String id,
        String name,
        State status,
        long bytes,
        Parts parts,
        @Nullable String error) {

    /** How far an analysis is. */
    enum State {
        RUNNING,
        DONE,
        FAILED,
        CANCELLED;

        static State of(Status status) {
            return switch (status) {
                case DONE -> DONE;
                case FAILED -> FAILED;
                case CANCELLED -> CANCELLED;
                case PENDING, RUNNING, SUSPENDED, CANCELLING -> RUNNING;
            };
        }

        Set<Status> statuses() {
            return switch (this) {
                case DONE -> Set.of(Status.DONE);
                case FAILED -> Set.of(Status.FAILED);
                case CANCELLED -> Set.of(Status.CANCELLED);
                case RUNNING -> Set.of(Status.PENDING, Status.RUNNING, Status.SUSPENDED, Status.CANCELLING);
            };
        }
    }

    /**
     * The parts of a log.
     *
     * @param total how many there are
     * @param started how often one was begun
     * @param done how many are parsed
     */
    record Parts(int total, long started, int done) {}

    static AnalysisView of(Execution analysis) {
        AnalysisContext log = AnalysisContext.of(analysis);
        return new AnalysisView(
                analysis.id(),
                log.name(),
                State.of(analysis.status()),
                log.bytes(),
                new Parts(
                        log.parts(),
                        AnalysisContext.started(analysis),
                        AnalysisHandler.parsed(analysis).size()),
                analysis.error());
    }
}
