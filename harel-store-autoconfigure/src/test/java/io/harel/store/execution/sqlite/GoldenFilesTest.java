package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.golden.Golden;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Opens databases that harel has made, in either journal mode, reads all of them and goes on with them. */
class GoldenFilesTest {

    @TempDir
    private Path directory;

    private SqliteDatabase database;

    @AfterEach
    void close() {
        if (database != null) {
            database.close();
        }
    }

    private SqliteExecutionStore open(Path file, String prefix) {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults().withTablePrefix(prefix);
        database = SqliteDatabase.create(
                SqliteOptions.of(file.toString()), List.of(SqliteExecutionStore.schema(settings)));
        return new SqliteExecutionStore(database, settings);
    }

    static Stream<String> files() {
        List<String> names = new ArrayList<>();
        Golden.expected("0.3.0").fieldNames().forEachRemaining(names::add);
        return names.stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    @DisplayName("reads of a file of harel 0.3.0 or 0.6.1 what harel reads of it")
    void readsWhatHarelReads(String name) {
        SqliteExecutionStore store = open(Golden.database("0.3.0", name, directory), null);

        for (JsonNode read : Golden.expected("0.3.0").get(name).get("operations")) {
            GoldenReads.check(store, read.get("op").asText(), read.get("arguments"), read.get("result"));
        }
    }

    @Test
    @DisplayName("ES-141: of a file with broken rows the good ones are listed and the others reported")
    void reportsBrokenRowsByThemselves() {
        SqliteExecutionStore store = open(Golden.database("0.3.0", "state-broken-wal.db", directory), null);

        var page = store.list(ExecutionQuery.all());
        assertThat(page.items()).extracting(item -> item.id()).contains("good", "ahead", "edited");
        assertThat(page.unreadable()).extracting(row -> row.key()).contains("cut", "empty", "weird");
        assertThat(store.pendingOutbox().entries()).isNotEmpty();
        assertThat(store.pendingSpawns().entries()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0.2.2, life-wal.db, life,",
        "0.2.2, children-rollback.db, children,",
        "0.2.2, random-1-rollback.db, random-1,",
        "0.9.0, life-wal.db, life, harel",
        "0.9.0, children-rollback.db, children, harel",
        "0.9.0, random-1-rollback.db, random-1, harel"
    })
    @DisplayName("ES-163, ES-300: a file of harel 0.2.2 or 0.9.0 is read and advanced")
    void readsAndAdvancesAFile(String release, String name, String scenario, String prefix) throws Exception {
        Path file = Golden.database(release, name, directory);
        List<String> rows = new ArrayList<>();
        for (JsonNode step : Golden.transitions(release, "scenarios").get(scenario)) {
            JsonNode executions = step.path("tables").path("executions");
            if (executions.isArray()) {
                rows.clear();
                executions.forEach(row -> rows.add(row.get(2).asText()));
            }
        }
        assertThat(rows).isNotEmpty();
        SqliteExecutionStore store = open(file, prefix);

        for (String row : rows) {
            Execution expected = StoredJson.toExecution(row);
            Execution loaded = store.load(expected.id()).orElseThrow();
            assertThat(loaded).isEqualTo(expected);
            assertThat(store.save(loaded).version()).isEqualTo(loaded.version() + 1);
        }
        database.close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet check = statement.executeQuery("PRAGMA integrity_check")) {
            assertThat(check.getString(1)).isEqualTo("ok");
        }
    }
}
