package io.harel.store.execution.sqlite;

import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteOptions;
import java.util.List;

/** A database with the tables of executions, for tests: stores on it, and statements beside them. */
final class OpenDatabase implements AutoCloseable {

    private final SqliteDatabase database;

    OpenDatabase(String path) {
        database = SqliteDatabase.create(
                SqliteOptions.of(path), List.of(SqliteExecutionStore.schema(SqliteExecutionSettings.defaults())));
    }

    SqliteExecutionStore store(int traceLimit) {
        return new SqliteExecutionStore(
                database, SqliteExecutionSettings.defaults().withTraceLimit(traceLimit));
    }

    void sql(String statement) {
        database.write(session -> session.update(statement));
    }

    List<Object> column(String query) {
        return database.read(session -> session.query(query, row -> row.getObject(1)));
    }

    @Override
    public void close() {
        database.close();
    }
}
