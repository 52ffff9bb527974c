package io.harel.store.execution;

import java.util.List;
import java.util.Objects;

/**
 * What a commit has made.
 *
 * @param execution the execution at its new version
 * @param outboxSeqs the numbers of the outbox entries it wrote, in the order of its emits; who delivers one by itself
 *     acknowledges it by its number
 */
public record CommitResult(Execution execution, List<Long> outboxSeqs) {

    public CommitResult {
        Objects.requireNonNull(execution, "execution");
        outboxSeqs = List.copyOf(outboxSeqs);
    }
}
