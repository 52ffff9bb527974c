package io.harel.store.execution;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step in the life of an execution, kept for people to read. The store takes any fields; {@link #of} writes the ones
 * harel's tools show.
 *
 * @param fields the fields, by their stored names
 */
public record TraceStep(Map<String, @Nullable Object> fields) {

    public TraceStep {
        fields = JsonValues.copyOf(fields);
    }

    /**
     * The step that one event made.
     *
     * @param event the event
     * @param before the execution before it
     * @param after the execution after it
     * @param actions display names of the user functions that ran, in their order
     * @param timestamp when, in epoch seconds
     * @return the step
     */
    public static TraceStep of(Event event, Execution before, Execution after, List<String> actions, double timestamp) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("event_kind", event.kind());
        fields.put("event_data", event.data());
        fields.put("from_path", before.activePath());
        fields.put("to_path", after.activePath());
        fields.put("actions", actions);
        fields.put("context_out", after.context());
        fields.put("timestamp", timestamp);
        return new TraceStep(fields);
    }

    /** Leaves out the fields, which may be large or private. */
    @Override
    public String toString() {
        return "TraceStep[event_kind=" + fields.get("event_kind") + "]";
    }
}
