package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.harel.store.execution.Commit;
import io.harel.store.execution.DueTimer;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionSummary;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.SpawnEntry;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.Status;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceEntry;
import io.harel.store.execution.TraceStep;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import io.harel.store.sqlite.Synchronous;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Does random operations on a store and on plain collections, and compares everything that can be read. */
final class StoreModel implements AutoCloseable {

    private static final int TRACE_LIMIT = 5;
    private static final List<String> IDS = List.of("", "a", "a:b", "ñ😀", "%_", "'; --");
    private static final List<String> TEXTS = List.of("", "x", "é😀", "\"\\/\t\u0001", "\u2028", "nul\0", "e\u0301");

    private final Path directory;
    private SqliteDatabase database;
    private SqliteExecutionStore store;

    private final Map<String, Execution> executions = new TreeMap<>();
    private final List<OutboxEntry> outbox = new ArrayList<>();
    private final List<SpawnEntry> spawns = new ArrayList<>();
    private final Map<String, Double> timers = new TreeMap<>();
    private final Map<String, List<TraceEntry>> traces = new TreeMap<>();
    private final Set<String> processed = new HashSet<>();
    private long lastOutbox;
    private long lastSpawn;
    private Random random = new Random(0);

    StoreModel(Path directory) {
        this.directory = directory;
        open();
    }

    @Override
    public void close() {
        database.close();
    }

    private void open() {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults().withTraceLimit(TRACE_LIMIT);
        database = SqliteDatabase.create(
                SqliteOptions.of(directory.resolve("state.db").toString()).withSynchronous(Synchronous.OFF),
                List.of(SqliteExecutionStore.schema(settings)));
        store = new SqliteExecutionStore(database, settings);
    }

    /** One operation, the same one for the same seed after the same operations. */
    void step(long seed) {
        random = new Random(seed);
        switch (random.nextInt(12)) {
            case 0 -> acknowledge();
            case 1 -> deleteTimer();
            case 2 -> purge();
            case 3 -> emit();
            case 4 -> staleCommit();
            case 5 -> {
                database.close();
                open();
            }
            default -> commit();
        }
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private Map<String, Object> data() {
        Map<String, Object> data = new TreeMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            data.put(
                    any(TEXTS),
                    switch (random.nextInt(6)) {
                        case 0 -> random.nextInt();
                        case 1 -> Long.MAX_VALUE - random.nextInt(10);
                        case 2 -> random.nextGaussian();
                        case 3 -> any(TEXTS);
                        case 4 -> List.of(random.nextBoolean(), Map.of("k", any(TEXTS)));
                        default -> Double.longBitsToDouble(random.nextLong() & 0x7fdf_ffff_ffff_ffffL);
                    });
        }
        return data;
    }

    private void commit() {
        String id = any(IDS);
        Execution before = executions.getOrDefault(
                id, Execution.builder(any(List.of("d1", "d2"))).id(id).build());
        Execution next = before.toBuilder()
                .context(data())
                .status(any(List.of(Status.values())))
                .build();
        Commit.Builder commit = Commit.builder(next);
        for (int i = random.nextInt(3); i > 0; i--) {
            String target = random.nextInt(4) == 0 ? null : any(IDS);
            Event event = Event.of("K", data());
            commit.emit(target, event);
            outbox.add(new OutboxEntry(++lastOutbox, target, event));
        }
        if (random.nextBoolean()) {
            String event = "e" + random.nextInt(20);
            commit.processed(event);
            processed.add(id + " " + event);
        }
        if (random.nextInt(3) == 0) {
            Map<String, Object> context = data();
            commit.spawn(SpawnRequest.invoke("c" + lastSpawn, "d1", context));
            spawns.add(new SpawnEntry(++lastSpawn, id, "c" + (lastSpawn - 1), "", "d1", context));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            String path = "T" + random.nextInt(3);
            if (random.nextInt(3) == 0) {
                commit.timer(TimerOp.cancel(path));
                timers.remove(id + " " + path);
            } else {
                double fireAt = random.nextInt(100) / 10.0;
                commit.timer(TimerOp.schedule(path, fireAt));
                timers.put(id + " " + path, fireAt);
            }
        }
        if (random.nextBoolean()) {
            TraceStep step = new TraceStep(data());
            commit.trace(step);
            List<TraceEntry> entries = traces.computeIfAbsent(id, key -> new ArrayList<>());
            long index = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).index() + 1;
            entries.add(new TraceEntry(index, step));
            if (entries.size() > TRACE_LIMIT) {
                entries.remove(0);
            }
        }
        executions.put(id, store.commit(commit.build()).execution());
    }

    private void staleCommit() {
        String id = any(IDS);
        long version = executions.containsKey(id) ? executions.get(id).version() + 1 : 7;
        try {
            store.commit(Commit.builder(
                            Execution.builder("d1").id(id).version(version).build())
                    .emit("x", Event.of("Never"))
                    .processed("never")
                    .timer(TimerOp.schedule("never", 1))
                    .trace(new TraceStep(Map.of()))
                    .build());
            throw new AssertionError("A stale commit of '" + id + "' was accepted");
        } catch (StoreConflictException expected) {
            // Nothing has changed, as the comparison will show
        }
    }

    private void emit() {
        Event event = Event.of("K", data());
        lastOutbox++;
        assertThat(store.emit(new Emit("a", event))).isEqualTo(lastOutbox);
        outbox.add(new OutboxEntry(lastOutbox, "a", event));
    }

    private void acknowledge() {
        if (!outbox.isEmpty()) {
            store.ackOutbox(outbox.remove(random.nextInt(outbox.size())).seq());
        }
        if (!spawns.isEmpty()) {
            store.ackSpawn(spawns.remove(random.nextInt(spawns.size())).seq());
        }
    }

    private void deleteTimer() {
        for (DueTimer due : expectedTimers()) {
            if (random.nextBoolean()) {
                store.deleteTimer(due);
                timers.remove(due.executionId() + " " + due.path());
            } else {
                store.deleteTimer(new DueTimer(due.executionId(), due.path(), due.fireAt() + 0.05));
            }
        }
    }

    private void purge() {
        String id = any(IDS);
        Execution execution = executions.get(id);
        if (execution == null) {
            return;
        }
        assertThat(store.purge(id, execution.version() + 1)).isFalse();
        if (random.nextBoolean()) {
            assertThat(store.purge(id, execution.version())).isTrue();
            executions.remove(id);
            traces.remove(id);
            outbox.removeIf(entry -> id.equals(entry.targetId()));
            spawns.removeIf(spawn -> spawn.parentId().equals(id));
            timers.keySet().removeIf(key -> key.startsWith(id + " T"));
            processed.removeIf(key -> key.startsWith(id + " e"));
        }
    }

    private List<DueTimer> expectedTimers() {
        List<DueTimer> expected = new ArrayList<>();
        timers.forEach((key, fireAt) -> {
            int blank = key.lastIndexOf(' ');
            expected.add(new DueTimer(key.substring(0, blank), key.substring(blank + 1), fireAt));
        });
        return expected;
    }

    void compare() {
        for (String id : IDS) {
            assertThat(store.load(id).orElse(null)).isEqualTo(executions.get(id));
            assertThat(store.readTrace(id)).isEqualTo(traces.getOrDefault(id, List.of()));
            for (int event = 0; event < 20; event++) {
                assertThat(store.isProcessed(id, "e" + event)).isEqualTo(processed.contains(id + " e" + event));
            }
        }
        assertThat(store.pendingOutbox().entries()).isEqualTo(outbox);
        assertThat(store.pendingSpawns().entries()).isEqualTo(spawns);
        assertThat(store.dueTimers(1e9)).containsExactlyInAnyOrderElementsOf(expectedTimers());
        for (Status status : Status.values()) {
            assertThat(store.list(ExecutionQuery.all().status(status)).items())
                    .extracting(ExecutionSummary::id)
                    .containsExactlyInAnyOrderElementsOf(executions.values().stream()
                            .filter(execution -> execution.status() == status)
                            .map(Execution::id)
                            .toList());
        }
    }
}
