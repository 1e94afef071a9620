"""The options of a book: one shape, which the command line and POST /v1/books both read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from api.book.selection import MAX_PUZZLES, GivenPuzzles, RandomSelection, SelectedIds, Selection
from api.calls.common_shapes import GRADE, SEED, any_seed
from api.calls.puzzle_documents import PUZZLE
from puzzles.drawing.style import Ink
from puzzles.errors import BadInput, Problem
from puzzles.grades import GRADES
from puzzles.json_shapes import (
    Boolean,
    Choice,
    Described,
    Integer,
    ListOf,
    Number,
    ObjectShape,
    Optional,
    Text,
)
from puzzles.registry import KIND_IDS
from puzzles.texts import LANGUAGES

Paper = Literal["a4", "a5", "letter", "6x9"]
AnswersOption = Literal["with", "without", "apart"]

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
    answers: AnswersOption = "with"
    cut_outs: bool = True
    card_size: float | None = None


@dataclass(frozen=True)
class Order:
    """An order for a book."""

    selection: Selection
    options: BookOptions


# The three ways to choose the puzzles, by the fields of each. An order uses one of them.
_BY_CHANCE, _BY_ID, _BY_VALUE = ("kinds", "grades", "count", "seed"), ("ids",), ("puzzles",)
_WAYS = (_BY_CHANCE, _BY_ID, _BY_VALUE)

BOOK = ObjectShape(
    {
        "kinds": Described(
            ListOf(Choice(KIND_IDS), max_items=len(KIND_IDS)), "The kinds to choose from; by default all."
        ),
        "grades": Described(
            ListOf(GRADE, max_items=len(GRADES)), "The grades to choose from; by default all."
        ),
        "count": Described(Integer(1, MAX_PUZZLES), f"How many puzzles; by default {DEFAULT_COUNT}."),
        "seed": Described(SEED, "The seed of the random choice of puzzles; by default a new one."),
        "ids": Described(
            ListOf(Text(40), max_items=MAX_PUZZLES, min_items=1),
            "The ids of the puzzles, in the order of the book, in place of a choice.",
        ),
        "puzzles": Described(
            ListOf(PUZZLE, max_items=MAX_PUZZLES, min_items=1),
            "The puzzles themselves, in place of a choice.",
        ),
        "paper": Described(Choice(PAPERS), "The size of the pages; 6x9 is in inches."),
        "per_page": Described(
            Optional(Integer(min(PER_PAGE), max(PER_PAGE))),
            "Puzzles on a page, 1, 2 or 4; fewer where they would be too small. Null for what suits them.",
        ),
        "large_print": Described(Boolean(), "Whether type and drawings are larger."),
        "ink": Described(Choice(("colour", "patterns")), "Colours, or patterns for printing in black."),
        "language": Described(Choice(LANGUAGES), "The language of the book."),
        "title": Described(Optional(Text(100)), "The title; null for the usual one."),
        "author": Described(Optional(Text(100)), "The author, who is named below the title; null for none."),
        "answers": Described(
            Choice(("with", "without", "apart")), "Answers in the book, nowhere, or in a file of their own."
        ),
        "cut_outs": Described(Boolean(), "Whether there are sheets of cards and pieces to cut out."),
        "card_size": Described(
            Optional(Number(20, 120)), "How wide such cards are, in millimetres; null for their own size."
        ),
    },
    {field.name: field.default for field in fields(BookOptions)},
    optional=[name for way in _WAYS for name in way],
    what="an order for a book",
)


def read_order(document: object) -> Order:
    """Reads an order; BadInput with a pointer to every option that is not valid."""
    values = BOOK.read(document)
    problems = [*_mixed_ways(values), *_option_problems(values)]
    if problems:
        raise BadInput(problems)
    options = BookOptions(**{field.name: values[field.name] for field in fields(BookOptions)})
    return Order(_selection(values), options)


def _selection(values: Mapping[str, Any]) -> Selection:
    if "ids" in values:
        return SelectedIds(values["ids"])
    if "puzzles" in values:
        return GivenPuzzles(values["puzzles"])
    return RandomSelection(
        kinds=values.get("kinds") or KIND_IDS,
        grades=values.get("grades") or GRADES,
        count=values.get("count", DEFAULT_COUNT),
        seed=values["seed"] if "seed" in values else any_seed(),
    )


def _mixed_ways(values: Mapping[str, Any]) -> list[Problem]:
    """Reports fields of a second way to choose the puzzles, which would have to be ignored."""
    used = [[name for name in way if name in values] for way in _WAYS]
    first, *others = [names for names in used if names] or [[]]
    return [
        Problem(f"/{name}", f"cannot be combined with {first[0]}: both choose the puzzles")
        for names in others
        for name in names
    ]


def _option_problems(values: Mapping[str, Any]) -> list[Problem]:
    problems = []
    if values["per_page"] not in (None, *PER_PAGE):
        *some, last = map(str, PER_PAGE)
        expected = f"{', '.join(some)} or {last}"
        problems.append(Problem("/per_page", f"expected {expected}, got {values['per_page']}"))
    if values["card_size"] is not None and not values["cut_outs"]:
        problems.append(Problem("/card_size", "is allowed with cut_outs only"))
    return problems
