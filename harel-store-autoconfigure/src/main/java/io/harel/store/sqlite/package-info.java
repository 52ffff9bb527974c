/**
 * What the stores share on SQLite: opening a database, its schema, its connections, and the one path all writes take.
 * Applications configure it through properties and have no need of it otherwise.
 */
@NullMarked
package io.harel.store.sqlite;

import org.jspecify.annotations.NullMarked;
