"""Plays by the rules in Python, move by move, with which those in JavaScript are compared."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from puzzles.kind import PuzzleKind
from puzzles.play import Outcome
from puzzles.registry import kind_named
from puzzles.texts import BoardCell, Part, Phrase
from tests.api.web.page.vector_puzzles import random_puzzle

Document = dict[str, Any]


@dataclass(frozen=True)
class PlayVector:
    """A play: its puzzle, the numbers of the moves that are made, and all that is known of its positions."""

    kind: str
    puzzle: Document
    choices: Sequence[int]
    trace: Sequence[Document]

    @property
    def request(self) -> Document:
        """What the rules in JavaScript need to play the same."""
        return {"puzzle": self.puzzle, "choices": self.choices}

    @property
    def digest(self) -> str:
        text = json.dumps(self.trace, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()


# Several tests use the first plays of each kind.
@lru_cache(1000)
def random_play(kind_id: str, seed: int) -> PlayVector:
    """A play that follows the plan of its puzzle, mostly nearly to its end, and then goes astray."""
    rng = random.Random(f"{kind_id} {seed}")
    kind, planned = kind_named(kind_id), random_puzzle(kind_id, rng)
    puzzle = kind.parse(planned.document)
    plan = list(planned.plan)
    if rng.random() < 0.7:
        del plan[max(0, len(plan) - rng.choice((0, 1, 2, 3, 5, 8, len(plan)))) :]
    position, choices, trace = kind.play.begin(puzzle), list[int](), list[Document]()
    while True:
        moves = kind.play.moves(position)
        documents = [kind.play.serialise_move(move) for move in moves]
        chosen = _choose(rng, documents, plan) if moves else None
        trace.append(_step(kind, position, moves, documents, chosen))
        if chosen is None:
            return PlayVector(kind_id, kind.serialise(puzzle), choices, trace)
        choices.append(chosen)
        position = kind.play.after(position, moves[chosen])


def _choose(rng: random.Random, documents: list[Document], plan: list[Document]) -> int:
    """The number of the move that the plan has next, or of any."""
    if plan:
        for i, document in enumerate(documents):
            if plan[0].items() <= document.items():
                del plan[0]
                return i
    return rng.randrange(len(documents))


def _step(
    kind: PuzzleKind[Any, Any],
    position: Any,
    moves: Sequence[Any],
    documents: list[Document],
    chosen: int | None,
) -> Document:
    """Returns what is known of a position, and the move made there in words."""
    play, solution = kind.play, kind.play.solution(position)
    outcome = play.outcome(position)
    return {
        "player": play.player(position),
        "moves": documents,
        "notations": [play.notation(position, move) for move in moves],
        "description": None if chosen is None else part_json(play.describe(position, moves[chosen])),
        "solution": None if solution is None else kind.serialise_solution(solution),
        "outcome": None if outcome is None else _outcome_json(outcome),
    }


def _outcome_json(outcome: Outcome) -> Document:
    reason = None if outcome.reason is None else part_json(outcome.reason)
    return {"solved": outcome.solved, "score": outcome.score, "reason": reason}


def part_json(part: Part) -> Any:
    """A phrase, or a part of one, as the pages have it."""
    if isinstance(part, Phrase):
        return {"key": part.key, "parts": {name: part_json(value) for name, value in part.parts.items()}}
    if isinstance(part, BoardCell):
        return {"row": part.row, "col": part.col}
    return [part_json(item) for item in part] if isinstance(part, tuple) else part


def first_difference(expected: Any, actual: Any, at: str = "") -> str | None:
    """Where two JSON values differ first, with both values; None where they are equal."""
    if isinstance(expected, dict) and isinstance(actual, dict) and expected.keys() == actual.keys():
        pairs = [(name, expected[name], actual[name]) for name in expected]
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = list(zip(map(str, range(len(expected))), expected, actual, strict=True))
    else:
        return None if expected == actual else f"{at or '/'}: expected {expected!r}, got {actual!r}"
    differences = (first_difference(one, other, f"{at}/{name}") for name, one, other in pairs)
    return next(filter(None, differences), None)
