"""The calls that can be made over HTTP and as jobs: the shape of each one's body, and what answers it.

A body is read in the process that takes it, so that a bad one costs no solver, and again where it is worked
on: what travels between the two is JSON.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from api.calls import answering
from api.calls.answering import Anything, Subject
from api.problem_documents import Refused
from api.workers.protocol import Progress
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Optional, Record, Shape, Text
from puzzles.kind import PuzzleKind
from puzzles.registry import KINDS

Body = dict[str, Any]
# Seconds for the solution of a puzzle that was made. Its generator has solved it, so it takes far less.
_SOON = 10.0


@dataclass(frozen=True)
class _Solution:
    """Read when its puzzle's kind is known."""

    def read(self, value: object, at: str = "") -> object:
        return value

    def schema(self) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/solution"}


@dataclass(frozen=True)
class _Options:
    """Read by the generator of the kind, where the puzzle is made."""

    def read(self, value: object, at: str = "") -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        return Record({}, what="an object of options").read(value, at)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


_KIND = Choice(tuple(kind.id for kind in KINDS))
_SECONDS: Mapping[str, Shape[Any]] = {"seconds": answering.SECONDS}
_SECONDS_DEFAULT: Mapping[str, object] = {"seconds": answering.DEFAULT_SECONDS}


@dataclass(frozen=True)
class Call:
    """`checked` refuses what the shape lets pass and no solver is needed to see; `work` answers.

    `timed`: the body says its seconds. `kept`: the answer is worth keeping for who asks the same. `stopped`
    is the answer where the work was ended from outside, by the kind and for a reason; None for a call that
    has none. `final`: whether more time could not tell more.
    """

    name: str
    summary: str
    body: Record
    checked: Callable[[Body], None]
    work: Callable[[Body, Progress], dict[str, Any]]
    timed: bool = True
    kept: bool = True
    stopped: Callable[[PuzzleKind[Any, Any], str], dict[str, Any]] | None = None
    final: Callable[[Body, dict[str, Any]], bool] = lambda _body, _answer: True

    def read(self, document: object) -> Body:
        body = self.body.read(document)
        self.checked(body)
        return body


def _solve(body: Body, _: Progress) -> dict[str, Any]:
    return answering.solve(body["puzzle"], body["goal"], body["seconds"], body["seed"], moves=body["moves"])


def _check(body: Body, _: Progress) -> dict[str, Any]:
    return answering.check(body["puzzle"], body["seconds"], body["grade"])


def _count(body: Body, _: Progress) -> dict[str, Any]:
    return answering.count(body["puzzle"], body["cap"], body["seconds"])


def _verify(body: Body, _: Progress) -> dict[str, Any]:
    return answering.verify(body["puzzle"], _solution(body))


def _generate(body: Body, _: Progress) -> dict[str, Any]:
    """The record, and its best solution where that is soon found: both are kept."""
    record = answering.generate(body["kind"], body["grade"], body["seed"], body["options"])
    solved = answering.solve(answering.read_puzzle(record), "best", _SOON)
    found = solved if solved["proven"] else {"solution": None, "score": None}
    return {"record": record, "solution": found["solution"], "score": found["score"]}


def _book(body: Body, progress: Progress) -> dict[str, Any]:
    from api.book.job import printed  # noqa: PLC0415  # what prints is seldom needed, and large

    return printed(body, progress)


def _solution(body: Body) -> Any:
    try:
        return answering.read_solution(body["puzzle"].kind, body["solution"])
    except BadInput as e:
        raise e.under("/solution") from e


def _checked_solve(body: Body) -> None:
    if body["moves"] and not body["puzzle"].kind.facts.valued:
        raise Refused([Problem("/moves", f"{body['puzzle'].kind.id} has no values of moves")])


def _checked_count(body: Body) -> None:
    if answering.counting_of(body["puzzle"].kind.id) is None:
        raise BadInput([Problem("/puzzle/kind", f"{body['puzzle'].kind.id} has no count")])


def _checked_verify(body: Body) -> None:
    _solution(body)


def _checked_generate(body: Body) -> None:
    # So that a repeated attempt, on a job's second worker for one, makes the same puzzle.
    if body.get("seed") is None:
        body["seed"] = int.from_bytes(os.urandom(4), "big")


def _unchecked(body: Body) -> None:
    """The shape says it all."""


def _solve_stopped(kind: PuzzleKind[Any, Any], reason: str) -> dict[str, Any]:
    rest = {"value": None} if kind.facts.valued else {}
    return {"status": "unknown", "solution": None, "score": None, "bound": None, "proven": False,
            "engine": "none", "seconds": 0.0, "reason": reason} | rest  # fmt: skip


def _solve_final(_: Body, answer: dict[str, Any]) -> bool:
    return bool(answer["proven"]) and answer.get("moves", ()) is not None


def _check_final(body: Body, answer: dict[str, Any]) -> bool:
    """Status and best score may be proved, and the rest not have been come to."""
    kind, unique = body["puzzle"].kind, answer["unique"]
    if not answer["proven"] or answer["status"] != "solvable":
        return bool(answer["proven"])
    lacking = kind.facts.unique and unique is False
    graded = not body["grade"] or answer["grade"] is not None or lacking
    return graded and (unique is not None or not answering.counts_all(kind.id))


def _count_final(_: Body, answer: dict[str, Any]) -> bool:
    return bool(answer["exact"])


def _check_stopped(_: PuzzleKind[Any, Any], reason: str) -> dict[str, Any]:
    return {"status": "unknown", "unique": None, "best_score": None, "grade": None, "difficulty": None,
            "proven": False, "reason": reason}  # fmt: skip


def _count_stopped(_: PuzzleKind[Any, Any], __: str) -> dict[str, Any]:
    return {"count": 0, "exact": False}


def _verify_stopped(_: PuzzleKind[Any, Any], __: str) -> dict[str, Any]:
    """Not valid, but without a violation: not known. Only what has a value takes any time."""
    return {"valid": False, "score": None, "violations": [], "value": None}


CALLS: tuple[Call, ...] = (
    Call(
        "solve",
        "A solution, or that there is none, or that the time did not suffice to know.",
        Record(
            {
                "puzzle": answering.PUZZLE,
                "goal": Choice(("any", "best")),
                **_SECONDS,
                "seed": answering.SEED,
                "moves": Boolean(),
            },
            {"goal": "any", **_SECONDS_DEFAULT, "seed": 0, "moves": False},
        ),
        _checked_solve,
        _solve,
        stopped=_solve_stopped,
        final=_solve_final,
    ),
    Call(
        "check",
        "Whether and how well a puzzle can be solved, without giving its solution away.",
        Record(
            {"puzzle": answering.PUZZLE, **_SECONDS, "grade": Boolean()}, {**_SECONDS_DEFAULT, "grade": False}
        ),
        _unchecked,
        _check,
        stopped=_check_stopped,
        final=_check_final,
    ),
    Call(
        "count",
        "How many solutions there are, up to a cap.",
        Record(
            {"puzzle": answering.PUZZLE, "cap": answering.CAP, **_SECONDS},
            {"cap": answering.DEFAULT_CAP, **_SECONDS_DEFAULT},
        ),
        _checked_count,
        _count,
        stopped=_count_stopped,
        final=_count_final,
    ),
    Call(
        "verify",
        "Whether a solution keeps every rule, and which ones it breaks.",
        Record({"puzzle": answering.PUZZLE, "solution": _Solution()}),
        _checked_verify,
        _verify,
        timed=False,
        kept=False,
        stopped=_verify_stopped,
    ),
    Call(
        "generate",
        "A new puzzle of a grade; the same seed makes the same one.",
        Record(
            {
                "kind": _KIND,
                "grade": answering.GRADE,
                "seed": Optional(answering.SEED),
                "options": _Options(),
            },
            {"grade": "medium", "seed": None, "options": {}},
        ),
        _checked_generate,
        _generate,
        timed=False,
    ),
)


# A job only, and read where it is accepted: api.book.job says what is in the body.
BOOK = Call(
    "book",
    "A book of puzzles, as PDF.",
    Record({"order": Anything(), "records": Anything(), "day": Text(10)}),
    _unchecked,
    _book,
    timed=False,
    kept=False,
)


class UnknownCall(ValueError):
    """Another version may have it."""


def call_named(name: str) -> Call:
    for call in (*CALLS, BOOK):
        if call.name == name:
            return call
    raise UnknownCall(f"there is no call {name!r}")


def written(body: Body) -> dict[str, Any]:
    """A body that was read, as JSON again: every default in it."""
    subject = body.get("puzzle")
    if not isinstance(subject, Subject):
        return body
    return body | {"puzzle": subject.kind.serialise(subject.puzzle)}


def kinds_that_answer(name: str) -> tuple[str, ...]:
    """The kinds whose puzzles the call is for."""
    return tuple(kind.id for kind in KINDS if name != "count" or answering.counting_of(kind.id) is not None)
