"""Adds single puzzles to the bank: those generated on request."""

from __future__ import annotations

import time
from typing import Any

from api.bank import visibility
from api.store import bank
from api.store.bank import NewPuzzle
from api.store.database import Database


def new_puzzle_of(generated: dict[str, Any]) -> NewPuzzle:
    """Returns the puzzle that a worker's answer to generate adds to the bank."""
    return NewPuzzle(generated["record"], generated["solution"], generated["score"])


def add_generated(database: Database, new_puzzle: NewPuzzle) -> None:
    """Adds a generated puzzle, and makes it visible unless it is reserved."""
    now = time.time()
    with database.writing() as c:
        bank.add(c, new_puzzle, "made", now)
        visibility.make_visible(c, new_puzzle.record["id"], now)
