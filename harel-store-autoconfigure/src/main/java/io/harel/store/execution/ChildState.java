package io.harel.store.execution;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a parent knows of one child: its join record.
 *
 * @param rootPath the branch node of a region, or {@code ""} for an invoked machine
 * @param finished whether the child has reported {@link EventKinds#FINISHED}
 * @param outcome the child's terminal outcome
 * @param result values the child carried back
 * @param submachine {@code true} for an invoked machine
 * @param key stable key of the child among the parent's results
 * @param unknownFields fields of the stored JSON that this version does not know, kept and written back
 */
public record ChildState(
        String rootPath,
        boolean finished,
        @Nullable String outcome,
        Map<String, @Nullable Object> result,
        boolean submachine,
        String key,
        Map<String, @Nullable Object> unknownFields) {

    public ChildState {
        Objects.requireNonNull(rootPath, "rootPath");
        Objects.requireNonNull(key, "key");
        result = JsonValues.copyOf(result);
        unknownFields = JsonValues.copyOf(unknownFields);
    }

    /**
     * A region of a parallel state that has just been spawned.
     *
     * @param rootPath the region's branch node, which is its key as well
     * @return the join record
     */
    public static ChildState region(String rootPath) {
        return new ChildState(rootPath, false, null, Map.of(), false, rootPath, Map.of());
    }

    /**
     * An invoked machine that has just been spawned.
     *
     * @param key stable key of the child among the parent's results
     * @return the join record
     */
    public static ChildState submachine(String key) {
        return new ChildState("", false, null, Map.of(), true, key, Map.of());
    }

    /**
     * This child, ended.
     *
     * @param outcome the child's terminal outcome
     * @param result values the child carried back
     * @return a finished copy
     */
    public ChildState finish(@Nullable String outcome, Map<String, @Nullable Object> result) {
        return new ChildState(rootPath, true, outcome, result, submachine, key, unknownFields);
    }

    /** Leaves out the payload, which may be large or private. */
    @Override
    public String toString() {
        return "ChildState[rootPath=" + rootPath + ", finished=" + finished + ", outcome=" + outcome + "]";
    }
}
