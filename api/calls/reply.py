"""The call reply: what the computer plays in a position of a game, at a strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from api.calls.call import Body, Call, Json, Kind, Progress
from api.calls.common_shapes import SEED, described, object_schema, reference
from api.calls.engines import generators_of
from api.calls.examples import example_request
from api.calls.puzzle_documents import PUZZLE, Subject
from api.problem_documents import Refused
from puzzles.errors import Problem
from puzzles.json_shapes import Described, Integer, ObjectShape

WEAKEST, STRONGEST = 1, 5


@dataclass(frozen=True)
class Reply:
    """The turn of the player to move, as a solution of the position; None when the game is over."""

    subject: Subject
    solution: Any | None

    def to_json(self) -> Json:
        if self.solution is None:
            return {"solution": None}
        return {"solution": self.subject.kind.serialise_solution(self.solution)}


def is_game(kind: Kind) -> bool:
    """Whether puzzles of a kind are positions of a game that the computer plays."""
    return kind.facts.is_game


def refuse_other_kinds(body: Body) -> None:
    kind = body["puzzle"].kind
    if not is_game(kind):
        message = f"puzzles of {kind.id} are no positions of a game for two"
        raise Refused([Problem("/puzzle/kind", message)])


def reply(subject: Subject, strength: int, seed: int) -> Reply:
    """Chooses the turn of the player to move."""
    opponent = generators_of(subject.kind.id).opponent
    return Reply(subject, None if opponent is None else opponent.choose(subject.puzzle, strength, seed))


def _work(body: Body, _: Progress) -> Reply:
    return reply(body["puzzle"], body["strength"], body["seed"])


REPLY = Call(
    name="reply",
    summary="Play against the computer: its turn in a position, at a strength.",
    body=ObjectShape(
        {
            "puzzle": PUZZLE,
            "strength": Described(
                Integer(WEAKEST, STRONGEST), "How well the computer plays; 5 makes no mistake that it sees."
            ),
            "seed": Described(SEED, "The same position, strength and seed give the same turn."),
        },
        {"strength": 3, "seed": 0},
    ),
    work=_work,
    answer_schema=object_schema(
        {
            "solution": described(
                {"anyOf": [{"type": "null"}, reference("solution")]},
                "The turn, as a solution of the position; null when the game is over.",
            )
        }
    ),
    example=lambda: example_request("reply"),
    check=refuse_other_kinds,
    is_for=is_game,
    timed=False,
)
