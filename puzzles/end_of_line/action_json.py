"""The actions of a classic solitaire as JSON: of a solution, of a solution begun, and as a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.end_of_line.board import ANY_CELL
from puzzles.end_of_line.classic_puzzle import ACTIONS, Action
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Described, ObjectShape

_PLACING = ObjectShape(
    {
        "do": Described(
            Choice(("place", "recover")),
            "`place` lays the card just drawn, `recover` the top card of the discard pile.",
            "place",
        ),
        "cell": Described(ANY_CELL, "The cell on which the card is laid, as `[row, col]`.", [1, 2]),
        "reverse": Described(
            Boolean(), "Whether a point of energy is spent, and the card continues the last card but one."
        ),
    },
    {"reverse": False},
    what="an action: an object with do",
)
_DISCARD = ObjectShape(
    {"do": Described(Choice(("discard",)), "Puts the card just drawn on the discard pile.", "discard")}
)
_SHAPES: Mapping[object, ObjectShape] = {"place": _PLACING, "recover": _PLACING, "discard": _DISCARD}
_DO = Choice(ACTIONS)


class ActionShape:
    """An action; a card that is discarded has no cell."""

    def read(self, value: object, at: str = "") -> Action:
        if not isinstance(value, dict):
            return Action(**_PLACING.read(value, at))
        if "do" not in value:
            raise BadInput([Problem(f"{at}/do", "missing")])
        return Action(**_SHAPES[_DO.read(value["do"], f"{at}/do")].read(value, at))

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [_PLACING.schema(), _DISCARD.schema()]}

    def max_bytes(self) -> int:
        return max(_PLACING.max_bytes(), _DISCARD.max_bytes())


def write_action(action: Action) -> dict[str, Any]:
    if action.cell is None:
        return {"do": action.do}
    reverse = {"reverse": True} if action.reverse else {}
    return {"do": action.do, "cell": list(action.cell)} | reverse
