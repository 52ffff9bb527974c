"""Lets harel and the Java store advance one file in turns: exchange.py FOLDER PREFIX SEED STEPS BRIDGE-COMMAND…

PREFIX is "-" for the releases of harel that have none. After each step both must read the same of everything.
"""

import inspect
import pathlib
import random
import sys

from bridge import BridgeStore
from harel.engine.execution import Execution, Status
from harel.engine.store import SqliteStore, StoreConflict, TimerOp
from harel.spec.states import Event

IDS = ["a", "b:1", "ñ😀", "%_"]
TEXTS = ["", "x", "é😀", '"\\/\t\x01', "\u2028", "nul\x00"]


def value(rnd, depth=0):
    kind = rnd.randrange(9 if depth < 3 else 7)
    if kind == 0:
        return rnd.randrange(-(2**31), 2**31)
    if kind == 1:
        return rnd.randrange(-(2**90), 2**90)
    if kind == 2:
        return rnd.uniform(-1e6, 1e6)
    if kind == 3:
        return float(rnd.randrange(100))
    if kind == 4:
        return rnd.choice(TEXTS)
    if kind == 5:
        return rnd.choice([None, True, False])
    if kind == 6:
        return rnd.choice([1e16, 1e-7, 5e-324, -0.0, 0.1 + 0.2])
    if kind == 7:
        return [value(rnd, depth + 1) for _ in range(rnd.randrange(3))]
    return data(rnd, depth + 1)


def data(rnd, depth=0):
    return {rnd.choice(TEXTS) + str(i): value(rnd, depth) for i in range(rnd.randrange(4))}


def advance(rnd, store):
    exe = store.load(rnd.choice(IDS)) or Execution(id=rnd.choice(IDS), definition_id="d")
    exe.context = data(rnd)
    exe.status = rnd.choice(list(Status))
    exe.history = {"": rnd.choice(["A", "B"])}
    if rnd.random() < 0.3:
        exe.deferred = [Event(kind="Held", data=data(rnd))]
    try:
        store.commit(
            exe,
            [(rnd.choice([None, *IDS]), Event(kind="K", data=data(rnd))) for _ in range(rnd.randrange(3))],
            processed_event_id=rnd.choice([None, f"e{rnd.randrange(20)}"]),
            timers=[
                TimerOp("schedule", f"T{rnd.randrange(3)}", rnd.uniform(-10, 10))
                if rnd.random() < 0.7
                else TimerOp("cancel", f"T{rnd.randrange(3)}", 0.0)
                for _ in range(rnd.randrange(3))
            ],
            spawns=[("c", "R", {**data(rnd), **rnd.choice([{}, {"__invoke_fqn__": "acme.m"}])})]
            if rnd.random() < 0.3
            else [],
            trace={"event_kind": "K", "context_out": data(rnd)} if rnd.random() < 0.5 else None,
        )
    except StoreConflict:
        pass  # a new execution whose id is taken


def acknowledge(rnd, store):
    for entries, ack in ((store.pending_outbox(), store.ack_outbox), (store.pending_spawns(), store.ack_spawn)):
        if entries:
            ack(rnd.choice(entries).seq)
    for timer in store.due_timers(0.0)[:1]:
        store.delete_timer(*timer)


def everything(store):
    return {
        "executions": [exe.model_dump() if exe else None for exe in map(store.load, IDS)],
        "processed": [[store.is_processed(i, f"e{n}") for n in range(20)] for i in IDS],
        "outbox": [(e.seq, e.target_id, e.event.model_dump()) for e in store.pending_outbox()],
        "spawns": [
            (s.seq, s.parent_id, s.child_id, s.root_path, repr(s.context)) for s in store.pending_spawns()
        ],
        "timers": sorted(store.due_timers(1e9)),
        "traces": [repr([sorted(entry.items()) for entry in store.read_trace(i)]) for i in IDS],
        "list": [item.model_dump() for item in store.list_executions().items],
    }


def main():
    folder, prefix, seed, steps, command = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
    rnd = random.Random(seed)
    path = pathlib.Path(folder) / f"exchange-{prefix}.db"
    known = inspect.signature(SqliteStore.__init__).parameters
    python = SqliteStore(str(path), prefix=prefix) if "prefix" in known else SqliteStore(str(path))
    java = BridgeStore(command, path, None if prefix == "-" else prefix)
    for step in range(steps):
        store = rnd.choice([python, java])
        (acknowledge if rnd.random() < 0.2 else advance)(rnd, store)
        mine, other = everything(python), everything(java)
        for part in mine:
            assert mine[part] == other[part], f"seed {seed}, step {step}, {part}:\n{mine[part]}\n{other[part]}"
            assert repr(mine[part]) == repr(other[part]), f"seed {seed}, step {step}, {part}: kinds of numbers"
    python.close()
    java.close()
    print(f"{steps} steps with seed {seed}: both read the same at each")


main()
