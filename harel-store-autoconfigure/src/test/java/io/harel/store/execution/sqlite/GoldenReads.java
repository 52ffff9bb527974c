package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.EventLookup;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.Pending;
import io.harel.store.execution.SpawnEntry;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.Status;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.codec.Meaning;
import io.harel.store.golden.Golden;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Does the reading operations of the golden files and compares what they give with what they gave harel. */
final class GoldenReads {

    private GoldenReads() {}

    static void check(SqliteExecutionStore store, String operation, JsonNode arguments, JsonNode result) {
        switch (operation) {
            case "load" -> load(store, arguments, result);
            case "load_for_event" -> loadForEvent(store, arguments, result);
            case "is_processed" ->
                assertThat(store.isProcessed(text(arguments, 0), text(arguments, 1)))
                        .isEqualTo(result.asBoolean());
            case "read_trace" -> readTrace(store, arguments, result);
            case "due_timers" -> dueTimers(store, arguments, result);
            case "pending_outbox" -> pendingOutbox(store, result);
            case "pending_spawns" -> pendingSpawns(store, result);
            case "list", "list_executions" -> list(store, arguments, result);
            default -> throw new IllegalArgumentException("Unknown operation: " + operation);
        }
    }

    private static String text(JsonNode arguments, int index) {
        return arguments.get(index).asText();
    }

    private static void load(SqliteExecutionStore store, JsonNode arguments, JsonNode result) {
        String id = text(arguments, 0);
        if (raises(result) || idInJson(result, id)) {
            assertThatExceptionOfType(StoreDecodingException.class).as(id).isThrownBy(() -> store.load(id));
        } else {
            assertExecution(store.load(id).orElse(null), Golden.value(result));
        }
    }

    private static boolean raises(JsonNode result) {
        return result.has("raises");
    }

    /** Whether harel has loaded another id than it was asked for, which it would then save as another execution. */
    private static boolean idInJson(JsonNode result, String id) {
        return Golden.value(result) instanceof Map<?, ?> fields && !id.equals(fields.get("id"));
    }

    private static void assertExecution(Execution actual, Object expected) {
        if (expected == null) {
            assertThat(actual).isNull();
        } else {
            Map<String, Object> fields = Meaning.of(actual);
            fields.keySet().retainAll(((Map<?, ?>) expected).keySet());
            assertThat(fields).isEqualTo(expected);
        }
    }

    private static void loadForEvent(SqliteExecutionStore store, JsonNode arguments, JsonNode result) {
        List<?> expected = (List<?>) Golden.value(result);
        EventLookup lookup = store.loadForEvent(text(arguments, 0), text(arguments, 1));
        assertExecution(lookup.execution(), expected.get(0));
        assertThat(lookup.processed()).isEqualTo(expected.get(1));
    }

    private static void readTrace(SqliteExecutionStore store, JsonNode arguments, JsonNode result) {
        String id = text(arguments, 0);
        if (raises(result)) {
            assertThatExceptionOfType(StoreDecodingException.class).isThrownBy(() -> store.readTrace(id));
            return;
        }
        List<Map<String, Object>> entries = new ArrayList<>();
        store.readTrace(id).forEach(entry -> {
            Map<String, Object> fields = new LinkedHashMap<>(entry.step().fields());
            fields.put("index", (int) entry.index());
            entries.add(fields);
        });
        assertThat((Object) entries).isEqualTo(Golden.value(result));
    }

    /** Timers of one time are in no order in harel, and in one by id and path here. */
    private static void dueTimers(SqliteExecutionStore store, JsonNode arguments, JsonNode result) {
        List<DueTimer> expected = new ArrayList<>();
        for (Object timer : (List<?>) Golden.value(result)) {
            List<?> cells = (List<?>) timer;
            expected.add(new DueTimer((String) cells.get(0), (String) cells.get(1), (double) cells.get(2)));
        }
        double now = Golden.ofBits(arguments.get(0).get("real"));
        List<DueTimer> actual = store.dueTimers(now);
        assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(actual).isSortedAccordingTo(Comparator.comparingDouble(DueTimer::fireAt));
    }

    private static void pendingOutbox(SqliteExecutionStore store, JsonNode result) {
        Pending<OutboxEntry> pending = store.pendingOutbox();
        assertThat(pending.unreadable().isEmpty()).isEqualTo(!raises(result));
        if (!raises(result)) {
            List<Object> entries = new ArrayList<>();
            for (OutboxEntry entry : pending.entries()) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("seq", (int) entry.seq());
                fields.put("target_id", entry.targetId());
                fields.put("event", Meaning.of(entry.event()));
                entries.add(fields);
            }
            assertThat((Object) entries).isEqualTo(Golden.value(result));
        }
    }

    private static void pendingSpawns(SqliteExecutionStore store, JsonNode result) {
        Pending<SpawnEntry> pending = store.pendingSpawns();
        assertThat(pending.unreadable().isEmpty()).isEqualTo(!raises(result));
        if (!raises(result)) {
            List<Object> entries = new ArrayList<>();
            for (SpawnEntry entry : pending.entries()) {
                Map<String, Object> context = new LinkedHashMap<>(entry.context());
                if (entry.definitionId() != null) {
                    context.put(SpawnRequest.INVOKE_KEY, entry.definitionId());
                }
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("seq", (int) entry.seq());
                fields.put("parent_id", entry.parentId());
                fields.put("child_id", entry.childId());
                fields.put("root_path", entry.rootPath());
                fields.put("context", context);
                entries.add(fields);
            }
            assertThat((Object) entries).isEqualTo(Golden.value(result));
        }
    }

    private static void list(SqliteExecutionStore store, JsonNode arguments, JsonNode result) {
        ExecutionPage page = store.list(query(arguments));
        if (raises(result)) {
            assertThat(page.items().size() + page.unreadable().size())
                    .isLessThanOrEqualTo(arguments.path("limit").asInt(ExecutionQuery.DEFAULT_LIMIT));
            return;
        }
        List<List<Object>> expected = new ArrayList<>();
        JsonNode items = result.has("map") ? member(result, "items").get("list") : result.get("items");
        items.forEach(item -> expected.add(cells(item)));
        List<List<Object>> actual = new ArrayList<>();
        page.items().forEach(item -> {
            List<Object> cells = new ArrayList<>();
            cells.add(item.id());
            cells.add(item.definitionId());
            cells.add(item.version());
            cells.add(item.status().name());
            cells.add(item.outcome());
            cells.add(item.activePath());
            cells.add(item.parentId());
            actual.add(cells);
        });
        assertThat(actual).as(arguments.toString()).isEqualTo(expected);
        JsonNode next = result.has("map") ? member(result, "next_cursor") : result.get("next");
        assertThat(page.nextCursor() == null).as(arguments.toString()).isEqualTo(next.isNull());
    }

    private static ExecutionQuery query(JsonNode arguments) {
        ExecutionQuery query = ExecutionQuery.all();
        if (arguments.path("status").isArray()) {
            List<Status> statuses = new ArrayList<>();
            arguments.get("status").forEach(status -> statuses.add(Status.valueOf(status.asText())));
            query = query.status(statuses);
        }
        if (arguments.path("definition_id").isTextual()) {
            query = query.definition(arguments.get("definition_id").asText());
        }
        if (arguments.path("roots_only").asBoolean()) {
            query = query.roots();
        }
        if (arguments.path("limit").isInt()) {
            query = query.limit(arguments.get("limit").asInt());
        }
        return arguments.path("cursor").isTextual()
                ? query.after(arguments.get("cursor").asText())
                : query;
    }

    private static JsonNode member(JsonNode map, String name) {
        for (JsonNode entry : map.get("map")) {
            if (entry.get(0).asText().equals(name)) {
                return entry.get(1);
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** The cells of an item, however it is written. */
    private static List<Object> cells(JsonNode item) {
        List<Object> cells = new ArrayList<>();
        if (item.isArray()) {
            for (int i = 0; i < 7; i++) {
                cells.add(plain(item.get(i)));
            }
            return cells;
        }
        for (String name : List.of("id", "definition_id", "version", "status", "outcome", "active_path", "parent_id")) {
            cells.add(plain(item.has("map") ? member(item, name) : item.get(name)));
        }
        return cells;
    }

    private static Object plain(JsonNode cell) {
        if (cell.isNull()) {
            return null;
        }
        if (cell.has("int")) {
            return Long.valueOf(cell.get("int").asText());
        }
        return cell.isNumber() ? (Object) cell.asLong() : cell.asText();
    }
}
