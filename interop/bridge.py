"""A harel store that is the Java store, over a bridge process that speaks JSON lines."""

import json
import subprocess

from harel.engine.execution import Execution, ExecutionPage, ExecutionSummary
from harel.engine.store import OutboxEntry, SpawnEntry, StoreConflict
from harel.spec.states import Event


class BridgeStore:
    def __init__(self, command, path, prefix):
        self._process = subprocess.Popen(
            [*command, str(path), prefix or "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )

    def _call(self, op, **arguments):
        self._process.stdin.write(json.dumps({"op": op, **arguments}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the bridge process has ended"
        answer = json.loads(line)
        if "conflict" in answer:
            raise StoreConflict(answer["conflict"], answer["expected"], answer["found"])
        assert "error" not in answer, answer["error"]
        return answer["ok"]

    def load(self, execution_id):
        text = self._call("load", id=execution_id)
        return None if text is None else Execution.model_validate_json(text)

    def save(self, exe):
        exe.version = self._call("save", execution=exe.model_dump_json())

    def commit(self, exe, emits, processed_event_id=None, timers=(), spawns=(), trace=None, step=None):
        exe.version, seqs = self._call(
            "commit",
            execution=exe.model_dump_json(),
            emits=[[target, event.model_dump_json()] for target, event in emits],
            processed=processed_event_id,
            timers=[[op.action, op.path, op.fire_at] for op in timers],
            spawns=[[child, root, json.dumps(context)] for child, root, context in spawns],
            trace=None if trace is None else json.dumps(trace),
        )
        return seqs

    def is_processed(self, execution_id, event_id):
        return self._call("is_processed", id=execution_id, event=event_id)

    def load_for_event(self, execution_id, event_id):
        exe = self.load(execution_id)
        return exe, exe is not None and self.is_processed(execution_id, event_id)

    def append_trace(self, execution_id, entry):
        self._call("append_trace", id=execution_id, entry=json.dumps(entry))

    def read_trace(self, execution_id):
        return [{**json.loads(text), "index": index} for index, text in self._call("read_trace", id=execution_id)]

    def pending_outbox(self):
        return [
            OutboxEntry(seq, target, Event.model_validate_json(text))
            for seq, target, text in self._call("pending_outbox")
        ]

    def ack_outbox(self, seq):
        self._call("ack_outbox", seq=seq)

    def pending_spawns(self):
        return [
            SpawnEntry(seq, parent, child, root, json.loads(text))
            for seq, parent, child, root, text in self._call("pending_spawns")
        ]

    def ack_spawn(self, seq):
        self._call("ack_spawn", seq=seq)

    def due_timers(self, now):
        return [tuple(timer) for timer in self._call("due_timers", now=now)]

    def delete_timer(self, execution_id, path, fire_at):
        self._call("delete_timer", id=execution_id, path=path, fire_at=fire_at)

    def list_executions(self, status=None, definition_id=None, roots_only=False, limit=100, cursor=None):
        page = self._call(
            "list",
            status=None if status is None else [s.value for s in status],
            definition_id=definition_id,
            roots_only=roots_only,
            limit=limit,
            cursor=cursor,
        )
        fields = ExecutionSummary.model_fields
        items = [ExecutionSummary(**{k: v for k, v in item.items() if k in fields}) for item in page["items"]]
        return ExecutionPage(items=items, next_cursor=page["next_cursor"])

    def ids_with_prefix(self, prefix):
        return self._call("ids_with_prefix", prefix=prefix)

    def purge(self, execution_id, expected_version):
        return self._call("purge", id=execution_id, version=expected_version)

    def close(self):
        self._process.stdin.close()
        self._process.wait(timeout=30)
