package io.harel.store.execution.delivery;

import java.util.List;

/**
 * The deliveries that were given up, for an operator to look at, retry or discard. Safe for use by several threads.
 */
public interface DeadLetterStore {

    /**
     * Lists dead letters.
     *
     * @param afterId the number after which to begin, 0 for the first
     * @param limit the largest number to return, at least 1
     * @return the dead letters, oldest first
     */
    List<DeadLetter> deadLetters(long afterId, int limit);

    /**
     * Puts a dead letter back among the pending deliveries, as the newest of them, with no attempts counted. A timer that
     * was armed anew meanwhile stays as it is.
     *
     * @param id the dead letter's number
     * @return whether there was one
     */
    boolean retryDeadLetter(long id);

    /**
     * Removes a dead letter for good.
     *
     * @param id the dead letter's number
     * @return whether there was one
     */
    boolean discardDeadLetter(long id);
}
