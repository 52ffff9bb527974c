package io.harel.store.execution.codec;

import io.harel.store.execution.ChildState;
import io.harel.store.execution.Execution;
import io.harel.store.execution.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a stored execution, in harel's order. */
final class ExecutionJson {

    private ExecutionJson() {}

    static Map<String, @Nullable Object> fieldsOf(Execution execution) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", execution.id());
        fields.put("definition_id", execution.definitionId());
        fields.put("definition_fqn", execution.definitionFqn());
        fields.put("root_path", execution.rootPath());
        fields.put("status", execution.status().name());
        fields.put("outcome", execution.outcome());
        fields.put("error", execution.error());
        fields.put("active_path", execution.activePath());
        fields.put("history", new FreeMap(execution.history()));
        fields.put("context", new FreeMap(execution.context()));
        fields.put("processed_events", execution.processedEvents());
        fields.put("version", execution.version());
        fields.put("priority", execution.priority());
        fields.put("parent_id", execution.parentId());
        fields.put("child_id", execution.childId());
        List<Map<String, @Nullable Object>> deferred = new ArrayList<>();
        execution.deferred().forEach(event -> deferred.add(EventJson.fieldsOf(event)));
        fields.put("deferred", deferred);
        Map<String, Map<String, @Nullable Object>> children = new LinkedHashMap<>();
        execution.children().forEach((id, child) -> children.put(id, fieldsOf(child)));
        fields.put("children", children);
        fields.put("invoke_seq", execution.invokeSeq());
        fields.put("created_at", execution.createdAt());
        fields.put("updated_at", execution.updatedAt());
        fields.put("finished_at", execution.finishedAt());
        fields.put("expires_at", execution.expiresAt());
        execution.unknownFields().forEach(fields::putIfAbsent);
        return fields;
    }

    static Execution execution(Fields fields) {
        return new Execution(
                fields.text("id"),
                fields.text("definition_id"),
                fields.optionalText("definition_fqn"),
                fields.text("root_path", () -> ""),
                status(fields),
                fields.optionalText("outcome"),
                fields.optionalText("error"),
                fields.optionalText("active_path"),
                fields.map("history"),
                fields.map("context"),
                fields.integer("processed_events"),
                fields.integer("version"),
                priority(fields),
                fields.optionalText("parent_id"),
                fields.optionalText("child_id"),
                fields.list("deferred", EventJson::event),
                fields.objects("children", ExecutionJson::child),
                fields.integers("invoke_seq"),
                fields.optionalNumber("created_at"),
                fields.optionalNumber("updated_at"),
                fields.optionalNumber("finished_at"),
                fields.optionalNumber("expires_at"),
                fields.rest());
    }

    static Map<String, @Nullable Object> fieldsOf(ChildState child) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("root_path", child.rootPath());
        fields.put("finished", child.finished());
        fields.put("outcome", child.outcome());
        fields.put("result", new FreeMap(child.result()));
        fields.put("submachine", child.submachine());
        fields.put("key", child.key());
        child.unknownFields().forEach(fields::putIfAbsent);
        return fields;
    }

    static ChildState child(Fields fields) {
        return new ChildState(
                fields.text("root_path"),
                fields.bool("finished"),
                fields.optionalText("outcome"),
                fields.map("result"),
                fields.bool("submachine"),
                fields.text("key", () -> ""),
                fields.rest());
    }

    private static Status status(Fields fields) {
        String name = fields.text("status", Status.PENDING::name);
        return Status.named(name).orElseThrow(() -> fields.invalid("status", "is '" + name + "', which is no status"));
    }

    private static int priority(Fields fields) {
        long priority = fields.integer("priority");
        if (priority < 0 || priority > Execution.MAX_PRIORITY) {
            throw fields.invalid("priority", "must be from 0 to " + Execution.MAX_PRIORITY + ", but is " + priority);
        }
        return (int) priority;
    }
}
