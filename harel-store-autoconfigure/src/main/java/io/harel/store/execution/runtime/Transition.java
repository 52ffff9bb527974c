package io.harel.store.execution.runtime;

import io.harel.store.execution.Event;
import io.harel.store.execution.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an event does to an execution: where it goes, and what that brings with it. All of it becomes durable in one
 * transaction, or none of it. Immutable: each method gives back a changed copy.
 */
public final class Transition {

    private final Draft draft;

    private Transition(Draft draft) {
        this.draft = draft;
    }

    /**
     * Goes to a state. What was armed with {@link #timeoutAfter} in the state it leaves is disarmed, also if that is the
     * same state.
     *
     * @param state the state
     * @return the transition
     */
    public static Transition to(String state) {
        Draft draft = new Draft(Status.RUNNING);
        draft.state = Objects.requireNonNull(state, "state");
        return new Transition(draft);
    }

    /**
     * Stays where it is, with its timers.
     *
     * @return the transition
     */
    public static Transition stay() {
        return new Transition(new Draft((Status) null));
    }

    /**
     * Ends well.
     *
     * @return the transition
     */
    public static Transition done() {
        return new Transition(new Draft(Status.DONE));
    }

    /**
     * Ends well.
     *
     * @param outcome a word for how
     * @return the transition
     */
    public static Transition done(String outcome) {
        Draft draft = new Draft(Status.DONE);
        draft.outcome = Objects.requireNonNull(outcome, "outcome");
        return new Transition(draft);
    }

    /**
     * Ends early, as intended.
     *
     * @param outcome a word for why
     * @return the transition
     */
    public static Transition cancelled(String outcome) {
        Draft draft = new Draft(Status.CANCELLED);
        draft.outcome = Objects.requireNonNull(outcome, "outcome");
        return new Transition(draft);
    }

    /**
     * Ends in failure. Unlike after an exception, everything else the transition holds happens too.
     *
     * @param error what went wrong
     * @return the transition
     */
    public static Transition failed(String error) {
        Draft draft = new Draft(Status.FAILED);
        draft.error = Objects.requireNonNull(error, "error");
        return new Transition(draft);
    }

    /**
     * Sets an entry of the context.
     *
     * @param key the entry's key
     * @param value its value, of the kinds that JSON has
     * @return the transition with it
     */
    public Transition put(String key, @Nullable Object value) {
        return with(draft -> {
            draft.removals.remove(key);
            draft.changes.put(key, value);
        });
    }

    /**
     * Sets several entries of the context.
     *
     * @param entries the entries
     * @return the transition with them
     */
    public Transition putAll(Map<String, ? extends @Nullable Object> entries) {
        return with(draft -> {
            draft.removals.removeAll(entries.keySet());
            draft.changes.putAll(entries);
        });
    }

    /**
     * Takes an entry out of the context.
     *
     * @param key the entry's key
     * @return the transition with it
     */
    public Transition remove(String key) {
        return with(draft -> {
            draft.changes.remove(key);
            draft.removals.add(key);
        });
    }

    /**
     * Sets a value that its parent gets with the news of its end. Without effect unless the transition ends it.
     *
     * @param key the value's name; {@code child_id} and {@code outcome} are taken
     * @param value the value
     * @return the transition with it
     */
    public Transition result(String key, @Nullable Object value) {
        if (key.equals(Joins.CHILD_ID) || key.equals(Joins.OUTCOME)) {
            throw new IllegalArgumentException("A result must have another name than '" + key + "', which is taken");
        }
        return with(draft -> draft.result.put(key, value));
    }

    /**
     * Tells the application: the event is published as a Spring application event.
     *
     * @param kind the name of the event
     * @param data its payload
     * @return the transition with it
     */
    public Transition emit(String kind, Map<String, ? extends @Nullable Object> data) {
        return message(new Message(Recipient.APPLICATION, null, Event.of(kind, data)));
    }

    /**
     * Tells another execution.
     *
     * @param executionId its id
     * @param kind the name of the event
     * @param data its payload
     * @return the transition with it
     */
    public Transition send(String executionId, String kind, Map<String, ? extends @Nullable Object> data) {
        return message(new Message(Recipient.EXECUTION, executionId, Event.of(kind, data)));
    }

    /**
     * Tells the parent; without effect for an execution that has none. The news that it has ended goes there by itself.
     *
     * @param kind the name of the event
     * @param data its payload
     * @return the transition with it
     */
    public Transition sendToParent(String kind, Map<String, ? extends @Nullable Object> data) {
        return message(new Message(Recipient.PARENT, null, Event.of(kind, data)));
    }

    private Transition message(Message message) {
        return with(draft -> draft.messages.add(message));
    }

    /**
     * Arms the timeout of the state it goes to, or stays in: unless it leaves that state before, it gets
     * {@link io.harel.store.execution.EventKinds#TIMEOUT} with the state as {@code path}.
     *
     * @param delay how long to wait, not negative
     * @return the transition with it
     */
    public Transition timeoutAfter(Duration delay) {
        return timer(new Timer(null, requireNotNegative(delay)));
    }

    /**
     * Arms a timer that stays armed whatever states it goes through, until it comes due, is cancelled, or the execution
     * ends. It brings {@link io.harel.store.execution.EventKinds#TIMEOUT} with the name as {@code path}.
     *
     * @param name the timer's name, other than that of a state
     * @param delay how long to wait, not negative
     * @return the transition with it
     */
    public Transition timer(String name, Duration delay) {
        return timer(new Timer(Objects.requireNonNull(name, "name"), requireNotNegative(delay)));
    }

    /**
     * Disarms what {@link #timer} armed; nothing happens if it is not armed.
     *
     * @param name the timer's name
     * @return the transition with it
     */
    public Transition cancelTimer(String name) {
        return timer(new Timer(Objects.requireNonNull(name, "name"), null));
    }

    private Transition timer(Timer timer) {
        return with(draft -> draft.timers.add(timer));
    }

    private static Duration requireNotNegative(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("A delay must not be negative, but is " + delay);
        }
        return delay;
    }

    /**
     * Starts a child. When it ends, this execution gets {@link io.harel.store.execution.EventKinds#FINISHED}, and
     * {@link io.harel.store.execution.Execution#children} says how it ended.
     *
     * @param definitionId the definition it runs
     * @param context its first context
     * @return the transition with it
     */
    public Transition spawn(String definitionId, Map<String, ? extends @Nullable Object> context) {
        return with(draft -> draft.children.add(new Child(definitionId, null, new LinkedHashMap<>(context))));
    }

    /**
     * Starts a child that its parent knows by a key.
     *
     * @param definitionId the definition it runs
     * @param key what {@link io.harel.store.execution.ChildState#key} shall be
     * @param context its first context
     * @return the transition with it
     */
    public Transition spawn(String definitionId, String key, Map<String, ? extends @Nullable Object> context) {
        return with(draft -> draft.children.add(new Child(definitionId, key, new LinkedHashMap<>(context))));
    }

    private Transition with(Consumer<Draft> change) {
        Draft changed = new Draft(draft);
        change.accept(changed);
        return new Transition(changed);
    }

    /** {@code null} to stay. */
    @Nullable Status status() {
        return draft.status;
    }

    @Nullable String state() {
        return draft.state;
    }

    @Nullable String outcome() {
        return draft.outcome;
    }

    @Nullable String error() {
        return draft.error;
    }

    Map<String, @Nullable Object> result() {
        return draft.result;
    }

    List<Message> messages() {
        return draft.messages;
    }

    List<Timer> timers() {
        return draft.timers;
    }

    List<Child> children() {
        return draft.children;
    }

    Map<String, @Nullable Object> applyTo(Map<String, @Nullable Object> context) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(context);
        draft.removals.forEach(changed::remove);
        changed.putAll(draft.changes);
        return changed;
    }

    /** Leaves out the user's data, which may be large or private. */
    @Override
    public String toString() {
        return "Transition[status=" + draft.status + ", state=" + draft.state + ", outcome=" + draft.outcome
                + ", messages=" + draft.messages.size() + ", timers=" + draft.timers.size() + ", children="
                + draft.children.size() + "]";
    }

    enum Recipient {
        APPLICATION,
        EXECUTION,
        PARENT
    }

    record Message(Recipient recipient, @Nullable String executionId, Event event) {}

    /** A state's timeout if it has no name; disarmed if it has no delay. */
    record Timer(@Nullable String name, @Nullable Duration delay) {}

    record Child(String definitionId, @Nullable String key, Map<String, @Nullable Object> context) {}

    /** What it holds. Changed only before anybody else sees it. */
    private static final class Draft {

        private final @Nullable Status status;
        private @Nullable String state;
        private @Nullable String outcome;
        private @Nullable String error;
        private final Map<String, @Nullable Object> changes;
        private final List<String> removals;
        private final Map<String, @Nullable Object> result;
        private final List<Message> messages;
        private final List<Timer> timers;
        private final List<Child> children;

        private Draft(@Nullable Status status) {
            this.status = status;
            this.changes = new LinkedHashMap<>();
            this.removals = new ArrayList<>();
            this.result = new LinkedHashMap<>();
            this.messages = new ArrayList<>();
            this.timers = new ArrayList<>();
            this.children = new ArrayList<>();
        }

        private Draft(Draft other) {
            this.status = other.status;
            this.state = other.state;
            this.outcome = other.outcome;
            this.error = other.error;
            this.changes = new LinkedHashMap<>(other.changes);
            this.removals = new ArrayList<>(other.removals);
            this.result = new LinkedHashMap<>(other.result);
            this.messages = new ArrayList<>(other.messages);
            this.timers = new ArrayList<>(other.timers);
            this.children = new ArrayList<>(other.children);
        }
    }
}
