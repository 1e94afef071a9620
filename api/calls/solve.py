"""The call solve: finds a solution of a puzzle, or that there is none, or that time ran out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from api.calls.answer_texts import present_reason
from api.calls.call import Body, Caching, Call, Json, Kind, Progress
from api.calls.common_shapes import (
    DEFAULT_SECONDS,
    DEFAULT_TIME,
    INTEGER_OR_NULL,
    SEED,
    TEXT,
    TEXT_OR_NULL,
    TIME,
    YES_NO,
    described,
    object_schema,
    reference,
)
from api.calls.engines import solvers_of
from api.calls.examples import example_entry
from api.calls.progress import PROGRESS, has_progress, progress_in
from api.calls.puzzle_documents import PUZZLE, Subject
from api.problem_documents import Refused
from puzzles.errors import Problem
from puzzles.json_shapes import Boolean, Choice, Described, ObjectShape
from solvers import verified
from solvers.errors import WrongAnswer
from solvers.protocol import Continuation, Goal, Limits, Stop, ValuedMove

# Reasons that say why the work ended, and nothing about the puzzle.
STOP_REASONS = ("time", "memory", "size")
# Every turn with its value, or why they are not known; None where they were not requested.
ValuedMoves = Sequence[ValuedMove] | Stop | None


@dataclass(frozen=True)
class Answer:
    """The verified outcome for a puzzle; `moves` where every turn was to be valued as well."""

    subject: Subject
    outcome: verified.VerifiedOutcome[Any]
    moves: ValuedMoves = None

    def to_json(self) -> Json:
        answer = self.outcome.to_json(self.subject.kind)
        if self.moves is not None:
            are_known = not isinstance(self.moves, str)
            answer["moves"] = [move.to_json() for move in self.moves] if are_known else None  # type: ignore[union-attr]
        return answer


def solve(
    subject: Subject,
    goal: Goal = "any",
    seconds: float = DEFAULT_SECONDS,
    seed: int = 0,
    engine: str | None = None,
    moves: bool = False,
    progress: Any | None = None,
) -> Answer:
    """Solves a puzzle and verifies the answer.

    moves     every turn with its value as well
    progress  a partial solution, which the solution must continue; None where there is none"""
    solvers = solvers_of(subject.kind.id, engine, continuing=progress is not None)
    if moves:
        _require_values(subject.kind)
    limits = Limits(seconds=seconds, seed=seed)
    clock = limits.start()
    if progress is None:
        outcome = verified.solve(subject.kind, solvers, subject.puzzle, goal, limits, engine)
    else:
        continuation = Continuation(subject.puzzle, progress)
        outcome = verified.continue_solution(subject.kind, solvers, continuation, goal, limits, engine)
    if not moves or solvers.valued is None:
        return Answer(subject, outcome)
    remaining = replace(limits, seconds=clock.left())
    return Answer(subject, outcome, solvers.valued.moves(engine, subject.puzzle, remaining, progress))


def _require_values(kind: Kind) -> None:
    if not kind.facts.valued:
        raise Refused([Problem("/moves", f"puzzles of {kind.id} have no values to list")])


def _work(body: Body, _: Progress) -> Answer:
    goal, seconds, seed = body["goal"], body["seconds"], body["seed"]
    return solve(body["puzzle"], goal, seconds, seed, moves=body["moves"], progress=progress_in(body))


def _check(body: Body) -> None:
    if body["moves"]:
        _require_values(body["puzzle"].kind)
    progress_in(body)


def _unfinished(body: Body, reason: str) -> Answer:
    unknown = verified.VerifiedOutcome[Any]("unknown", None, None, None, False, "none", 0.0, reason)
    return Answer(body["puzzle"], unknown)


def _is_final(_: Body, answer: Json) -> bool:
    return bool(answer["proven"]) and answer.get("moves", ()) is not None


def _serves_twins(body: Body) -> bool:
    """Values of moves and partial solutions are in the puzzle's own terms, and are not mapped to twins."""
    return not (body["moves"] or has_progress(body))


def _map_solution(kind: Kind, answer: Json, change: Callable[[Any], Any]) -> Json:
    if answer.get("solution") is None:
        return answer
    solution = change(kind.parse_solution(answer["solution"]))
    return answer | {"solution": kind.serialise_solution(solution)}


def _still_holds(subject: Subject, answer: Json, same_puzzle: bool) -> bool:
    if not reason_holds(answer, same_puzzle):
        return False
    if answer.get("solution") is not None:
        solution = subject.kind.parse_solution(answer["solution"])
        broken = subject.kind.verify(subject.puzzle, solution)
        if broken or subject.kind.score(subject.puzzle, solution) != answer["score"]:
            raise WrongAnswer("a cached solution breaks a rule or has another score")
    return True


def reason_holds(answer: Json, same_puzzle: bool) -> bool:
    """Whether the reason of an answer holds for the puzzle: words about its cells or cards fit no twin."""
    return same_puzzle or answer.get("reason") in (None, *STOP_REASONS)


SOLVE = Call(
    name="solve",
    summary="Solve a puzzle: a solution, `impossible`, or `unknown` if the time ran out.",
    body=ObjectShape(
        {
            "puzzle": PUZZLE,
            "goal": Described(
                Choice(("any", "best")), "Whether any solution will do, or the score is to be the greatest."
            ),
            **TIME,
            "seed": Described(SEED, "The seed of the engine. It never changes what is true of a puzzle."),
            "moves": Described(
                Boolean(), "Whether to list every move with its value; only for kinds whose puzzles have one."
            ),
            **PROGRESS,
        },
        {"goal": "any", **DEFAULT_TIME, "seed": 0, "moves": False},
        optional=tuple(PROGRESS),
    ),
    work=_work,
    answer_schema=object_schema(
        {
            "status": described(
                {"enum": ["solved", "impossible", "unknown"]},
                "Whether a solution was found, there is none, or the time ran out.",
            ),
            "solution": described(
                {"anyOf": [{"type": "null"}, reference("solution")]},
                "The solution; null where none was found.",
            ),
            "score": described(INTEGER_OR_NULL, "Its score; null for kinds without one."),
            "bound": described(INTEGER_OR_NULL, "The score that no solution exceeds, where that is known."),
            "proven": described(
                YES_NO,
                "Whether the answer is proved: the status and, for `best`, the score as well.",
            ),
            "engine": described(TEXT, "What found the answer.", "search"),
            "seconds": described({"type": "number", "minimum": 0}, "How long that took."),
            "reason": described(TEXT_OR_NULL, "Why the puzzle is impossible, or why the work ended early."),
            "value": described(
                INTEGER_OR_NULL, "The margin that the player to move can force; only for kinds with values."
            ),
            "moves": described(
                {"type": ["array", "null"], "items": {"type": "object"}},
                "Every different result of a move with its value, best first; null if not known in time.",
            ),
        },
        optional=("value", "moves"),
    ),
    example=lambda: {"puzzle": example_entry().record["puzzle"]},
    check=_check,
    unfinished=_unfinished,
    present=present_reason,
    caching=Caching(
        is_final=_is_final,
        serves_twins=_serves_twins,
        map_solution=_map_solution,
        still_holds=_still_holds,
    ),
)
