package io.harel.store.execution.codec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map of the user's within a stored document, below which nesting is counted anew. */
record FreeMap(Map<String, @Nullable Object> entries) {}
