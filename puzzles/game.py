"""Defines Game: its kinds, and what the other packages need to know about a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic

from puzzles.drawing.drawing import CutOut
from puzzles.drawing.style import Look
from puzzles.json_shapes import Shape
from puzzles.kind import P, PuzzleKind, S
from puzzles.texts import Phrase, Translator

BOARD_ALONE = Look(answer=True)


@dataclass(frozen=True)
class Size:
    """How large a puzzle is: a number, and the heading in the index under which it stands."""

    heading: Phrase
    n: int


@dataclass(frozen=True)
class Caption:
    """What a book prints with a puzzle.

    task          what is asked, above or beside the drawing
    answer        lines below the drawing of the answer
    write_lines   what the reader writes down, each with a line to write on
    frame         how many cards wide and high the frame is in which the reader draws them, 0 for none
    without_steps what stands in place of a person's steps where these do not lead to the answer; None for a
                  kind whose answers are printed without steps
    size          how large the puzzle is, for the index; None where all are alike
    notices       what the imprint says of a book with such a puzzle, and its first sheet of cut-outs
    """

    task: Phrase
    answer: tuple[Phrase, ...] = ()
    write_lines: tuple[Phrase, ...] = ()
    frame: int = 0
    without_steps: Phrase | None = None
    size: Size | None = None
    notices: tuple[Phrase, ...] = ()


@dataclass(frozen=True)
class SolvedPuzzle(Generic[P, S]):
    """A puzzle with the solution that is printed, and its score where its kind has one."""

    puzzle: P
    solution: S
    score: int | None


@dataclass(frozen=True)
class RecordField:
    """A field that a puzzle's record has in this game only.

    shape        what it holds
    heading      what it adds to the heading over the puzzle; None where it adds nothing
    is_count     whether it is the number of the puzzle's solutions
    """

    shape: Shape[Any]
    heading: Callable[[Any], Phrase] | None = None
    is_count: bool = False


@dataclass(frozen=True)
class Game:
    """Each member, and why it is here:

    id             the name of its folders and of its catalogue of texts, where `<id>.name` is its name
    kinds          its kinds, in the order in which they are listed and printed
    rule_sections  the sections of the rules that its kinds have in common: texts under `<id>.rules`
    captions       what a book prints with a puzzle, by kind
    cuts_to_size   whether its cut-outs take the size of cards that a book is ordered with
    book_cut_outs  the cut-outs that a book prints instead of the kind's own, by kind
    least_scale    the least scale of its drawings in a book, in millimetres a unit
    record_fields  the fields that its records have beyond the common ones, by name
    deal_kinds     the ids of the kinds of which people lay out puzzles of their own on the page
    has_analysis_board
                   whether it has a page to explore positions, at the game's id
    page_data      JSON that modules of its pages import, by name
    board_look     how the board alone is drawn where a page shows a puzzle before it is played
    examples       a small solved puzzle, by kind: its folder's examples.json
    """

    id: str
    kinds: tuple[PuzzleKind[Any, Any], ...]
    rule_sections: tuple[str, ...]
    captions: Mapping[str, Callable[[SolvedPuzzle[Any, Any]], Caption]]
    cuts_to_size: bool = True
    book_cut_outs: Mapping[str, Callable[[Any, Look], tuple[CutOut, ...]]] = field(default_factory=dict)
    least_scale: float = 0.0
    record_fields: Mapping[str, RecordField] = field(default_factory=dict)
    deal_kinds: tuple[str, ...] = ()
    has_analysis_board: bool = False
    page_data: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    board_look: Look = BOARD_ALONE

    def name(self, translator: Translator) -> str:
        return translator.text(f"{self.id}.name")

    @cached_property
    def examples(self) -> Mapping[str, Mapping[str, Any]]:
        documents = json.loads((Path(__file__).parent / self.id / "examples.json").read_bytes())
        return {document["puzzle"]["kind"]: document for document in documents}

    def solution_count(self, record: Mapping[str, Any]) -> int | None:
        """The number of solutions that a record states; None where it states none."""
        counts = [
            record[name]
            for name, record_field in self.record_fields.items()
            if record_field.is_count and name in record
        ]
        return counts[0] if counts else None

    def headings(self, record: Mapping[str, Any]) -> list[Phrase]:
        """Returns what the fields of the game's records add to a heading over a puzzle."""
        return [
            record_field.heading(record[name])
            for name, record_field in self.record_fields.items()
            if record_field.heading is not None and name in record
        ]
