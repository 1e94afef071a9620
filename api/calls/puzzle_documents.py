"""Puzzles and solutions as requests and files hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.calls.common_shapes import GRADE, SEED, Anything
from api.problem_documents import NoSolution
from puzzles.errors import BadInput, Problem
from puzzles.ids import puzzle_id
from puzzles.json_shapes import CountedAs, Described, Integer, ObjectShape, Optional, Shape, Text, quote
from puzzles.kind import PuzzleKind
from puzzles.line_of_text import MAX_LENGTH, read_line, text_of
from puzzles.registry import GAMES, KINDS, kind_of


@dataclass(frozen=True)
class Subject:
    """A puzzle with its kind, and its record if it came in one."""

    kind: PuzzleKind[Any, Any]
    puzzle: Any
    record: Mapping[str, Any] | None = None

    @property
    def target(self) -> int | None:
        """The best score, where the record states it."""
        return None if self.record is None else self.record.get("target")


@dataclass(frozen=True)
class _BarePuzzle:
    """The shape of a puzzle of whatever kind it names: an object, or a string with its line of text."""

    def read(self, value: object, at: str = "") -> Subject:
        try:
            if isinstance(value, str):
                return Subject(*read_line(value))
            kind = kind_of(value)
            return Subject(kind, kind.parse(value))
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "required": ["kind"]}

    def max_bytes(self) -> int:
        return max(kind.max_puzzle_bytes() for kind in KINDS)


# What a record also has when it is published. All of it but the line of text depends on the language or the
# day, and is not compared with anything.
PUBLISHED_FIELDS: Mapping[str, Shape[Any]] = {
    "title": Described(Text(200, char_bytes=1), "The name of the puzzle and its grade."),
    "task": Described(Text(1000, char_bytes=1), "What the player is to do, and what counts."),
    "target": Described(Optional(Integer()), "The best score, where the task is to reach it; else null."),
    # The lines of the puzzles that we publish are shorter by far than what is allowed.
    "text": Described(CountedAs(Text(MAX_LENGTH), Text(4000, char_bytes=1)), "The puzzle as a line of text."),
    "date": Described(Optional(Text(40, char_bytes=1)), "The day whose daily it is."),
    "solution_opens": Described(
        Optional(Text(40, char_bytes=1)), "The moment when the solution of a daily is published."
    ),
}
_GAME_FIELDS = {name: field for game in GAMES for name, field in game.record_fields.items()}
RECORD = ObjectShape(
    {
        "id": Described(
            Text(char_bytes=1),
            "Made from the puzzle: puzzles that a symmetry of the game turns into each other have one id.",
        ),
        "kind": Described(Text(char_bytes=1), "The kind of the puzzle."),
        "grade": GRADE,
        "difficulty": Described(Integer(0, 100), "How hard it is, also within its grade."),
        "seed": Described(SEED, "The seed from which it was made."),
        "generator": Described(Text(char_bytes=1), "What made it, with the version."),
        "puzzle": Described(_BarePuzzle(), "The puzzle itself."),
        "url": Described(Text(2000, char_bytes=1), "The address of the record."),
        **{name: field.shape for name, field in _GAME_FIELDS.items()},
        **PUBLISHED_FIELDS,
    },
    optional=(*_GAME_FIELDS, *PUBLISHED_FIELDS),
    what="a puzzle record",
)
_NOT_A_RECORD = Problem("", "expected a puzzle record, or the puzzle alone: the value of /puzzle")

# The fields of an answer of solve. To verify it needs its solution only. A kind whose moves have values has
# small solutions, so that all its moves fit into the size of the largest solution.
_ALWAYS_THERE = ("status", "solution", "score", "bound", "proven", "engine", "seconds", "reason")
_SOMETIMES_THERE = ("value", "moves")
_FIELD_BYTES = 200
ANSWER = ObjectShape(
    {name: Anything(_FIELD_BYTES) for name in (*_ALWAYS_THERE, *_SOMETIMES_THERE)},
    optional=[name for name in (*_ALWAYS_THERE, *_SOMETIMES_THERE) if name != "solution"],
    what="an answer of solve",
)


def read_puzzle(document: object) -> Subject:
    """Reads a puzzle, alone or in a record; BadInput with pointers into the document."""
    if not isinstance(document, dict) or "puzzle" not in document:
        return _BarePuzzle().read(document)
    try:
        record = RECORD.read(document)
    except BadInput as e:
        # A document without all fields of a record was perhaps not meant as one.
        has_all = document.keys() >= RECORD.fields.keys() - set(RECORD.optional)
        raise e if has_all else BadInput([_NOT_A_RECORD, *e.problems], e.more) from e
    subject: Subject = record.pop("puzzle")
    expected = {"kind": subject.kind.id, "id": puzzle_id(subject.kind, subject.puzzle)}
    problems = [
        Problem(f"/{name}", f"expected {value}, the {name} of its puzzle, got {quote(record[name])}")
        for name, value in expected.items()
        if record[name] != value
    ]
    if "text" in record:
        problems += _text_problems(record["text"], subject)
    if problems:
        raise BadInput(problems)
    return Subject(subject.kind, subject.puzzle, record)


def _text_problems(text: str, subject: Subject) -> tuple[Problem, ...]:
    """The problems of a record's line of text, which must say the record's puzzle."""
    try:
        if read_line(text) == (subject.kind, subject.puzzle):
            return ()
    except BadInput as e:
        return e.under("/text").problems
    expected = quote(text_of(subject.kind, subject.puzzle))
    return (Problem("/text", f"expected {expected}, the line of text of its puzzle, got {quote(text)}"),)


@dataclass(frozen=True)
class _PuzzleOrRecord:
    """A puzzle, as an object or as its line of text, or a record of one."""

    def read(self, value: object, at: str = "") -> Subject:
        try:
            return read_puzzle(value)
        except BadInput as e:
            raise e.under(at) from e

    def schema(self) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/puzzle"}

    def max_bytes(self) -> int:
        return RECORD.max_bytes()


PUZZLE = Described(_PuzzleOrRecord(), "The puzzle, or its record.")


def max_solution_bytes() -> int:
    """Returns the size of the largest solution, in an answer of solve."""
    return max(kind.max_solution_bytes() for kind in KINDS) + ANSWER.max_bytes()


def read_solution(kind: PuzzleKind[Any, Any], document: object) -> Any:
    """Reads a solution, alone or in an answer of solve; NoSolution where the answer holds none."""
    if not isinstance(document, dict) or "solution" not in document:
        return kind.parse_solution(document)
    answer = ANSWER.read(document)
    if answer["solution"] is None and answer.get("status") in ("impossible", "unknown"):
        raise NoSolution(answer["status"])
    try:
        return kind.parse_solution(answer["solution"])
    except BadInput as e:
        raise e.under("/solution") from e
