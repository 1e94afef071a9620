"""The options of co-operative deals."""

from __future__ import annotations

from typing import Any

from puzzles.end_of_line.coop_puzzle import MIN_PLAYERS
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Described, Integer, ObjectShape

MIN_SIDE, MAX_SIDE, MAX_CELLS, MAX_PLAYERS, MAX_BLOCKED, MAX_ENERGY = 4, 6, 25, 3, 4, 2


class CoopOptions:
    """The options `rows`, `cols`, `blocked` (how many cells), `players` and `energy` (of each player)."""

    _shape = ObjectShape(
        {
            "rows": Described(
                Integer(MIN_SIDE, MAX_SIDE), f"rows of the board; at most {MAX_CELLS} cells in all"
            ),
            "cols": Described(
                Integer(MIN_SIDE, MAX_SIDE), f"columns of the board; at most {MAX_CELLS} cells in all"
            ),
            "blocked": Described(Integer(0, MAX_BLOCKED), "blocked cells"),
            "players": Described(Integer(MIN_PLAYERS, MAX_PLAYERS), "players"),
            "energy": Described(Integer(0, MAX_ENERGY), "points of energy of each player"),
        },
        {"rows": 4, "cols": 4, "blocked": 1, "players": 2, "energy": 1},
        what="an object with rows, cols, blocked, players and energy",
    )

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        options = self._shape.read(value, at)
        cells = options["rows"] * options["cols"]
        if cells > MAX_CELLS:
            detail = f"expected rows and cols of a board of at most {MAX_CELLS} cells, got {cells}"
            raise BadInput([Problem(f"{at}/rows", detail)])
        return options

    def schema(self) -> dict[str, Any]:
        return self._shape.schema()

    def max_bytes(self) -> int:
        return self._shape.max_bytes()
