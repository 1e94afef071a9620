"""What SOLO-LINE, LONG-LINE and HEAD-LINE share: deals of cards, and layouts with a line as solutions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, TypeVar

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.errors import BadInput
from puzzles.json_shapes import ObjectShape
from puzzles.kind import Twin, Violation
from puzzles.light_line import line_sections
from puzzles.light_line.cards import (
    PROGRESS,
    SOLUTION,
    Card,
    PlacedCard,
    Section,
    read_cards,
    read_placed_card,
    write_cards,
    write_placed_card,
)
from puzzles.light_line.deck import origin
from puzzles.light_line.drawing.cut_outs import cut_outs
from puzzles.light_line.drawing.puzzle import TableView
from puzzles.light_line.symmetry import CardMapping, canonical_cards, mapping_to_canonical
from puzzles.line_form import LineForm
from puzzles.texts import Phrase, phrase


@dataclass(frozen=True)
class Deal:
    cards: tuple[Card, ...]


P = TypeVar("P", bound=Deal)


@dataclass(frozen=True)
class LineSolution:
    layout: tuple[PlacedCard, ...]
    line: tuple[Section, ...]


class LineKind(ABC, Generic[P]):
    """The members of puzzles.kind.PuzzleKind that the line kinds have in common."""

    id: str
    # Whether black goes with every colour; else it is a colour like any other.
    wild: bool
    puzzle: type[P]
    # The shape of a puzzle; its fields beside kind and cards are those of the puzzle.
    puzzle_shape: ObjectShape
    # The rules that a partial solution breaks only because something is missing.
    of_the_end: frozenset[str]
    line_form: LineForm = line_sections.DEAL

    def parse(self, document: object) -> P:
        fields = self.puzzle_shape.read(document)
        cards, problems = read_cards(fields["cards"], "/cards")
        if problems:
            raise BadInput(problems)
        rest = {name: value for name, value in fields.items() if name != "kind"}
        return self.puzzle(**rest | {"cards": cards})

    def serialise(self, puzzle: P) -> dict[str, Any]:
        rest = {field.name: getattr(puzzle, field.name) for field in fields(puzzle)}
        return {"kind": self.id, **rest, "cards": write_cards(puzzle.cards)}

    def parse_solution(self, document: object) -> LineSolution:
        return _read_solution(SOLUTION.read(document))

    def parse_progress(self, document: object) -> LineSolution | None:
        progress = _read_solution(PROGRESS.read(document))
        return progress if progress.layout or progress.line else None

    def progress_violations(self, puzzle: P, progress: LineSolution) -> tuple[Violation, ...]:
        return tuple(
            violation for violation in self.verify(puzzle, progress) if violation.rule not in self.of_the_end
        )

    def begins_with(self, solution: LineSolution, progress: LineSolution) -> bool:
        layout, line = progress.layout, progress.line
        return solution.layout[: len(layout)] == layout and solution.line[: len(line)] == line

    def serialise_solution(self, solution: LineSolution) -> dict[str, Any]:
        return {
            "layout": [*map(write_placed_card, solution.layout)],
            "line": [{"card": x.card, "tube": x.tube} for x in solution.line],
        }

    @abstractmethod
    def verify(self, puzzle: P, solution: LineSolution) -> tuple[Violation, ...]: ...

    def twin(self, puzzle: P) -> Twin[P, LineSolution]:
        cards, symmetry = canonical_cards(puzzle.cards, self.wild)
        return Twin(
            replace(puzzle, cards=cards),
            lambda solution: _mapped_solution(solution, mapping_to_canonical(puzzle.cards, symmetry)),
            lambda solution: _mapped_solution(
                solution, mapping_to_canonical(puzzle.cards, symmetry).inverse()
            ),
        )

    @abstractmethod
    def task(self, puzzle: P, target: int | None = None) -> Phrase: ...

    def puzzle_schema(self) -> dict[str, Any]:
        return self.puzzle_shape.schema()

    def solution_schema(self) -> dict[str, Any]:
        return SOLUTION.schema()

    def progress_schema(self) -> dict[str, Any]:
        return PROGRESS.schema()

    def max_puzzle_bytes(self) -> int:
        return self.puzzle_shape.max_bytes()

    def max_solution_bytes(self) -> int:
        return SOLUTION.max_bytes()

    def draw_text(self, puzzle: P, solution: LineSolution | None = None, look: TextLook = PLAIN_TEXT) -> str:
        return self._table(puzzle, solution).text(look)

    def draw(self, puzzle: P, solution: LineSolution | None = None, look: Look = PLAIN) -> Drawing:
        return self._table(puzzle, solution).draw(look)

    def cut_outs(self, puzzle: P, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(cut_outs(puzzle.cards, look))

    def _table(self, puzzle: P, solution: LineSolution | None) -> TableView:
        title, about = phrase(f"{self.id}.full_name"), origin(puzzle.cards)
        if solution is None:
            return TableView(title, puzzle.cards, task=(self.task(puzzle),), origin=about)
        wrong = tuple(violation.message for violation in self.verify(puzzle, solution))
        return TableView(
            title,
            puzzle.cards,
            solution.layout,
            solution.line,
            None,
            (self.task(puzzle),),
            about,
            wrong,
            True,
        )


def _read_solution(fields: dict[str, Any]) -> LineSolution:
    layout = tuple(map(read_placed_card, fields["layout"]))
    return LineSolution(layout, tuple(Section(x["card"], x["tube"]) for x in fields["line"]))


def _mapped_solution(solution: LineSolution, mapping: CardMapping) -> LineSolution:
    return LineSolution(
        tuple(map(mapping.placed_card, solution.layout)), tuple(map(mapping.section, solution.line))
    )


def cards_missed(cards: list[str], line: tuple[Section, ...]) -> tuple[Violation, ...]:
    """Reports the cards that the line should pass and does not."""
    passed = {section.card for section in line}
    names = [name for name in cards if name not in passed]
    if not names or not line:
        return ()
    return (Violation("not_all_cards", phrase("light_line.violation.not_all_cards", cards=tuple(names)), {}),)
