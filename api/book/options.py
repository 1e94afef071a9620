"""What can be said of a book: one shape, which the command line and POST /v1/books both read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from api.book.selection import MOST_PUZZLES, Drawn, Given, Listed, Selection
from api.calls.shapes import GRADE, SEED, any_seed
from api.calls.subject import PUZZLE
from generators.protocol import GRADES
from puzzles.drawing.style import Ink
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Boolean, Choice, Integer, ListOf, Number, Optional, Record, Text
from puzzles.registry import KIND_IDS
from puzzles.texts import LANGUAGES

Paper = Literal["a4", "a5", "letter", "6x9"]
Answers = Literal["with", "without", "apart"]

PAPERS: tuple[Paper, ...] = ("a4", "a5", "letter", "6x9")
PER_PAGE = (1, 2, 4)
DEFAULT_COUNT = 56


@dataclass(frozen=True)
class BookOptions:
    """How a book looks.

    per_page   puzzles a page, fewer where they could not be read; None for what suits kind and paper
    answers    in the book, nowhere, or in a file apart
    card_size  how wide cards to cut out are, in millimetres, None for their own size; pieces keep theirs
    """

    paper: Paper = "a4"
    per_page: int | None = None
    large_print: bool = False
    ink: Ink = "colour"
    language: str = "en"
    title: str | None = None
    author: str | None = None
    answers: Answers = "with"
    cut_outs: bool = False
    card_size: float | None = None


@dataclass(frozen=True)
class Order:
    """A book that somebody wants."""

    selection: Selection
    options: BookOptions


# What says which puzzles are meant: one of these three ways.
_DRAWN, _LISTED, _GIVEN = ("kinds", "grades", "count", "seed"), ("ids",), ("puzzles",)
_WAYS = (_DRAWN, _LISTED, _GIVEN)

BOOK = Record(
    {
        "kinds": ListOf(Choice(KIND_IDS), most=len(KIND_IDS)),
        "grades": ListOf(GRADE, most=len(GRADES)),
        "count": Integer(1, MOST_PUZZLES),
        "seed": SEED,
        "ids": ListOf(Text(40), most=MOST_PUZZLES, least=1),
        "puzzles": ListOf(PUZZLE, most=MOST_PUZZLES, least=1),
        "paper": Choice(PAPERS),
        "per_page": Optional(Integer(min(PER_PAGE), max(PER_PAGE))),
        "large_print": Boolean(),
        "ink": Choice(("colour", "patterns")),
        "language": Choice(LANGUAGES),
        "title": Optional(Text(100)),
        "author": Optional(Text(100)),
        "answers": Choice(("with", "without", "apart")),
        "cut_outs": Boolean(),
        "card_size": Optional(Number(20, 120)),
    },
    {field.name: field.default for field in fields(BookOptions)},
    optional=[name for way in _WAYS for name in way],
    what="an order of a book",
)


def read_order(document: object) -> Order:
    """BadInput with a pointer to every option that cannot be."""
    read = BOOK.read(document)
    problems = [*_mixed(read), *_beside(read)]
    if problems:
        raise BadInput(problems)
    options = BookOptions(**{field.name: read[field.name] for field in fields(BookOptions)})
    return Order(_selection(read), options)


def _selection(read: Mapping[str, Any]) -> Selection:
    if "ids" in read:
        return Listed(read["ids"])
    if "puzzles" in read:
        return Given(read["puzzles"])
    return Drawn(
        kinds=read.get("kinds") or KIND_IDS,
        grades=read.get("grades") or GRADES,
        count=read.get("count", DEFAULT_COUNT),
        seed=read["seed"] if "seed" in read else any_seed(),
    )


def _mixed(read: Mapping[str, Any]) -> list[Problem]:
    """A second way to say which puzzles, which would have to be dropped."""
    said = [[name for name in way if name in read] for way in _WAYS]
    first, *others = [names for names in said if names] or [[]]
    return [
        Problem(f"/{name}", f"cannot be combined with {first[0]}: both choose the puzzles")
        for names in others
        for name in names
    ]


def _beside(read: Mapping[str, Any]) -> list[Problem]:
    problems = []
    if read["per_page"] not in (None, *PER_PAGE):
        *some, last = map(str, PER_PAGE)
        expected = f"{', '.join(some)} or {last}"
        problems.append(Problem("/per_page", f"expected {expected}, got {read['per_page']}"))
    if read["card_size"] is not None and not read["cut_outs"]:
        problems.append(Problem("/card_size", "is allowed with cut_outs only"))
    return problems
