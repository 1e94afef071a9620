"""Turns of Linja, and their moves, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Choice, Described, Integer, ObjectShape, Optional
from puzzles.linja.board import PLAYERS
from puzzles.linja.turns import PASS, Extra, Turn

PASS_WORD = "pass"
FROM = ObjectShape(
    {"from": Described(Integer(), "The row from which the piece moves, 0 to 7 for both players.", 0)},
    what="an object with from",
)
EXTRA = ObjectShape(
    {
        "piece": Described(Choice(PLAYERS), "Whose piece it is."),
        "from": Described(Integer(), "The row from which it moves.", 1),
        "to": Described(Integer(), "The row to which it moves, one above or below.", 2),
    },
    what="an object with piece, from and to",
)
_TURN = ObjectShape(
    {
        "initial": Described(FROM, "The initial move: a piece of one's own, by one row."),
        "second": Described(Optional(FROM), "The second move; null where there is none."),
        "extra": Described(Optional(EXTRA), "The extra move, where one is earned; null to make none."),
    },
    {"second": None, "extra": None},
    what=f'"{PASS_WORD}" or an object with initial, second and extra',
)


@dataclass(frozen=True)
class TurnShape:
    """A turn as JSON."""

    def read(self, value: object, at: str = "") -> Turn:
        if value == PASS_WORD:
            return PASS
        moves = _TURN.read(value, at)
        second, extra = moves["second"], moves["extra"]
        return Turn(
            moves["initial"]["from"],
            second and second["from"],
            extra and extra_of(extra),
        )

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [{"const": PASS_WORD}, _TURN.schema()]}

    def max_bytes(self) -> int:
        return _TURN.max_bytes()


_TURN_BEGUN = replace(_TURN, optional=("initial",), what=f'"{PASS_WORD}" or an object with initial')


@dataclass(frozen=True)
class TurnBegunShape:
    """The first moves of a turn as JSON: all of them, some or none. None stands for no move at all."""

    def read(self, value: object, at: str = "") -> Turn | None:
        if value == PASS_WORD:
            return PASS
        moves = _TURN_BEGUN.read(value, at)
        second, extra = moves["second"], moves["extra"]
        if "initial" in moves:
            return Turn(moves["initial"]["from"], second and second["from"], extra and extra_of(extra))
        if second is None and extra is None:
            return None
        raise BadInput([Problem(f"{at}/initial", "missing")])

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [{"const": PASS_WORD}, _TURN_BEGUN.schema()]}

    def max_bytes(self) -> int:
        return _TURN_BEGUN.max_bytes()


def write_turn(turn: Turn) -> Any:
    """A turn as JSON."""
    if turn.initial is None:
        return PASS_WORD
    extra = turn.extra
    return {
        "initial": {"from": turn.initial},
        "second": None if turn.second is None else {"from": turn.second},
        "extra": None if extra is None else write_extra(extra),
    }


def extra_of(fields: Mapping[str, Any]) -> Extra:
    """The extra move that EXTRA has read."""
    return Extra(fields["piece"], fields["from"], fields["to"])


def write_extra(extra: Extra) -> dict[str, Any]:
    return {"piece": extra.owner, "from": extra.start, "to": extra.end}
