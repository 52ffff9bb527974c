/** The {@link io.harel.store.execution.ExecutionStore} on SQLite, in the tables that harel uses too. */
@NullMarked
package io.harel.store.execution.sqlite;

import org.jspecify.annotations.NullMarked;
