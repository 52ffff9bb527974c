package io.harel.store.execution.sqlite;

import io.harel.store.execution.Commit;
import io.harel.store.execution.CommitResult;
import io.harel.store.execution.Emit;
import io.harel.store.execution.Execution;
import io.harel.store.execution.SpawnRequest;
import io.harel.store.execution.StoreConflictException;
import io.harel.store.execution.TimerOp;
import io.harel.store.execution.codec.StoredJson;
import io.harel.store.sqlite.SqlSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes one commit. All texts are made before the transaction begins, which holds up every other writer. */
final class CommitWriter {

    private final Statements sql;
    private final TraceTable trace;

    CommitWriter(Statements sql, TraceTable trace) {
        this.sql = sql;
        this.trace = trace;
    }

    Prepared prepare(Commit commit) {
        Arguments.require(commit);
        Execution before = commit.execution();
        Execution after = before.toBuilder().version(before.version() + 1).build();
        return new Prepared(
                commit,
                after,
                StoredJson.ofExecution(after),
                commit.emits().stream()
                        .map(emit -> StoredJson.ofEvent(emit.event()))
                        .toList(),
                commit.spawns().stream()
                        .map(spawn -> StoredJson.ofSpawnContext(spawn.context()))
                        .toList(),
                commit.trace() == null ? null : StoredJson.ofTraceStep(commit.trace()));
    }

    CommitResult write(SqlSession session, Prepared prepared) throws SQLException {
        writeExecution(session, prepared);
        String id = prepared.after().id();
        List<Long> seqs = writeOutbox(session, prepared);
        String processed = prepared.commit().processedEventId();
        if (processed != null) {
            session.update(sql.recordProcessed, id, processed);
        }
        writeSpawns(session, prepared);
        for (TimerOp timer : prepared.commit().timers()) {
            if (timer.action() == TimerOp.Action.SCHEDULE) {
                session.update(sql.schedule, id, timer.path(), timer.fireAt());
            } else {
                session.update(sql.cancel, id, timer.path());
            }
        }
        if (prepared.trace() != null) {
            trace.append(session, id, prepared.trace());
        }
        return new CommitResult(prepared.after(), seqs);
    }

    private void writeExecution(SqlSession session, Prepared prepared) throws SQLException {
        Execution after = prepared.after();
        long expected = prepared.commit().execution().version();
        if (session.update(sql.updateExecution, prepared.data(), after.version(), after.id(), expected) == 1) {
            return;
        }
        Optional<Long> found = session.queryFirst(sql.version, row -> row.getLong(1), after.id());
        if (found.isPresent() || expected != 0) {
            throw new StoreConflictException(after.id(), expected, found.orElse(null));
        }
        session.update(sql.insertExecution, after.id(), after.definitionId(), prepared.data(), after.version());
    }

    private List<Long> writeOutbox(SqlSession session, Prepared prepared) throws SQLException {
        List<Long> seqs = new ArrayList<>();
        for (Emit emit : prepared.commit().emits()) {
            seqs.add(writeEmit(session, emit.targetId(), prepared.events().get(seqs.size())));
        }
        return seqs;
    }

    long writeEmit(SqlSession session, @Nullable String targetId, String event) throws SQLException {
        session.update(sql.insertOutbox, targetId, event);
        return session.queryFirst("SELECT last_insert_rowid()", row -> row.getLong(1))
                .orElseThrow();
    }

    private void writeSpawns(SqlSession session, Prepared prepared) throws SQLException {
        int index = 0;
        for (SpawnRequest spawn : prepared.commit().spawns()) {
            session.update(
                    sql.insertSpawn,
                    prepared.after().id(),
                    spawn.childId(),
                    spawn.rootPath(),
                    prepared.contexts().get(index++));
        }
    }

    /** A commit with its texts. */
    record Prepared(
            Commit commit,
            Execution after,
            String data,
            List<String> events,
            List<String> contexts,
            @Nullable String trace) {}
}
