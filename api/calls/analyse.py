"""The call analyse: every turn in a position of a game, with its value and how hard it is to answer.

Its answers are not cached: from a table they take milliseconds, and what ran out of time while a part of
the table was built may be known soon after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from api.calls.answer_texts import present_reason
from api.calls.call import Body, Call, Json, Progress
from api.calls.common_shapes import (
    DEFAULT_SECONDS,
    DEFAULT_TIME,
    INTEGER_OR_NULL,
    TEXT_OR_NULL,
    TIME,
    described,
    object_schema,
)
from api.calls.engines import solvers_of
from api.calls.examples import example_request
from api.calls.puzzle_documents import PUZZLE, Subject
from api.calls.reply import is_game, refuse_other_kinds
from puzzles.json_shapes import ObjectShape
from puzzles.texts import Phrase
from puzzles.texts.stored import store_text
from solvers.protocol import Limits, ValuedMove


@dataclass(frozen=True)
class Analysis:
    """Every turn, best first; or why their values are not known, in words or as the reason of a limit."""

    moves: Sequence[ValuedMove] | Phrase | str

    def to_json(self) -> Json:
        if isinstance(self.moves, Phrase | str):
            return {"moves": None, "reason": store_text(self.moves)}
        return {"moves": [move.to_json() for move in self.moves], "reason": None}


def analyse(subject: Subject, seconds: float = DEFAULT_SECONDS) -> Analysis:
    """Values every turn of the player to move."""
    analyst = solvers_of(subject.kind.id).analyst
    if analyst is None:
        raise ValueError(f"nobody analyses {subject.kind.id}")
    return Analysis(analyst.load().moves(subject.puzzle, Limits(seconds=seconds)))


def _work(body: Body, _: Progress) -> Analysis:
    return analyse(body["puzzle"], body["seconds"])


_FIELDS: Json = {
    "turn": described({}, "The turn, as the solution of a puzzle has it."),
    "value": described({"type": "integer"}, "What it keeps for the player who makes it, such as a margin."),
    "answers": described(
        INTEGER_OR_NULL, "To how many different positions the opponent's turns then lead; null if unknown."
    ),
    "keeping": described(
        INTEGER_OR_NULL, "How many of these give away nothing: where they are few, the turn is a trap."
    ),
}
# Besides these, each move has the position after it, as the puzzle has positions.
_MOVE: Json = {"type": "object", "properties": _FIELDS, "required": list(_FIELDS)}

ANALYSE = Call(
    name="analyse",
    summary="Analyse a position of a game: all turns, their values, and how many answers keep them.",
    body=ObjectShape({"puzzle": PUZZLE, **TIME}, DEFAULT_TIME),
    work=_work,
    answer_schema=object_schema(
        {
            "moves": {
                "anyOf": [{"type": "array", "items": _MOVE}, {"type": "null"}],
                "description": "Every different result of a turn, best first; none when the game is "
                "over, null where values are not known.",
            },
            "reason": described(TEXT_OR_NULL, "Why values are not known, and what would help."),
        }
    ),
    example=lambda: example_request("analyse"),
    check=refuse_other_kinds,
    is_for=is_game,
    unfinished=lambda _body, reason: Analysis(reason),
    present=present_reason,
)
