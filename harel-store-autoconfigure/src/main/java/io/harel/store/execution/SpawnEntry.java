package io.harel.store.execution;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A spawn intent: committed, not yet acknowledged.
 *
 * @param seq its number, growing and never given out twice
 * @param parentId the execution that asked for the child
 * @param childId the child's id
 * @param rootPath the node the child runs
 * @param context the child's first context, with {@link SpawnRequest#INVOKE_KEY} if it runs a definition of its own
 */
public record SpawnEntry(
        long seq, String parentId, String childId, String rootPath, Map<String, @Nullable Object> context) {

    public SpawnEntry {
        Objects.requireNonNull(parentId, "parentId");
        Objects.requireNonNull(childId, "childId");
        Objects.requireNonNull(rootPath, "rootPath");
        context = JsonValues.copyOf(context);
    }

    /** Leaves out the payload, which may be large or private. */
    @Override
    public String toString() {
        return "SpawnEntry[seq=" + seq + ", parentId=" + parentId + ", childId=" + childId + ", rootPath=" + rootPath
                + "]";
    }
}
