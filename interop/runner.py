"""Lets harel run whole machines on the Java store, and compares them with its own: runner.py FOLDER BRIDGE-COMMAND…"""

import pathlib
import sys

from bridge import BridgeStore
from harel import DictStore, DurableRunner, Event, definition_from_dsl

SOURCE = """
event Place {}
event Go {}
event Timeout {}

machine order {
  initial Cart
  state Cart { timeout 10 }
  orthogonal Fulfil {
    state Pack {
      initial Packing
      state Packing {}
      final Packed success
      from Packing to Packed on Go
    }
    state Bill {
      initial Billing
      state Billing {}
      final Billed success
      from Billing to Billed on Go
    }
  }
  final Shipped success
  final Expired cancelled

  from Cart to Fulfil on Place
  from Cart to Expired on Timeout
  from Fulfil to Shipped
}
"""


def state(exe):
    fields = exe.model_dump()
    for time in ("created_at", "updated_at", "finished_at", "expires_at"):
        fields.pop(time, None)
    return fields


def run(store):
    now = [100.0]
    definition = definition_from_dsl(SOURCE, "order")
    runner = DurableRunner(store, {definition.id: definition}, clock=lambda: now[0], trace=True, execution="inline")
    seen = []

    def see(*ids):
        seen.extend(state(store.load(i)) for i in ids)
        seen.append((store.due_timers(1e9), len(store.pending_outbox()), len(store.pending_spawns())))

    runner.create(definition.id, {"total": 49.9}, "o1")
    see("o1")
    runner.process("o1", Event(id="e1", kind="Place"))
    see("o1", "o1:Fulfil.Pack:0", "o1:Fulfil.Bill:0")
    runner.process("o1", Event(id="e2", kind="Go"))
    runner.recover(definition.id)
    see("o1", "o1:Fulfil.Pack:0", "o1:Fulfil.Bill:0")
    runner.process("o1", Event(id="e2", kind="Go"))
    see("o1")
    runner.create(definition.id, {}, "o2")
    now[0] = 111.0
    seen.append(runner.fire_due_timers())
    see("o2")
    seen.append([[e["event_kind"], e["from_path"], e["to_path"]] for e in store.read_trace("o1")])
    return seen


folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
java = BridgeStore(command, folder / "runner.db", "harel")
expected, actual = run(DictStore()), run(java)
java.close()
assert expected[-1], "the machine was traced"
for theirs, ours in zip(expected, actual, strict=True):
    assert theirs == ours, f"{theirs}\n{ours}"
assert any(isinstance(s, dict) and s["status"].value == "DONE" for s in actual), "the machine reached its end"
print(f"{len(actual)} observations of whole machines are the same")
