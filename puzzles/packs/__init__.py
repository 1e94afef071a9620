"""Puzzles that are shipped ready, each with its solution, so that a fresh start has some for every day.

A sequence of a kind and grade is only ever appended to: what has a number keeps it.
"""

from __future__ import annotations

from pathlib import Path

from puzzles.packs.reader import Entry, Packs

__all__ = ["FOLDER", "Entry", "entries", "entry", "first_day", "packed", "place", "size"]

FOLDER = Path(__file__).parent
_SHIPPED = Packs(FOLDER)

first_day = _SHIPPED.first_day
packed = _SHIPPED.packed
size = _SHIPPED.size
entry = _SHIPPED.entry
entries = _SHIPPED.entries
place = _SHIPPED.place
