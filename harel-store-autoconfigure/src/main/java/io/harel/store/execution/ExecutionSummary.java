package io.harel.store.execution;

import org.jspecify.annotations.Nullable;

/**
 * What a listing shows of an execution.
 *
 * @param id its id
 * @param definitionId the machine it was created with
 * @param status where it stands
 * @param outcome label of the terminal it reached
 * @param activePath path of the active leaf
 * @param version its stored version
 * @param parentId the parent, or {@code null} for a root
 * @param finishedAt time at which it became {@link Status#DONE} or {@link Status#CANCELLED}, in epoch seconds
 */
public record ExecutionSummary(
        String id,
        String definitionId,
        Status status,
        @Nullable String outcome,
        @Nullable String activePath,
        long version,
        @Nullable String parentId,
        @Nullable Double finishedAt) {}
