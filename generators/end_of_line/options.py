"""What the generators of END OF LINE share: options, areas, decks."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generators.errors import NoneFound
from generators.protocol import Spec
from puzzles.end_of_line.board import Area, Start
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Described, Integer, ObjectShape, Shape
from puzzles.plural import plural

MIN_SIDE, MAX_SIDE, MAX_BLOCKED = 4, 8, 12
# Where more than one cell in four is blocked, lines are too rare.
BLOCKED_EVERY = 4


@dataclass(frozen=True)
class AreaOptions:
    """The options `rows`, `cols` and `blocked` (how many cells), and what else a kind has.

    side, blocked    the defaults
    max_cells        the most cells of the whole board
    more, defaults   the other options
    """

    blocked: int
    side: int = 5
    max_cells: int = MAX_SIDE * MAX_SIDE
    more: Mapping[str, Shape[Any]] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def _shape(self) -> ObjectShape:
        side: Shape[int] = Integer(MIN_SIDE, MAX_SIDE)
        limit = f"; at most {self.max_cells} cells in all" if self.max_cells < MAX_SIDE * MAX_SIDE else ""
        blocked = Described(Integer(0, MAX_BLOCKED), "blocked cells; at most a quarter of all")
        fields = {
            "rows": Described(side, f"rows of the board{limit}"),
            "cols": Described(side, f"columns of the board{limit}"),
            "blocked": blocked,
            **self.more,
        }
        *names, last = fields
        return ObjectShape(
            fields,
            {"rows": self.side, "cols": self.side, "blocked": self.blocked, **self.defaults},
            what=f"an object with {', '.join(names)} and {last}",
        )

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        options = self._shape().read(value, at)
        cells = options["rows"] * options["cols"]
        if cells > self.max_cells:
            detail = f"expected rows and cols of a board of at most {self.max_cells} cells, got {cells}"
            raise BadInput([Problem(f"{at}/rows", detail)])
        max_blocked = cells // BLOCKED_EVERY
        if options["blocked"] > max_blocked:
            board = f"{options['rows']}x{options['cols']} board"
            detail = f"expected at most {max_blocked} on a {board}, got {options['blocked']}"
            raise BadInput([Problem(f"{at}/blocked", detail)])
        return options

    def schema(self) -> dict[str, Any]:
        return self._shape().schema()

    def max_bytes(self) -> int:
        return self._shape().max_bytes()


def random_area(options: Mapping[str, int], rng: random.Random) -> Area:
    """Returns an area with the start card in the middle, heading north, and random blocked cells."""
    rows, cols = options["rows"], options["cols"]
    start = Start((rows // 2, cols // 2), "N")
    cells = [(r, c) for r in range(rows) for c in range(cols) if (r, c) != start.cell]
    return Area(rows, cols, start, tuple(sorted(rng.sample(cells, options["blocked"]))))


def shuffled_deck(counts: Mapping[str, int], need: int, rng: random.Random) -> list[str]:
    """Shuffles together as many decks as are needed for `need` cards."""
    decks = math.ceil(need / sum(counts.values()))
    deck = [card for card, n in counts.items() for _ in range(n * decks)]
    rng.shuffle(deck)
    return deck


def none_found(kind: str, spec: Spec, attempts: int) -> NoneFound:
    rows, cols, blocked = (spec.options[name] for name in ("rows", "cols", "blocked"))
    what = f"{spec.grade} {kind} puzzle of {rows}x{cols} cells with {plural(blocked, 'blocked cell')}"
    return NoneFound(f"found no {what} in {attempts} attempts")
