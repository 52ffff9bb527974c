package io.harel.store.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything one event does to an execution, applied in one transaction or not at all, in the order of the components.
 *
 * @param execution the execution's next state, at the version it was loaded at
 * @param emits events for the outbox
 * @param processedEventId the event to record as processed, or {@code null} for none; recording it again is no error
 * @param spawns children to create
 * @param timers timers to arm or remove, in this order
 * @param trace the entry for the execution's trace, or {@code null} for none
 */
public record Commit(
        Execution execution,
        List<Emit> emits,
        @Nullable String processedEventId,
        List<SpawnRequest> spawns,
        List<TimerOp> timers,
        @Nullable TraceStep trace) {

    public Commit {
        Objects.requireNonNull(execution, "execution");
        emits = List.copyOf(emits);
        spawns = List.copyOf(spawns);
        timers = List.copyOf(timers);
    }

    /**
     * A commit of a state and nothing else.
     *
     * @param execution the execution's next state
     * @return the commit
     */
    public static Commit of(Execution execution) {
        return new Commit(execution, List.of(), null, List.of(), List.of(), null);
    }

    /**
     * Starts a commit.
     *
     * @param execution the execution's next state, at the version it was loaded at
     * @return a builder
     */
    public static Builder builder(Execution execution) {
        return new Builder(execution);
    }

    /** Builds a {@link Commit}. Not safe for use by several threads. */
    public static final class Builder {

        private final Execution execution;
        private final List<Emit> emits = new ArrayList<>();
        private final List<SpawnRequest> spawns = new ArrayList<>();
        private final List<TimerOp> timers = new ArrayList<>();
        private @Nullable String processedEventId;
        private @Nullable TraceStep trace;

        private Builder(Execution execution) {
            this.execution = execution;
        }

        /**
         * Adds an event to the outbox.
         *
         * @param targetId the execution that shall get it, or {@code null} for the application
         * @param event the event
         * @return this builder
         */
        public Builder emit(@Nullable String targetId, Event event) {
            emits.add(new Emit(targetId, event));
            return this;
        }

        /**
         * Adds events to the outbox.
         *
         * @param emits the events with their targets
         * @return this builder
         */
        public Builder emits(List<Emit> emits) {
            this.emits.addAll(emits);
            return this;
        }

        /**
         * Records an event as processed.
         *
         * @param eventId the event's id, or {@code null} for none
         * @return this builder
         */
        public Builder processed(@Nullable String eventId) {
            this.processedEventId = eventId;
            return this;
        }

        /**
         * Asks for a child.
         *
         * @param spawn the child
         * @return this builder
         */
        public Builder spawn(SpawnRequest spawn) {
            spawns.add(spawn);
            return this;
        }

        /**
         * Asks for children.
         *
         * @param spawns the children
         * @return this builder
         */
        public Builder spawns(List<SpawnRequest> spawns) {
            this.spawns.addAll(spawns);
            return this;
        }

        /**
         * Arms or removes a timer, after what was added before.
         *
         * @param timer the operation
         * @return this builder
         */
        public Builder timer(TimerOp timer) {
            timers.add(timer);
            return this;
        }

        /**
         * Arms or removes timers, after what was added before.
         *
         * @param timers the operations
         * @return this builder
         */
        public Builder timers(List<TimerOp> timers) {
            this.timers.addAll(timers);
            return this;
        }

        /**
         * Adds an entry to the execution's trace.
         *
         * @param trace the entry, or {@code null} for none
         * @return this builder
         */
        public Builder trace(@Nullable TraceStep trace) {
            this.trace = trace;
            return this;
        }

        /**
         * Builds the commit.
         *
         * @return the commit
         */
        public Commit build() {
            return new Commit(execution, emits, processedEventId, spawns, timers, trace);
        }
    }
}
