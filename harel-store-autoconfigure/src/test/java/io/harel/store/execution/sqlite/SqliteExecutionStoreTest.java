package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.harel.store.StoreClosedException;
import io.harel.store.StoreSchemaException;
import io.harel.store.execution.Commit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionBuilder;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.ExecutionSummary;
import io.harel.store.execution.OutboxEntry;
import io.harel.store.execution.Pending;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.StoreEncodingException;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.TraceEntry;
import io.harel.store.execution.TraceStep;
import io.harel.store.execution.UnreadableRow;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is special to the store on SQLite, and needs other settings or statements beside it. */
class SqliteExecutionStoreTest {

    @TempDir
    private Path directory;

    private final List<SqliteDatabase> databases = new ArrayList<>();
    private SqliteExecutionStore store;

    @BeforeEach
    void open() {
        store = open(SqliteExecutionSettings.defaults());
    }

    @AfterEach
    void close() {
        databases.forEach(SqliteDatabase::close);
    }

    private SqliteExecutionStore open(SqliteExecutionSettings settings) {
        SqliteDatabase database = SqliteDatabase.create(
                SqliteOptions.of(file().toString()), List.of(SqliteExecutionStore.schema(settings)));
        databases.add(database);
        return new SqliteExecutionStore(database, settings);
    }

    private Path file() {
        return directory.resolve("state.db");
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement update = connection.createStatement()) {
            update.executeUpdate(statement);
        }
    }

    private static Execution execution(String id) {
        return Execution.builder("d").id(id).build();
    }

    @Test
    @DisplayName("ES-044: versions are exact to the last 64-bit number")
    void keepsVersionsExact() throws SQLException {
        store.save(execution("a"));
        long version = Long.MAX_VALUE - 1;
        sql("UPDATE executions SET version = " + version + " WHERE id = 'a'");

        Execution saved = store.save(execution("a").toBuilder().version(version).build());

        assertThat(saved.version()).isEqualTo(Long.MAX_VALUE);
        assertThat(store.load("a")).contains(saved);
    }

    @Test
    @DisplayName(
            "ES-072: the ledger tells what was processed, and only of an execution that exists in one snapshot with it")
    void recordsProcessedEvents() throws SQLException {
        store.commit(Commit.builder(execution("a")).processed("").build());

        assertThat(store.isProcessed("a", "")).isTrue();
        assertThat(store.loadForEvent("a", "").processed()).isTrue();
        assertThat(store.loadForEvent("a", "e").processed()).isFalse();
        sql("DELETE FROM executions");
        assertThat(store.loadForEvent("a", "").execution()).isNull();
        assertThat(store.loadForEvent("a", "").processed()).isFalse();
        assertThat(store.isProcessed("a", "")).isTrue();
    }

    @Test
    void refusesARowWhoseJsonHasAnotherId() throws SQLException {
        store.save(execution("a"));
        sql("UPDATE executions SET data = replace(data, '\"id\":\"a\"', '\"id\":\"b\"')");

        assertThatExceptionOfType(StoreDecodingException.class)
                .isThrownBy(() -> store.load("a"))
                .withMessageContaining("'b'");
    }

    @Test
    @DisplayName("ES-110: the trace keeps its last entries, and goes on counting")
    void keepsTheLastEntriesOfATrace() {
        SqliteExecutionStore ring = open(SqliteExecutionSettings.defaults().withTraceLimit(2));
        for (int i = 0; i < 4; i++) {
            ring.appendTrace("a", new TraceStep(Map.of("n", i, "index", "own")));
        }
        ring.appendTrace("b", new TraceStep(Map.of()));

        assertThat(ring.readTrace("a"))
                .containsExactly(
                        new TraceEntry(2, new TraceStep(Map.of("n", 2))),
                        new TraceEntry(3, new TraceStep(Map.of("n", 3))));
        assertThat(ring.readTrace("b")).extracting(TraceEntry::index).containsExactly(0L);
    }

    private static List<String> ids(ExecutionPage page) {
        return page.items().stream().map(ExecutionSummary::id).toList();
    }

    @Test
    void reportsRowsThatCannotBeReadByThemselves() throws SQLException {
        store.commit(Commit.builder(execution("a"))
                .emit("b", Event.of("One"))
                .emit("b", Event.of("Two"))
                .build());
        sql("INSERT INTO executions VALUES ('b', 'd', '{', 1), ('c', 'd', '{\"id\":\"c\",\"status\":\"WEIRD\"}', 1),"
                + " ('d', 'd', '{\"id\":\"d\",\"definition_id\":\"d\",\"context\":{\"n\":NaN}}', 1)");
        sql("UPDATE outbox SET event = '{}' WHERE seq = 1");

        ExecutionPage page = store.list(ExecutionQuery.all());
        assertThat(ids(page)).containsExactly("a", "d");
        assertThat(page.unreadable()).extracting(UnreadableRow::key).containsExactly("b", "c");
        Pending<OutboxEntry> outbox = store.pendingOutbox();
        assertThat(outbox.entries()).extracting(OutboxEntry::seq).containsExactly(2L);
        assertThat(outbox.unreadable()).singleElement().satisfies(row -> {
            assertThat(row.table()).isEqualTo("outbox");
            assertThat(row.key()).isEqualTo("1");
            assertThat(row.reason()).contains("kind");
        });
    }

    @Test
    @DisplayName("ES-301: stores with different prefixes do not see each other")
    void keepsPrefixesApart() {
        SqliteExecutionStore other = open(SqliteExecutionSettings.defaults().withTablePrefix("harel"));
        store.save(execution("a"));

        assertThat(other.load("a")).isEmpty();
        other.save(execution("b"));
        assertThat(store.load("b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a-b", "a b", "abcdefghijklmnopqrstuvwxyzabcde", "a\""})
    @DisplayName("ES-302: a prefix that is no name is refused")
    void refusesAPrefixThatIsNoName(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqliteExecutionSettings.defaults().withTablePrefix(prefix));
    }

    @Test
    @DisplayName("ES-304: a missing table is named if the store does not create any, and its statements make it")
    void namesAMissingTable() throws SQLException {
        SqliteExecutionSettings settings =
                SqliteExecutionSettings.defaults().withTablePrefix("own").withoutCreatingTables();
        SqliteExecutionStore own = open(settings);

        assertThatExceptionOfType(StoreSchemaException.class)
                .isThrownBy(() -> own.load("a"))
                .withMessageContaining("'own_executions'");
        for (String statement : SqliteExecutionStore.schemaStatements(settings)) {
            sql(statement);
        }
        own.save(execution("a"));
        assertThat(own.load("a")).isPresent();
    }

    @Test
    @DisplayName("ES-164: a table without a column is refused, and left as it is")
    void refusesATableWithoutAColumn() throws SQLException {
        sql("CREATE TABLE executions (id TEXT PRIMARY KEY, body TEXT)");

        assertThatExceptionOfType(StoreSchemaException.class)
                .isThrownBy(() -> store.load("a"))
                .withMessageContaining("'executions'")
                .withMessageContaining("definition_id");
    }

    @Test
    @DisplayName("ES-160: after close every operation says so, and a second close does nothing")
    void saysThatItIsClosed() {
        store.close();
        store.close();

        assertThatExceptionOfType(StoreClosedException.class).isThrownBy(() -> store.load("a"));
        assertThatExceptionOfType(StoreClosedException.class).isThrownBy(() -> store.save(execution("a")));
        assertThat(Files.exists(file())).isFalse();
    }

    @Test
    void migratesAFileOfTheFirstSchemaWithItsRows() throws SQLException {
        store.save(execution("a"));
        databases.get(0).close();
        for (String table : List.of("dead_letters", "delivery_failures", "leases")) {
            sql("DROP TABLE harel_store_" + table);
        }
        sql("UPDATE harel_store_schema SET version = 1");

        SqliteExecutionStore reopened = open(SqliteExecutionSettings.defaults());

        assertThat(reopened.load("a")).isPresent();
        SqliteDeliveryStore deliveries = new SqliteDeliveryStore(databases.get(1), SqliteExecutionSettings.defaults());
        assertThat(deliveries.acquireLease("relay", "me", 0, 10)).hasValue(1);
        assertThat(deliveries.deadLetters(0, 1)).isEmpty();
    }

    private static ExecutionBuilder builder(String id) {
        return Execution.builder("d").id(id);
    }

    @Test
    @DisplayName("ES-008: fields that nobody knows survive a load and a save at every level")
    void keepsUnknownFields() throws SQLException {
        store.save(execution("other"));
        sql(
                "INSERT INTO executions VALUES ('a', 'd', '{\"id\":\"a\",\"definition_id\":\"d\",\"version\":1,\"future\":1,"
                        + "\"children\":{\"c\":{\"root_path\":\"R\",\"future\":2}},"
                        + "\"deferred\":[{\"id\":\"e\",\"kind\":\"K\",\"data\":{},\"future\":3}]}', 1)");

        store.save(store.load("a").orElseThrow());

        Execution again = store.load("a").orElseThrow();
        assertThat(again.version()).isEqualTo(2);
        assertThat(again.unknownFields()).isEqualTo(Map.of("future", 1));
        assertThat(again.children().get("c").unknownFields()).isEqualTo(Map.of("future", 2));
        assertThat(again.deferred().get(0).unknownFields()).isEqualTo(Map.of("future", 3));
    }

    @Test
    @DisplayName("ES-113: a trace of less than no entries is refused")
    void refusesANegativeTraceLimit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqliteExecutionSettings.defaults().withTraceLimit(-1));
    }

    @Test
    @DisplayName("ES-114, ES-158, ES-159: what cannot be stored leaves no half batch, whatever is called next")
    void leavesNoHalfBatch() throws SQLException {
        Execution saved = store.save(execution("a"));

        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(() -> store.commit(Commit.builder(saved)
                        .emit("p", Event.of("K"))
                        .processed("e")
                        .timer(TimerOp.schedule("P", 1))
                        .trace(new TraceStep(Map.of("half", "\ud800")))
                        .build()));
        assertThat(store.load("a")).hasValue(saved);
        store.ackOutbox(99_999);

        assertThat(store.load("a")).hasValue(saved);
        assertThat(store.pendingOutbox().entries()).isEmpty();
        assertThat(store.isProcessed("a", "e")).isFalse();
        assertThat(store.timersOf("a")).isEmpty();
        sql("UPDATE executions SET version = version");
    }

    @Test
    @DisplayName("ES-310: the four times are kept, and a row without them has none")
    void keepsTheFourTimes() throws SQLException {
        Execution saved = store.save(builder("a")
                .createdAt(1.5)
                .updatedAt(2.5)
                .finishedAt(3.5)
                .expiresAt(4.5)
                .build());
        sql("INSERT INTO executions VALUES ('old', 'd', '{\"id\":\"old\",\"definition_id\":\"d\",\"version\":1}', 1)");

        assertThat(store.load("a")).hasValue(saved);
        Execution old = store.load("old").orElseThrow();
        assertThat(old.createdAt()).isNull();
        assertThat(old.updatedAt()).isNull();
        assertThat(old.finishedAt()).isNull();
        assertThat(old.expiresAt()).isNull();
    }
}
