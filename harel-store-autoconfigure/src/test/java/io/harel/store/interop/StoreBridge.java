package io.harel.store.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.harel.store.execution.Commit;
import io.harel.store.execution.CommitResult;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.Status;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceStep;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.execution.sqlite.SqliteExecutionSettings;
import io.harel.store.execution.sqlite.SqliteExecutionStore;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lets harel (Python) call a store: a JSON object a line in, one a line out. Documents travel as their stored text. */
final class StoreBridge {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SqliteExecutionStore store;

    private StoreBridge(SqliteExecutionStore store) {
        this.store = store;
    }

    /** Arguments: the file, and the table prefix or {@code -} for none. */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // What is logged must not stand between the answers
        System.setOut(System.err);
        SqliteExecutionSettings settings =
                SqliteExecutionSettings.defaults().withTablePrefix(arguments[1].equals("-") ? null : arguments[1]);
        try (SqliteDatabase database = SqliteDatabase.create(
                        SqliteOptions.of(arguments[0]), List.of(SqliteExecutionStore.schema(settings)));
                BufferedReader calls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            StoreBridge bridge = new StoreBridge(new SqliteExecutionStore(database, settings));
            for (String call = calls.readLine(); call != null; call = calls.readLine()) {
                answers.println(bridge.answer(JSON.readTree(call)));
            }
        }
    }

    private String answer(JsonNode call) throws IOException {
        ObjectNode answer = JSON.createObjectNode();
        try {
            answer.set("ok", JSON.valueToTree(result(call)));
        } catch (StoreConflictException ex) {
            answer.put("conflict", ex.executionId())
                    .put("expected", ex.expected())
                    .put("found", ex.found());
        } catch (RuntimeException ex) {
            answer.put("error", ex.toString());
        }
        return JSON.writeValueAsString(answer);
    }

    private Object result(JsonNode call) {
        return switch (call.get("op").asText()) {
            case "load" ->
                store.load(text(call, "id")).map(StoredJson::ofExecution).orElse(null);
            case "save" ->
                store.save(StoredJson.toExecution(text(call, "execution"))).version();
            case "commit" -> commit(call);
            case "list" -> list(call);
            case "is_processed" -> store.isProcessed(text(call, "id"), text(call, "event"));
            case "read_trace" ->
                store.readTrace(text(call, "id")).stream()
                        .map(entry -> List.of(entry.index(), StoredJson.ofTraceStep(entry.step())))
                        .toList();
            case "pending_outbox" -> pendingOutbox();
            case "pending_spawns" -> pendingSpawns();
            case "due_timers" ->
                store.dueTimers(call.get("now").asDouble()).stream()
                        .map(timer -> List.of(timer.executionId(), timer.path(), timer.fireAt()))
                        .toList();
            case "ids_with_prefix" -> store.idsWithPrefix(text(call, "prefix"), null, Integer.MAX_VALUE);
            case "purge" -> store.purge(text(call, "id"), call.get("version").asLong());
            case "append_trace" -> {
                store.appendTrace(text(call, "id"), new TraceStep(map(call.get("entry"))));
                yield null;
            }
            case "ack_outbox" -> {
                store.ackOutbox(call.get("seq").asLong());
                yield null;
            }
            case "ack_spawn" -> {
                store.ackSpawn(call.get("seq").asLong());
                yield null;
            }
            case "delete_timer" -> {
                store.deleteTimer(new DueTimer(
                        text(call, "id"),
                        text(call, "path"),
                        call.get("fire_at").asDouble()));
                yield null;
            }
            default -> throw new IllegalArgumentException("Unknown operation: " + call);
        };
    }

    private static String text(JsonNode call, String name) {
        return call.get(name).isNull() ? null : call.get(name).asText();
    }

    private static Map<String, Object> map(JsonNode text) {
        return StoredJson.toSpawnContext(text.asText());
    }

    private Object commit(JsonNode call) {
        Commit.Builder commit = Commit.builder(StoredJson.toExecution(text(call, "execution")));
        for (JsonNode emit : call.get("emits")) {
            commit.emit(
                    emit.get(0).isNull() ? null : emit.get(0).asText(),
                    StoredJson.toEvent(emit.get(1).asText()));
        }
        commit.processed(text(call, "processed"));
        for (JsonNode timer : call.get("timers")) {
            String path = timer.get(1).asText();
            commit.timer(
                    timer.get(0).asText().equals("schedule")
                            ? TimerOp.schedule(path, timer.get(2).asDouble())
                            : TimerOp.cancel(path));
        }
        for (JsonNode spawn : call.get("spawns")) {
            commit.spawn(new SpawnRequest(spawn.get(0).asText(), spawn.get(1).asText(), map(spawn.get(2))));
        }
        if (!call.get("trace").isNull()) {
            commit.trace(new TraceStep(map(call.get("trace"))));
        }
        CommitResult result = store.commit(commit.build());
        return List.of(result.execution().version(), result.outboxSeqs());
    }

    private Object pendingOutbox() {
        ArrayNode entries = JSON.createArrayNode();
        store.pendingOutbox()
                .entries()
                .forEach(entry -> entries.addArray()
                        .add(entry.seq())
                        .add(entry.targetId())
                        .add(StoredJson.ofEvent(entry.event())));
        return entries;
    }

    private Object pendingSpawns() {
        ArrayNode entries = JSON.createArrayNode();
        store.pendingSpawns().entries().forEach(entry -> {
            Map<String, Object> context = new LinkedHashMap<>(entry.context());
            if (entry.definitionId() != null) {
                context.put(SpawnRequest.INVOKE_KEY, entry.definitionId());
            }
            entries.addArray()
                    .add(entry.seq())
                    .add(entry.parentId())
                    .add(entry.childId())
                    .add(entry.rootPath())
                    .add(StoredJson.ofSpawnContext(context));
        });
        return entries;
    }

    private Object list(JsonNode call) {
        ExecutionQuery query =
                ExecutionQuery.all().limit(call.get("limit").asInt()).after(text(call, "cursor"));
        if (!call.get("status").isNull()) {
            List<Status> statuses = new ArrayList<>();
            call.get("status").forEach(status -> statuses.add(Status.valueOf(status.asText())));
            query = query.status(statuses);
        }
        if (!call.get("definition_id").isNull()) {
            query = query.definition(text(call, "definition_id"));
        }
        if (call.get("roots_only").asBoolean()) {
            query = query.roots();
        }
        ExecutionPage page = store.list(query);
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode items = answer.putArray("items");
        page.items()
                .forEach(item -> items.addObject()
                        .put("id", item.id())
                        .put("definition_id", item.definitionId())
                        .put("version", item.version())
                        .put("status", item.status().name())
                        .put("outcome", item.outcome())
                        .put("active_path", item.activePath())
                        .put("parent_id", item.parentId())
                        .put("finished_at", item.finishedAt()));
        answer.put("next_cursor", page.nextCursor());
        return answer;
    }
}
