package io.harel.store.execution.sqlite;

import io.harel.store.execution.Commit;
import io.harel.store.execution.Emit;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.TimerOp;
import io.harel.store.json.Surrogates;
import org.jspecify.annotations.Nullable;

/** Refuses what a column cannot hold, before anything is written. */
final class Arguments {

    private Arguments() {}

    static void require(Commit commit) {
        requireText("id", commit.execution().id());
        requireText("definitionId", commit.execution().definitionId());
        if (commit.execution().version() == Long.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "version of execution '" + commit.execution().id() + "' must be below " + Long.MAX_VALUE
                            + ", so that a commit can raise it");
        }
        requireText("processedEventId", commit.processedEventId());
        for (Emit emit : commit.emits()) {
            requireText("targetId", emit.targetId());
        }
        for (SpawnRequest spawn : commit.spawns()) {
            requireText("childId", spawn.childId());
            requireText("rootPath", spawn.rootPath());
        }
        for (TimerOp timer : commit.timers()) {
            requireText("path", timer.path());
            if (timer.action() == TimerOp.Action.SCHEDULE && !Double.isFinite(timer.fireAt())) {
                throw new IllegalArgumentException(
                        "fireAt of timer '" + timer.path() + "' must be finite, but is " + timer.fireAt());
            }
        }
    }

    /** Clients of the database cut a text at U+0000, and UTF-8 has no halves of characters. */
    static void requireText(String name, @Nullable String value) {
        if (value == null) {
            return;
        }
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(name + " must not contain U+0000");
        }
        if (Surrogates.hasUnpaired(value)) {
            throw new IllegalArgumentException(name + " must not contain an unpaired surrogate");
        }
    }

    static void requireLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, but is " + limit);
        }
    }
}
