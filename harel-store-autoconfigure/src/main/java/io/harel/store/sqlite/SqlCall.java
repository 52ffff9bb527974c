package io.harel.store.sqlite;

import java.sql.SQLException;

/** Something that talks to the database and may find it busy. */
@FunctionalInterface
interface SqlCall<T> {

    T call() throws SQLException;
}
