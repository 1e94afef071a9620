"""Adds single puzzles to the bank: those generated on request."""

from __future__ import annotations

import time
from typing import Any

from api.bank import visibility
from api.store import bank
from api.store.bank import Entry
from api.store.database import Database


def entry_of(generated: dict[str, Any]) -> Entry:
    """Returns the entry that a worker's answer to generate adds to the bank."""
    return Entry(generated["record"], generated["solution"], generated["score"])


def add_generated(database: Database, entry: Entry) -> None:
    """Adds a generated puzzle, and makes it visible unless it is reserved."""
    now = time.time()
    with database.writing() as c:
        bank.add(c, entry, "made", now)
        visibility.make_visible(c, entry.record["id"], now)
