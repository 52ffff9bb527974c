package io.harel.store.execution;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A child execution that a commit asks for. The parent is the committed execution.
 *
 * @param childId the child's id; derive it from the parent's, so that a repetition asks for the same child
 * @param rootPath the node the child runs, {@code ""} for a machine of its own
 * @param context the child's first context
 */
public record SpawnRequest(String childId, String rootPath, Map<String, @Nullable Object> context) {

    /** The reserved context key that names the machine of an invoked child. */
    public static final String INVOKE_KEY = "__invoke_fqn__";

    public SpawnRequest {
        Objects.requireNonNull(childId, "childId");
        Objects.requireNonNull(rootPath, "rootPath");
        context = JsonValues.copyOf(context);
    }

    /**
     * A child that runs a region of its parent's own definition.
     *
     * @param childId the child's id
     * @param rootPath the region
     * @param context the child's first context
     * @return the request
     */
    public static SpawnRequest region(
            String childId, String rootPath, Map<String, ? extends @Nullable Object> context) {
        return new SpawnRequest(childId, rootPath, new LinkedHashMap<>(context));
    }

    /**
     * A child that runs a definition of its own.
     *
     * @param childId the child's id
     * @param definitionId the definition the child runs
     * @param context the child's first context
     * @return the request
     */
    public static SpawnRequest invoke(
            String childId, String definitionId, Map<String, ? extends @Nullable Object> context) {
        Map<String, @Nullable Object> withDefinition = new LinkedHashMap<>(context);
        withDefinition.put(INVOKE_KEY, definitionId);
        return new SpawnRequest(childId, "", withDefinition);
    }

    /** Leaves out the payload, which may be large or private. */
    @Override
    public String toString() {
        return "SpawnRequest[childId=" + childId + ", rootPath=" + rootPath + "]";
    }
}
