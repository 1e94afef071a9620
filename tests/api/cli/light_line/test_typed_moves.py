"""Moves of LIGHT-LINE! are typed with the names of places that the drawing shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzles import packs
from tests.api.cli.test_play import play_puzzle
from tests.api.program import write_file

SOLO = packs.entry("light_line.solo", "easy", 0).record
FIRST, SECOND, *_ = (card["id"] for card in SOLO["puzzle"]["cards"])


@pytest.fixture
def solo(tmp_path: Path) -> Path:
    return write_file(tmp_path, "solo.json", dict(SOLO))


@pytest.mark.parametrize(
    ("typed", "described"),
    [
        (f"{SECOND} b1", f"{SECOND} B1  Lay card {SECOND} on B1"),
        (f"{SECOND} B1 turned", f"{SECOND} B1 turned  Lay card {SECOND} on B1, turned"),
        (f"{SECOND} B1 t", f"{SECOND} B1 turned  Lay card {SECOND} on B1, turned"),
        (f"{SECOND} above a1", f"{SECOND} above A1  Lay card {SECOND} above A1"),
        (f"{SECOND} left of A1 t", f"{SECOND} left of A1 turned  Lay card {SECOND} left of A1, turned"),
        (f"{SECOND} 0,1", f"{SECOND} B1  Lay card {SECOND} on B1"),
    ],
)
def test_a_place_by_its_name(solo: Path, typed: str, described: str) -> None:
    out = play_puzzle(solo, f"{FIRST} A1", typed, "quit").stdout
    assert f"> {typed}\n{described}\n" in out


def test_a_placing(tmp_path: Path) -> None:
    record = packs.entry("light_line.place", "easy", 0).record
    out = play_puzzle(write_file(tmp_path, "place.json", dict(record)), "moves", "quit").stdout
    moves = [
        line.partition("  ")[0] for line in out.partition("> moves\n")[2].split("\n") if "  Lay " in line
    ]
    assert moves
    assert all(
        re.fullmatch("((above|left of|above and left of) )?[A-Z][0-9]+( turned)?", move) for move in moves
    )
