"""Runs harel's own contract checks for stores on the Java store: contracts.py FOLDER BRIDGE-COMMAND…"""

import pathlib
import sys

from bridge import BridgeStore
from harel.testing import assert_listing_contract, assert_outbox_contract, assert_purge_contract

folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
for check in (
    lambda store: assert_listing_contract(store, ordered=True),
    assert_outbox_contract,
    assert_purge_contract,
):
    store = BridgeStore(command, folder / "contracts.db", "harel")
    check(store)
    store.close()
print("listing, outbox and purge: the contracts hold")
