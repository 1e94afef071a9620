"""Puzzles that come to the bank one by one: made for who asked, or by lineworks bank."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection

from api.bank.dailies import today
from api.store import bank
from api.store.bank import Entry
from api.store.database import Database
from puzzles import packs


def entry_of(generated: dict[str, Any]) -> Entry:
    """What a worker's answer to generate adds to the bank."""
    return Entry(generated["record"], generated["solution"], generated["score"])


def remember(database: Database, entry: Entry) -> None:
    """Its address must be answered from now on."""
    now = time.time()
    with database.writing() as c:
        bank.add(c, entry, "made", now)
        show(c, entry.record["id"], now)


def show(c: Connection, puzzle_id: str, now: float) -> None:
    """From now on anybody may see it, unless it is kept for a daily: of those in stock the store knows."""
    if not is_reserved(puzzle_id):
        bank.show(c, puzzle_id, now)


def is_reserved(puzzle_id: str) -> bool:
    """Whether it is a daily to come, of a pack."""
    number = number_of(puzzle_id)
    return number is not None and number > (today() - packs.first_day()).days


def number_of(puzzle_id: str) -> int | None:
    """In which place it stands in its pack, and so on which day it is the daily; None for one of no pack."""
    place = packs.place(puzzle_id)
    return None if place is None else place[2]
