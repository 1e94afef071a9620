"""Puzzles that are shipped ready, each with its solution, so that a fresh start has some for every day.

Puzzles are only ever appended to a pack, so each keeps its number.
"""

from __future__ import annotations

from pathlib import Path

from puzzles.packs.reader import PackEntry, Packs

__all__ = ["FOLDER", "PackEntry", "entries", "entry", "first_day", "grades_by_kind", "locate", "size"]

FOLDER = Path(__file__).parent
_SHIPPED = Packs(FOLDER)

first_day = _SHIPPED.first_day
grades_by_kind = _SHIPPED.grades_by_kind
size = _SHIPPED.size
entry = _SHIPPED.entry
entries = _SHIPPED.entries
locate = _SHIPPED.locate
