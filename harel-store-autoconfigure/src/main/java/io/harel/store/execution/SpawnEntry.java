package io.harel.store.execution;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A child that waits to be created.
 *
 * @param seq its number; it grows with each entry and is never used twice
 * @param parentId the parent
 * @param childId the child's id
 * @param rootPath the node the child runs
 * @param definitionId the definition the child runs, or {@code null} for a region of its parent's
 * @param context the child's first context
 */
public record SpawnEntry(
        long seq,
        String parentId,
        String childId,
        String rootPath,
        @Nullable String definitionId,
        Map<String, @Nullable Object> context) {

    public SpawnEntry {
        Objects.requireNonNull(parentId, "parentId");
        Objects.requireNonNull(childId, "childId");
        Objects.requireNonNull(rootPath, "rootPath");
        context = JsonValues.copyOf(context);
    }

    /**
     * The entry of a stored row, whose context may name the definition under {@link SpawnRequest#INVOKE_KEY}.
     *
     * @param seq its number
     * @param parentId the parent
     * @param childId the child's id
     * @param rootPath the node the child runs
     * @param storedContext the context with that key
     * @return the entry
     * @throws StoreDecodingException if the key holds something else than a text
     */
    public static SpawnEntry ofStored(
            long seq, String parentId, String childId, String rootPath, Map<String, @Nullable Object> storedContext) {
        Map<String, @Nullable Object> context = new LinkedHashMap<>(storedContext);
        Object definition = context.remove(SpawnRequest.INVOKE_KEY);
        if (definition != null && !(definition instanceof String)) {
            throw new StoreDecodingException("The spawn of '" + childId + "' cannot be read: " + SpawnRequest.INVOKE_KEY
                    + " is not a text; correct the row");
        }
        return new SpawnEntry(seq, parentId, childId, rootPath, (String) definition, context);
    }

    /** Leaves out the payload, which may be large or private. */
    @Override
    public String toString() {
        return "SpawnEntry[seq=" + seq + ", parentId=" + parentId + ", childId=" + childId + ", rootPath=" + rootPath
                + ", definitionId=" + definitionId + "]";
    }
}
