"""The largest puzzles and solutions of every kind that readers take.

A kind without an entry here fails tests/puzzles/test_sizes.py by name.
"""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]

_CELLS = [[row, col] for row in range(19, -1, -1) for col in range(19, -1, -1)]
_START = {"cell": [0, 0], "heading": "N"}
_AREA: Document = {"rows": 20, "cols": 20, "start": _START}
_FREE = [cell for cell in _CELLS if cell != _START["cell"]]
# Solutions may name cells that are on no board.
_FAR = -(10**18)
_PLACED = {"card": "LSR0", "cell": [_FAR, _FAR]}

_TUBES = [["yellow", f"{side}{n}", f"{'SW'['NE'.index(side)]}{n}"] for side in "NE" for n in range(3)]
_NAMES = [f"{n:02}".ljust(200, "x") for n in range(60)]
_CARDS = [{"id": name, "tubes": _TUBES} for name in _NAMES]
_LAYOUT = [{"card": name, "row": _FAR, "col": _FAR + i, "turned": False} for i, name in enumerate(_NAMES)]
_LINE = {
    "layout": _LAYOUT,
    "line": [{"card": name, "tube": _FAR} for name in _NAMES for _ in range(6)],
}

PUZZLES: dict[str, Document] = {
    "end_of_line.solo": {**_AREA, "blocked": _FREE, "deck": ["LSR0"] * 400, "energy": 9},
    "end_of_line.classic": {**_AREA, "blocked": _FREE, "deck": ["LSR0"] * 400, "energy": 9},
    "end_of_line.cover": {
        **_AREA,
        "blocked": [],
        "tray": dict.fromkeys(("S", "L", "R", "LS", "SR", "LR", "LSR"), 0) | {"LSR0": 400},
        "givens": [{"cell": cell, "card": "LSR0", "heading": "N"} for cell in _FREE],
    },
    "light_line.solo": {"cards": _CARDS},
    "light_line.longest": {"cards": _CARDS},
    "light_line.head": {"cards": _CARDS, "length": 10**19},
    "light_line.place": {
        "layout": [
            {**placed_card, "card": card} for placed_card, card in zip(_LAYOUT[1:], _CARDS[1:], strict=True)
        ],
        "card": _CARDS[0],
    },
    "linja.endgame": {
        "A": [0, 0, 0, 0, 0, 0, 1, 11],
        "B": [11, 1, 0, 0, 0, 0, 0, 0],
        "to_move": "A",
        "goal": "margin",
        "extra_move": "own",
        "negatives": False,
    },
}
SOLUTIONS: dict[str, Document] = {
    "end_of_line.solo": {"rounds": [{"energy": "extra_gas", "cards": [_PLACED] * 2}] * 200},
    "end_of_line.classic": {"actions": [{"do": "recover", "cell": [_FAR, _FAR], "reverse": False}] * 800},
    "end_of_line.cover": {"line": [_PLACED] * 400},
    "light_line.solo": _LINE,
    "light_line.longest": _LINE,
    "light_line.head": _LINE,
    "light_line.place": {"row": _FAR, "col": _FAR, "turned": False},
    "linja.endgame": {
        "turn": {
            "initial": {"from": _FAR},
            "second": {"from": _FAR},
            "extra": {"piece": "A", "from": _FAR, "to": _FAR},
        }
    },
}


def largest_puzzle(kind: str) -> Document:
    return {"kind": kind, **PUZZLES[kind]}
