package io.harel.store.execution;

import org.jspecify.annotations.Nullable;

/**
 * An execution together with whether it has processed a certain event, both from one snapshot.
 *
 * @param execution the execution, empty if there is none
 * @param processed whether the event was processed; always {@code false} if there is no execution
 */
public record EventLookup(@Nullable Execution execution, boolean processed) {}
