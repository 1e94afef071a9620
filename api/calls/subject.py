"""Puzzles and solutions as requests and files hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.calls.shapes import GRADE, SEED, Anything
from api.problem_documents import NoSolution
from puzzles.errors import BadInput, Problem
from puzzles.ids import puzzle_id
from puzzles.json_shapes import Integer, Record, Text, quote
from puzzles.kind import PuzzleKind
from puzzles.registry import GAMES, kind_of


@dataclass(frozen=True)
class Subject:
    """A puzzle that was read, with its kind, and its record when it came in one."""

    kind: PuzzleKind[Any, Any]
    puzzle: Any
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class _BarePuzzle:
    """The shape of a puzzle of whatever kind it names."""

    def read(self, value: object, at: str = "") -> Subject:
        try:
            kind = kind_of(value)
            return Subject(kind, kind.parse(value))
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "required": ["kind"]}


_OF_GAMES = {name: field for game in GAMES for name, field in game.record_fields.items()}
RECORD = Record(
    {
        "id": Text(),
        "kind": Text(),
        "grade": GRADE,
        "difficulty": Integer(0, 100),
        "seed": SEED,
        "generator": Text(),
        "puzzle": _BarePuzzle(),
        "url": Text(2000),
        **{name: field.shape for name, field in _OF_GAMES.items()},
    },
    optional=tuple(_OF_GAMES),
    what="a puzzle record",
)
_ALONE = Problem("", "expected a puzzle record, or else the puzzle alone: what now stands under /puzzle")

# Verifying an answer of solve needs nothing in it but the solution.
_ALWAYS_ANSWERED = ("status", "solution", "score", "bound", "proven", "engine", "seconds", "reason")
_SOMETIMES_ANSWERED = ("value", "moves")
ANSWER = Record(
    {name: Anything() for name in (*_ALWAYS_ANSWERED, *_SOMETIMES_ANSWERED)},
    optional=[name for name in (*_ALWAYS_ANSWERED, *_SOMETIMES_ANSWERED) if name != "solution"],
    what="an answer of solve",
)


def read_puzzle(document: object) -> Subject:
    """The puzzle that the document is, or holds as a record; BadInput with pointers into the document."""
    if not isinstance(document, dict) or "puzzle" not in document:
        return _BarePuzzle().read(document)
    try:
        record = RECORD.read(document)
    except BadInput as e:
        # A document without the fields of a record was not meant as one.
        whole = document.keys() >= RECORD.fields.keys() - set(RECORD.optional)
        raise e if whole else BadInput([_ALONE, *e.problems]) from e
    subject: Subject = record.pop("puzzle")
    expected = {"kind": subject.kind.id, "id": puzzle_id(subject.kind, subject.puzzle)}
    problems = [
        Problem(f"/{name}", f"expected {value}, the {name} of its puzzle, got {quote(record[name])}")
        for name, value in expected.items()
        if record[name] != value
    ]
    if problems:
        raise BadInput(problems)
    return Subject(subject.kind, subject.puzzle, record)


@dataclass(frozen=True)
class _PuzzleOrRecord:
    """A puzzle, or a record of one."""

    def read(self, value: object, at: str = "") -> Subject:
        try:
            return read_puzzle(value)
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/puzzle"}


PUZZLE = _PuzzleOrRecord()


def read_solution(kind: PuzzleKind[Any, Any], document: object) -> Any:
    """The solution that the document is, or that an answer of solve holds; NoSolution where it holds none."""
    if not isinstance(document, dict) or "solution" not in document:
        return kind.parse_solution(document)
    answer = ANSWER.read(document)
    if answer["solution"] is None and answer.get("status") in ("impossible", "unknown"):
        raise NoSolution(answer["status"])
    try:
        return kind.parse_solution(answer["solution"])
    except BadInput as e:
        raise e.under("/solution") from e
