"""Puzzles small enough to solve by hand, with their known answers."""

from __future__ import annotations

from typing import Any

_OUTER = [[0, 0], [0, 2], [1, 0], [1, 2], [2, 0], [2, 2]]
_CORRIDOR: dict[str, Any] = {
    "rows": 3,
    "cols": 3,
    "start": {"cell": [2, 1], "heading": "N"},
    "blocked": _OUTER,
}

# A corridor of two cells: one line, straight on.
COVER: dict[str, Any] = {"kind": "end_of_line.cover", **_CORRIDOR, "tray": {"S": 2, "L": 1}}
COVER_LINE = "end_of_line.cover:3x3:B3N:A1,C1,A2,C2,A3,C3:2S,1L:-"
COVER_SOLUTION: dict[str, Any] = {
    "line": [{"cell": [1, 1], "card": "S"}, {"cell": [0, 1], "card": "S"}],
}
# Only left turns: the line runs into a blocked cell.
STUCK: dict[str, Any] = {**COVER, "tray": {"L": 2}}
# A square of four cells, once around in either direction.
TWO_LINES: dict[str, Any] = {
    **COVER,
    "blocked": [[0, 2], [1, 2], [2, 0], [2, 2]],
    "tray": {"LSR": 4},
}
# The corridor once more; an S and all three points of energy are left over.
SOLO: dict[str, Any] = {"kind": "end_of_line.solo", **_CORRIDOR, "deck": ["S", "S", "S"]}
SOLO_SOLUTION: dict[str, Any] = {
    "rounds": [
        {"cards": [{"card": "S", "cell": [1, 1]}]},
        {"cards": [{"card": "S", "cell": [0, 1]}]},
    ]
}
SOLO_SCORE = 4

# The id of COVER.
NAME = "ck9580kz6jg0nbhg"
RECORD: dict[str, Any] = {
    "id": NAME,
    "kind": "end_of_line.cover",
    "grade": "easy",
    "difficulty": 3,
    "seed": 7,
    "generator": "end_of_line.cover/1",
    "puzzle": COVER,
    "url": f"/v1/puzzles/{NAME}",
}

LARGE_COVER: dict[str, Any] = {
    "kind": "end_of_line.cover",
    "rows": 13,
    "cols": 13,
    "tray": {"S": 60, "L": 40, "R": 40, "LS": 12, "SR": 10, "LR": 10, "LSR": 5, "LSR0": 5},
}
# Far too large to be solved or counted before someone loses patience.
ENDLESS: dict[str, Any] = {"kind": "end_of_line.solo", "rows": 20, "cols": 20, "deck": ["LSR"] * 400}
