package io.harel.store.execution.sqlite;

import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreContract;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class FileExecutionStoreTest extends ExecutionStoreContract {

    @TempDir
    private Path directory;

    private SqliteDatabase database;

    @Override
    protected ExecutionStore create() {
        SqliteExecutionSettings settings = SqliteExecutionSettings.defaults();
        database = SqliteDatabase.create(
                SqliteOptions.of(directory.resolve("state.db").toString()),
                List.of(SqliteExecutionStore.schema(settings)));
        return new SqliteExecutionStore(database, settings);
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }
}
