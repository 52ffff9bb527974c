package io.harel.store.execution;

/**
 * A stored row that cannot be read. It is reported by itself and never stops the reading of others.
 *
 * @param table the table it is in
 * @param key its primary key, as text
 * @param reason what is wrong with it
 */
public record UnreadableRow(String table, String key, String reason) {}
