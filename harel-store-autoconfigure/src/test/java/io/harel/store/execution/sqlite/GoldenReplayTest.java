package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.harel.store.execution.Commit;
import io.harel.store.execution.CommitResult;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Execution;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceStep;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.golden.Golden;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Does what harel has done, and compares each table cell by cell with what harel has written. */
class GoldenReplayTest {

    private static final Map<String, String> ORDER = Map.of(
            "executions", "id",
            "outbox", "seq",
            "processed_events", "execution_id, event_id",
            "timers", "execution_id, path",
            "spawns", "seq",
            "trace", "execution_id, idx");

    /** In their scenarios harel 0.2.2 and 0.9.0 appended with another limit than it committed with. */
    private static final int RING_OF_APPENDED = 2;

    private static final int RING_OF_COMMITTED = 3;

    @TempDir
    private Path directory;

    private String prefix;
    private boolean lowersRing;
    private SqliteDatabase database;
    private SqliteExecutionStore store;

    static Stream<String> oldest() {
        return names(Golden.transitions("0.2.2", "scenarios"));
    }

    static Stream<String> newest() {
        return names(Golden.transitions("0.9.0", "scenarios"));
    }

    static Stream<String> baseline() {
        return names(Golden.transitions("0.3.0", "sequences"));
    }

    private static Stream<String> names(JsonNode sequences) {
        List<String> names = new ArrayList<>();
        sequences.fieldNames().forEachRemaining(names::add);
        return names.stream();
    }

    @ParameterizedTest
    @MethodSource("oldest")
    @DisplayName("ES-030 and on: does what harel 0.2.2 does")
    void doesWhatOldestHarelDoes(String scenario) throws SQLException {
        lowersRing = true;
        replay(
                Golden.transitions("0.2.2", "scenarios").get(scenario),
                scenario.equals("trace") ? RING_OF_COMMITTED : 200);
    }

    @ParameterizedTest
    @MethodSource("newest")
    @DisplayName("ES-300: does with the prefix harel what harel 0.9.0 does")
    void doesWhatNewestHarelDoes(String scenario) throws SQLException {
        prefix = "harel";
        lowersRing = true;
        JsonNode steps = Golden.transitions("0.9.0", "scenarios").get(scenario);
        replay(steps, scenario.equals("trace") ? RING_OF_COMMITTED : 200);
    }

    @ParameterizedTest
    @MethodSource("baseline")
    @DisplayName("ES-030 and on: does what harel 0.3.0 does")
    void doesWhatBaselineHarelDoes(String sequence) throws SQLException {
        JsonNode found = Golden.transitions("0.3.0", "sequences").get(sequence);
        // Where the two stores of harel differ, SqliteStore is right: versions beyond 2^53, for one
        replay(found.has("sqlite_steps") ? found.get("sqlite_steps") : found.get("steps"), 200);
    }

    private void replay(JsonNode steps, int traceLimit) throws SQLException {
        open(traceLimit);
        try {
            for (JsonNode step : steps) {
                if (step.has("op") && step.get("op").isObject()) {
                    execute(step);
                    compareTables(step.path("tables"), step.toString());
                }
            }
        } finally {
            database.close();
        }
    }

    private void open(int traceLimit) {
        SqliteExecutionSettings settings =
                SqliteExecutionSettings.defaults().withTablePrefix(prefix).withTraceLimit(traceLimit);
        database = SqliteDatabase.create(SqliteOptions.of(file()), List.of(SqliteExecutionStore.schema(settings)));
        database.open();
        store = new SqliteExecutionStore(database, settings);
    }

    private String file() {
        return directory.resolve("state.db").toString();
    }

    private void execute(JsonNode step) throws SQLException {
        JsonNode op = step.get("op");
        JsonNode result = step.get("result");
        if (op.has("commit") || op.has("save")) {
            commit(op, result);
            return;
        }
        String name = op.fieldNames().next();
        JsonNode arguments = op.get(name);
        switch (name) {
            case "ack_outbox" -> store.ackOutbox(arguments.get(0).asLong());
            case "ack_spawn" -> store.ackSpawn(arguments.get(0).asLong());
            case "delete_timer" ->
                store.deleteTimer(
                        new DueTimer(arguments.get(0).asText(), arguments.get(1).asText(), real(arguments.get(2))));
            case "append_trace" -> {
                if (lowersRing && store.traceLimit() == RING_OF_COMMITTED) {
                    database.close();
                    open(RING_OF_APPENDED);
                }
                store.appendTrace(arguments.get(0).asText(), new TraceStep(plainOrNoted(arguments.get(1))));
            }
            case "purge" ->
                assertThat(store.purge(
                                arguments.get(0).asText(), arguments.get(1).asLong()))
                        .isEqualTo(result.asBoolean());
            case "trace_max" -> {
                database.close();
                open(arguments.asInt());
            }
            case "reopen" -> {
                int limit = store.traceLimit();
                database.close();
                open(limit);
            }
            case "ids_with_prefix" ->
                assertThat(store.idsWithPrefix(arguments.get(0).asText(), null, 1_000))
                        .containsExactlyElementsOf(texts(result));
            case "is_processed" ->
                assertThat(store.isProcessed(
                                arguments.get(0).asText(), arguments.get(1).asText()))
                        .isEqualTo(result.asBoolean());
            case "sql" -> sql(arguments.asText(), op.get("arguments"));
            case "seed" -> {
                for (JsonNode row : step.get("tables").get("executions")) {
                    Execution seed = StoredJson.toExecution(row.get(2).asText());
                    store.save(seed.toBuilder().version(0).build());
                }
            }
            case "each" -> {
                assertThat(arguments.asText()).isEqualTo("append_trace");
                for (JsonNode row : op.get("rows")) {
                    store.appendTrace(row.get(0).asText(), new TraceStep(plainOrNoted(row.get(1))));
                }
            }
            case "other_store" -> {
                assertThat(texts(arguments)).containsExactly("ack_outbox 1", "save a");
                SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
                try (SqliteDatabase second = SqliteDatabase.create(
                        SqliteOptions.of(file()), List.of(SqliteExecutionStore.schema(settings)))) {
                    SqliteExecutionStore other = new SqliteExecutionStore(second, settings);
                    other.ackOutbox(1);
                    other.save(other.load("a").orElseThrow());
                }
            }
            default -> GoldenReads.check(store, name, arguments, result);
        }
    }

    private void sql(String text, JsonNode arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                PreparedStatement statement = connection.prepareStatement(text)) {
            for (int i = 0; i < arguments.size(); i++) {
                statement.setString(i + 1, arguments.get(i).asText());
            }
            statement.executeUpdate();
        }
    }

    private void commit(JsonNode op, JsonNode result) {
        Execution execution = StoredJson.toExecution(
                op.has("commit") ? op.get("commit").asText() : op.get("save").asText());
        Commit.Builder commit = Commit.builder(execution);
        op.path("emits")
                .forEach(emit -> commit.emit(
                        text(emit.get(0)), StoredJson.toEvent(emit.get(1).asText())));
        commit.processed(text(op.path("processed")));
        op.path("timers")
                .forEach(timer -> commit.timer(
                        timer.get(0).asText().equals("schedule")
                                ? TimerOp.schedule(timer.get(1).asText(), real(timer.get(2)))
                                : TimerOp.cancel(timer.get(1).asText())));
        op.path("spawns")
                .forEach(spawn -> commit.spawn(
                        new SpawnRequest(spawn.get(0).asText(), spawn.get(1).asText(), plainOrNoted(spawn.get(2)))));
        if (op.path("trace").isContainerNode() || op.path("trace").isTextual()) {
            commit.trace(new TraceStep(plainOrNoted(op.get("trace"))));
        }
        try {
            CommitResult committed = store.commit(commit.build());
            assertThat(result.has("conflict")).isFalse();
            assertThat(committed.execution().version()).isEqualTo(number(result.get("version")));
            if (result.has("seqs")) {
                assertThat(committed.outboxSeqs())
                        .containsExactlyElementsOf(
                                StreamSupport.stream(result.get("seqs").spliterator(), false)
                                        .map(GoldenReplayTest::number)
                                        .toList());
            }
        } catch (StoreConflictException ex) {
            assertThat(result.has("conflict")).as(result.toString()).isTrue();
        }
    }

    private void compareTables(JsonNode tables, String step) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            for (Map.Entry<String, JsonNode> table : tables.properties()) {
                String name = prefix == null ? table.getKey() : prefix + "_" + table.getKey();
                try (ResultSet rows =
                        statement.executeQuery("SELECT * FROM " + name + " ORDER BY " + ORDER.get(table.getKey()))) {
                    int width = rows.getMetaData().getColumnCount();
                    for (JsonNode expected : table.getValue()) {
                        assertThat(rows.next()).as(step).isTrue();
                        for (int column = 0; column < width; column++) {
                            assertCell(rows.getObject(column + 1), expected.get(column), table.getKey(), column, step);
                        }
                    }
                    assertThat(rows.next()).as(step).isFalse();
                }
            }
        }
    }

    private static void assertCell(Object actual, JsonNode expected, String table, int column, String step) {
        if (table.equals("executions") && column == 2) {
            assertThat(StoredJson.toExecution((String) actual))
                    .as(step)
                    .isEqualTo(StoredJson.toExecution(expected.asText()));
        } else if (table.equals("outbox") && column == 2) {
            assertThat(StoredJson.toEvent((String) actual)).as(step).isEqualTo(StoredJson.toEvent(expected.asText()));
        } else if (expected.has("real")) {
            assertThat(actual).as(step).isEqualTo(Golden.ofBits(expected.get("real")));
        } else if (expected.isNumber() || expected.has("int")) {
            assertThat(((Number) actual).longValue()).as(step).isEqualTo(number(expected));
        } else {
            assertThat(actual).as(step).isEqualTo(text(expected));
        }
    }

    private static double real(JsonNode node) {
        return Golden.ofBits(node.has("real") ? node.get("real") : node.has("float") ? node.get("float") : node);
    }

    private static long number(JsonNode node) {
        return node.has("int") ? Long.parseLong(node.get("int").asText()) : node.asLong();
    }

    private static String text(JsonNode node) {
        return node.isTextual() ? node.asText() : null;
    }

    private static List<String> texts(JsonNode result) {
        List<String> texts = new ArrayList<>();
        (result.has("list") ? result.get("list") : result).forEach(id -> texts.add(id.asText()));
        return texts;
    }

    /** A map as stored text, in the notation of the golden files, or as plain JSON. */
    private static Map<String, Object> plainOrNoted(JsonNode node) {
        if (node.isTextual()) {
            return StoredJson.toSpawnContext(node.asText());
        }
        if (node.has("map") && node.size() == 1) {
            Map<String, Object> map = new LinkedHashMap<>();
            ((Map<?, ?>) Golden.value(node)).forEach((key, value) -> map.put((String) key, value));
            return map;
        }
        return StoredJson.toSpawnContext(node.toString());
    }
}
