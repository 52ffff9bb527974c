package io.harel.store.execution.codec;

import io.harel.store.execution.ChildState;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a decoded value holds, field by field, to be compared with what harel has read. */
public final class Meaning {

    private Meaning() {}

    public static Map<String, Object> of(Execution execution) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", execution.id());
        fields.put("definition_id", execution.definitionId());
        fields.put("definition_fqn", execution.definitionFqn());
        fields.put("root_path", execution.rootPath());
        fields.put("status", execution.status().name());
        fields.put("outcome", execution.outcome());
        fields.put("error", execution.error());
        fields.put("active_path", execution.activePath());
        fields.put("history", execution.history());
        fields.put("context", execution.context());
        fields.put("processed_events", smallest(execution.processedEvents()));
        fields.put("version", smallest(execution.version()));
        fields.put("priority", execution.priority());
        fields.put("parent_id", execution.parentId());
        fields.put("child_id", execution.childId());
        List<Object> deferred = new ArrayList<>();
        execution.deferred().forEach(event -> deferred.add(of(event)));
        fields.put("deferred", deferred);
        Map<String, Object> children = new LinkedHashMap<>();
        execution.children().forEach((id, child) -> children.put(id, of(child)));
        fields.put("children", children);
        Map<String, Object> invokeSeq = new LinkedHashMap<>();
        execution.invokeSeq().forEach((site, seq) -> invokeSeq.put(site, smallest(seq)));
        fields.put("invoke_seq", invokeSeq);
        fields.put("created_at", execution.createdAt());
        fields.put("updated_at", execution.updatedAt());
        fields.put("finished_at", execution.finishedAt());
        fields.put("expires_at", execution.expiresAt());
        return fields;
    }

    public static Map<String, Object> of(Event event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", event.id());
        fields.put("kind", event.kind());
        fields.put(
                "created_time",
                event.createdTime() == null ? null : event.createdTime().toString());
        fields.put(
                "received_time",
                event.receivedTime() == null ? null : event.receivedTime().toString());
        fields.put("data", event.data());
        return fields;
    }

    public static Map<String, Object> of(ChildState child) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("root_path", child.rootPath());
        fields.put("finished", child.finished());
        fields.put("outcome", child.outcome());
        fields.put("result", child.result());
        fields.put("submachine", child.submachine());
        fields.put("key", child.key());
        return fields;
    }

    private static Object smallest(long value) {
        return (int) value == value ? (Object) (int) value : (Object) value;
    }
}
