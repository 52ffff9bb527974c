package io.harel.store.execution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link Execution}. Not safe for use by several threads.
 */
public final class ExecutionBuilder {

    private String id;
    private String definitionId;
    private @Nullable String definitionFqn;
    private String rootPath = "";
    private Status status = Status.PENDING;
    private @Nullable String outcome;
    private @Nullable String error;
    private @Nullable String activePath;
    private Map<String, @Nullable Object> history = Map.of();
    private Map<String, @Nullable Object> context = Map.of();
    private long processedEvents;
    private long version;
    private int priority;
    private @Nullable String parentId;
    private @Nullable String childId;
    private List<Event> deferred = List.of();
    private Map<String, ChildState> children = Map.of();
    private Map<String, Long> invokeSeq = Map.of();
    private @Nullable Double createdAt;
    private @Nullable Double updatedAt;
    private @Nullable Double finishedAt;
    private @Nullable Double expiresAt;
    private Map<String, @Nullable Object> unknownFields = Map.of();

    ExecutionBuilder(String id, String definitionId) {
        this.id = id;
        this.definitionId = definitionId;
    }

    ExecutionBuilder(Execution execution) {
        this.id = execution.id();
        this.definitionId = execution.definitionId();
        this.definitionFqn = execution.definitionFqn();
        this.rootPath = execution.rootPath();
        this.status = execution.status();
        this.outcome = execution.outcome();
        this.error = execution.error();
        this.activePath = execution.activePath();
        this.history = execution.history();
        this.context = execution.context();
        this.processedEvents = execution.processedEvents();
        this.version = execution.version();
        this.priority = execution.priority();
        this.parentId = execution.parentId();
        this.childId = execution.childId();
        this.deferred = execution.deferred();
        this.children = execution.children();
        this.invokeSeq = execution.invokeSeq();
        this.createdAt = execution.createdAt();
        this.updatedAt = execution.updatedAt();
        this.finishedAt = execution.finishedAt();
        this.expiresAt = execution.expiresAt();
        this.unknownFields = execution.unknownFields();
    }

    /**
     * Sets its id.
     *
     * @param id its id
     * @return this builder
     */
    public ExecutionBuilder id(String id) {
        this.id = id;
        return this;
    }

    /**
     * Sets the machine it runs.
     *
     * @param definitionId the machine it runs
     * @return this builder
     */
    public ExecutionBuilder definitionId(String definitionId) {
        this.definitionId = definitionId;
        return this;
    }

    /**
     * Sets the dotted name of an invoked child's machine.
     *
     * @param definitionFqn the dotted name of an invoked child's machine
     * @return this builder
     */
    public ExecutionBuilder definitionFqn(@Nullable String definitionFqn) {
        this.definitionFqn = definitionFqn;
        return this;
    }

    /**
     * Sets the node it runs.
     *
     * @param rootPath the node it runs
     * @return this builder
     */
    public ExecutionBuilder rootPath(String rootPath) {
        this.rootPath = rootPath;
        return this;
    }

    /**
     * Sets where it stands.
     *
     * @param status where it stands
     * @return this builder
     */
    public ExecutionBuilder status(Status status) {
        this.status = status;
        return this;
    }

    /**
     * Sets label of the terminal it reached.
     *
     * @param outcome label of the terminal it reached
     * @return this builder
     */
    public ExecutionBuilder outcome(@Nullable String outcome) {
        this.outcome = outcome;
        return this;
    }

    /**
     * Sets what made it fail.
     *
     * @param error what made it fail
     * @return this builder
     */
    public ExecutionBuilder error(@Nullable String error) {
        this.error = error;
        return this;
    }

    /**
     * Sets path of the active leaf.
     *
     * @param activePath path of the active leaf
     * @return this builder
     */
    public ExecutionBuilder activePath(@Nullable String activePath) {
        this.activePath = activePath;
        return this;
    }

    /**
     * Sets composite path to its last active child path.
     *
     * @param history composite path to its last active child path
     * @return this builder
     */
    public ExecutionBuilder history(Map<String, ? extends @Nullable Object> history) {
        this.history = new LinkedHashMap<>(history);
        return this;
    }

    /**
     * Sets the user's data, replacing what was there.
     *
     * @param context the user's data, replacing what was there
     * @return this builder
     */
    public ExecutionBuilder context(Map<String, ? extends @Nullable Object> context) {
        this.context = new LinkedHashMap<>(context);
        return this;
    }

    /**
     * Sets counter of handled events.
     *
     * @param processedEvents counter of handled events
     * @return this builder
     */
    public ExecutionBuilder processedEvents(long processedEvents) {
        this.processedEvents = processedEvents;
        return this;
    }

    /**
     * Sets the version it was loaded at.
     *
     * @param version the version it was loaded at
     * @return this builder
     */
    public ExecutionBuilder version(long version) {
        this.version = version;
        return this;
    }

    /**
     * Sets 0 to 4.
     *
     * @param priority 0 to 4
     * @return this builder
     */
    public ExecutionBuilder priority(int priority) {
        this.priority = priority;
        return this;
    }

    /**
     * Sets the parent, for a child.
     *
     * @param parentId the parent, for a child
     * @return this builder
     */
    public ExecutionBuilder parentId(@Nullable String parentId) {
        this.parentId = parentId;
        return this;
    }

    /**
     * Sets the child's own id, for a child.
     *
     * @param childId the child's own id, for a child
     * @return this builder
     */
    public ExecutionBuilder childId(@Nullable String childId) {
        this.childId = childId;
        return this;
    }

    /**
     * Sets held events, first in, first out.
     *
     * @param deferred held events, first in, first out
     * @return this builder
     */
    public ExecutionBuilder deferred(List<Event> deferred) {
        this.deferred = deferred;
        return this;
    }

    /**
     * Sets the join records of its children, by child id.
     *
     * @param children the join records of its children, by child id
     * @return this builder
     */
    public ExecutionBuilder children(Map<String, ChildState> children) {
        this.children = children;
        return this;
    }

    /**
     * Sets number of completed entries, by spawn site.
     *
     * @param invokeSeq number of completed entries, by spawn site
     * @return this builder
     */
    public ExecutionBuilder invokeSeq(Map<String, Long> invokeSeq) {
        this.invokeSeq = invokeSeq;
        return this;
    }

    /**
     * Sets the time of the first commit.
     *
     * @param createdAt epoch seconds, or {@code null} for none
     * @return this builder
     */
    public ExecutionBuilder createdAt(@Nullable Double createdAt) {
        this.createdAt = createdAt;
        return this;
    }

    /**
     * Sets the time of the latest commit.
     *
     * @param updatedAt epoch seconds, or {@code null} for none
     * @return this builder
     */
    public ExecutionBuilder updatedAt(@Nullable Double updatedAt) {
        this.updatedAt = updatedAt;
        return this;
    }

    /**
     * Sets the time at which it became done or cancelled.
     *
     * @param finishedAt epoch seconds, or {@code null} for none
     * @return this builder
     */
    public ExecutionBuilder finishedAt(@Nullable Double finishedAt) {
        this.finishedAt = finishedAt;
        return this;
    }

    /**
     * Sets the deadline of its inactivity budget.
     *
     * @param expiresAt epoch seconds, or {@code null} for none
     * @return this builder
     */
    public ExecutionBuilder expiresAt(@Nullable Double expiresAt) {
        this.expiresAt = expiresAt;
        return this;
    }

    /**
     * Sets fields this version does not know.
     *
     * @param unknownFields fields this version does not know
     * @return this builder
     */
    public ExecutionBuilder unknownFields(Map<String, ? extends @Nullable Object> unknownFields) {
        this.unknownFields = new LinkedHashMap<>(unknownFields);
        return this;
    }

    /**
     * Sets one entry of the context and leaves the others.
     *
     * @param key the entry's key
     * @param value its value
     * @return this builder
     */
    public ExecutionBuilder put(String key, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(context);
        changed.put(key, value);
        this.context = changed;
        return this;
    }

    /**
     * Sets the join record of one child and leaves the others.
     *
     * @param childId the child's id
     * @param child its join record
     * @return this builder
     */
    public ExecutionBuilder child(String childId, ChildState child) {
        Map<String, ChildState> changed = new LinkedHashMap<>(children);
        changed.put(childId, child);
        this.children = changed;
        return this;
    }

    /**
     * Adds an event to the end of the held ones.
     *
     * @param event the event
     * @return this builder
     */
    public ExecutionBuilder defer(Event event) {
        List<Event> changed = new ArrayList<>(deferred);
        changed.add(event);
        this.deferred = changed;
        return this;
    }

    /**
     * Builds the execution.
     *
     * @return the execution
     * @throws IllegalArgumentException if the priority is not from 0 to 4
     */
    public Execution build() {
        return new Execution(
                id,
                definitionId,
                definitionFqn,
                rootPath,
                status,
                outcome,
                error,
                activePath,
                history,
                context,
                processedEvents,
                version,
                priority,
                parentId,
                childId,
                deferred,
                children,
                invokeSeq,
                createdAt,
                updatedAt,
                finishedAt,
                expiresAt,
                unknownFields);
    }
}
