"""light_line.place: lay one card beside those on the table, so that a line of a single colour grows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Described, ListOf, ObjectShape, kind_name
from puzzles.kind import Facts, Twin, Violation
from puzzles.light_line import line_sections
from puzzles.light_line.cards import (
    CARD,
    MAX_CARDS,
    WHERE,
    Card,
    Cell,
    PlacedCard,
    neighbours,
    printable_name,
    read_cards,
    write_cards,
)
from puzzles.light_line.deck import origin
from puzzles.light_line.drawing.cut_outs import cut_outs
from puzzles.light_line.drawing.position import lay_words, position_text
from puzzles.light_line.drawing.puzzle import TableView
from puzzles.light_line.grown_lines import GrownLine, grown_lines
from puzzles.light_line.places import Places
from puzzles.light_line.play import cells_beside, placement_notation
from puzzles.light_line.symmetry import canonical_layout
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import Part, Phrase, phrase, sentences

MAX_SCORE = 10


@dataclass(frozen=True)
class PlacePuzzle:
    """`cards`: those on the table, each at the place with its number in `layout`. `card`: the new one."""

    cards: tuple[Card, ...]
    layout: tuple[PlacedCard, ...]
    card: Card


@dataclass(frozen=True)
class Placement:
    """Where the card is laid, and whether it is turned."""

    row: int
    col: int
    turned: bool

    @property
    def cell(self) -> Cell:
        return self.row, self.col


_PLACED_CARD = ObjectShape(
    {"card": Described(CARD, "The card."), **WHERE}, what="an object with card, row, col and turned"
)
SOLUTION = ObjectShape(WHERE, what="an object with row, col and turned")
PROGRESS = replace(SOLUTION, optional=tuple(WHERE))


@dataclass(frozen=True)
class PartialPlacement:
    """What is settled of a placement; None is open."""

    row: int | None = None
    col: int | None = None
    turned: bool | None = None

    def admits(self, placement: Placement) -> bool:
        """Whether a placement agrees with all that is settled."""
        return (
            self.row in (None, placement.row)
            and self.col in (None, placement.col)
            and self.turned in (None, placement.turned)
        )


@dataclass(frozen=True)
class PlacePosition:
    """The layout, and where the card was laid."""

    puzzle: PlacePuzzle
    placement: Placement | None = None


class PlacePlay:
    """One move: lay the card beside others, where a line grows. See puzzles.play.Play for the members."""

    def begin(self, puzzle: PlacePuzzle) -> PlacePosition:
        return PlacePosition(puzzle)

    def player(self, position: PlacePosition) -> str | None:
        return None

    def moves(self, position: PlacePosition) -> tuple[Placement, ...]:
        if position.placement is not None:
            return ()
        cells = cells_beside([placed_card.cell for placed_card in position.puzzle.layout])
        ways = (Placement(*cell, turned) for cell in cells for turned in (False, True))
        return tuple(placement for placement in ways if _lines_grown_by(position.puzzle, placement))

    def after(self, position: PlacePosition, move: Placement) -> PlacePosition:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        return PlacePosition(position.puzzle, move)

    def outcome(self, position: PlacePosition) -> Outcome | None:
        if position.placement is not None:
            return Outcome(solved=True, score=_score(_lines_grown_by(position.puzzle, position.placement)))
        if self.moves(position):
            return None
        card = printable_name(position.puzzle.card.id)
        return Outcome(solved=False, reason=phrase("light_line.play.no_line_grows", card=card))

    def solution(self, position: PlacePosition) -> Placement | None:
        return position.placement

    def describe(self, position: PlacePosition, move: Placement) -> Phrase:
        puzzle = position.puzzle
        return lay_words(_as_placed_card(puzzle, move), printable_name(puzzle.card.id), puzzle.layout)

    def notation(self, position: PlacePosition, move: Placement) -> str:
        """`-1,0`: row -1, column 0. `-1,0 t`: the same, turned."""
        return placement_notation(move.cell, move.turned)

    def draw_text(self, position: PlacePosition, look: TextLook = PLAIN_TEXT) -> str:
        puzzle, placement = position.puzzle, position.placement
        lines = [] if placement is None else _lines_grown_by(puzzle, placement)
        layout = puzzle.layout if placement is None else (*puzzle.layout, _as_placed_card(puzzle, placement))
        line = [section for grown_line in lines for section in grown_line.sections]
        notes = [_score_words(lines)] if lines else []
        cards = (*puzzle.cards, puzzle.card)
        return position_text(cards, layout, line, look, puzzle.card.id, notes)

    def parse_move(self, document: object) -> Placement:
        return _read_placement(document)

    def serialise_move(self, move: Placement) -> dict[str, Any]:
        return _write_placement(move)


class Place:
    """See puzzles.kind.PuzzleKind for what each member is for."""

    id = "light_line.place"
    summary = "LIGHT-LINE! LINE: lay one more card so that lines of one colour grow as long as possible."
    facts = Facts(scored=True)
    puzzle_shape = ObjectShape(
        # With the new card they are as many as any puzzle may have.
        {
            "kind": kind_name(id),
            "layout": Described(
                ListOf(_PLACED_CARD, max_items=MAX_CARDS - 1, min_items=1), "The cards on the table."
            ),
            "card": Described(CARD, "The card to be laid."),
        },
        what=f"a {id} puzzle",
    )
    play = PlacePlay()
    line_form = line_sections.PLACE

    def parse(self, document: object) -> PlacePuzzle:
        fields = self.puzzle_shape.read(document)
        lying = fields["layout"]
        cards, problems = read_cards([x["card"] for x in lying] + [fields["card"]], "")
        pointers = [f"/layout/{i}/card" for i in range(len(lying))] + ["/card"]
        problems = [_at_its_card(problem, pointers) for problem in problems]
        layout = tuple(PlacedCard(x["card"]["id"], x["row"], x["col"], x["turned"]) for x in lying)
        places = [placed_card.cell for placed_card in layout]
        problems += [
            Problem(f"/layout/{i}", f"another card is already at row {place[0]}, column {place[1]}")
            for i, place in enumerate(places)
            if places.index(place) != i
        ]
        if problems:
            raise BadInput(problems)
        return PlacePuzzle(cards[:-1], layout, cards[-1])

    def serialise(self, puzzle: PlacePuzzle) -> dict[str, Any]:
        *lying, new = write_cards((*puzzle.cards, puzzle.card))
        return {
            "kind": self.id,
            "layout": [
                {"card": card, "row": placed_card.row, "col": placed_card.col, "turned": placed_card.turned}
                for card, placed_card in zip(lying, puzzle.layout, strict=True)
            ],
            "card": new,
        }

    def parse_solution(self, document: object) -> Placement:
        return _read_placement(document)

    def serialise_solution(self, solution: Placement) -> dict[str, Any]:
        return _write_placement(solution)

    def verify(self, puzzle: PlacePuzzle, solution: Placement) -> tuple[Violation, ...]:
        at = {"card": puzzle.card.id}
        card_at = {placed_card.cell: placed_card.card for placed_card in puzzle.layout}
        if solution.cell in card_at:
            place = Places.of(card_at).name(solution.cell)
            parts = {"card": puzzle.card.id, "other": card_at[solution.cell]}
            return (Violation("overlap", phrase("light_line.violation.overlap", **parts, place=place), at),)
        if not any(place in card_at for place in neighbours(solution.cell)):
            return (Violation("not_beside", phrase("light_line.violation.not_beside"), at),)
        if not _lines_grown_by(puzzle, solution):
            return (Violation("no_line_grows", phrase("light_line.violation.no_line_grows", **at), at),)
        return ()

    def score(self, puzzle: PlacePuzzle, solution: Placement) -> int | None:
        return _score(_lines_grown_by(puzzle, solution))

    def task(self, puzzle: PlacePuzzle, target: int | None = None) -> Phrase:
        key = f"{self.id}.task"
        place = phrase(f"{key}.most") if target is None else phrase(f"{key}.best", n=target)
        return sentences(place, phrase(f"{key}.score"))

    def parse_progress(self, document: object) -> PartialPlacement | None:
        progress = PartialPlacement(**PROGRESS.read(document))
        return None if progress == PartialPlacement() else progress

    def progress_violations(self, puzzle: PlacePuzzle, progress: PartialPlacement) -> tuple[Violation, ...]:
        """What is wrong with the place and the turn, or with the place whichever way the card is turned."""
        if progress.row is None or progress.col is None:
            return ()
        turns = (False, True) if progress.turned is None else (progress.turned,)
        violations = [self.verify(puzzle, Placement(progress.row, progress.col, turned)) for turned in turns]
        return violations[0] if all(violations) else ()

    def begins_with(self, solution: Placement, progress: PartialPlacement) -> bool:
        return progress.admits(solution)

    def twin(self, puzzle: PlacePuzzle) -> Twin[PlacePuzzle, Placement]:
        lying, new, mapping = canonical_layout(zip(puzzle.cards, puzzle.layout, strict=True), puzzle.card)
        return Twin(
            PlacePuzzle(
                tuple(card for card, _ in lying), tuple(placed_card for _, placed_card in lying), new
            ),
            lambda solution: Placement(
                *mapping.to_canonical(solution.cell), solution.turned != mapping.turned
            ),
            lambda solution: Placement(
                *mapping.from_canonical(solution.cell), solution.turned != mapping.turned
            ),
        )

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

    def draw_text(
        self, puzzle: PlacePuzzle, solution: Placement | None = None, look: TextLook = PLAIN_TEXT
    ) -> str:
        return self._table(puzzle, solution).text(look)

    def draw(self, puzzle: PlacePuzzle, solution: Placement | None = None, look: Look = PLAIN) -> Drawing:
        return self._table(puzzle, solution).draw(look)

    def cut_outs(self, puzzle: PlacePuzzle, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(cut_outs((*puzzle.cards, puzzle.card), look))

    def _table(self, puzzle: PlacePuzzle, solution: Placement | None) -> TableView:
        cards, new = (*puzzle.cards, puzzle.card), puzzle.card.id
        title, origin_note = phrase(f"{self.id}.full_name"), origin(cards)
        task = (self.task(puzzle),)
        if solution is None:
            return TableView(title, cards, puzzle.layout, new=new, task=task, origin=origin_note)
        layout = (*puzzle.layout, _as_placed_card(puzzle, solution))
        broken = self.verify(puzzle, solution)
        lines = [] if broken else _lines_grown_by(puzzle, solution)
        if broken:
            notes: tuple[Part, ...] = tuple(violation.message for violation in broken)
        else:
            notes = (_score_words(lines),)
        line = tuple(section for grown_line in lines for section in grown_line.sections)
        return TableView(title, cards, layout, line, new, task, origin_note, notes, True, several_lines=True)


KIND = Place()


def _read_placement(document: object) -> Placement:
    fields = SOLUTION.read(document)
    return Placement(fields["row"], fields["col"], fields["turned"])


def _write_placement(placement: Placement) -> dict[str, Any]:
    return {"row": placement.row, "col": placement.col, "turned": placement.turned}


def _at_its_card(problem: Problem, pointers: list[str]) -> Problem:
    """A problem of a card with the pointer of that card in the document."""
    _, number, rest = problem.pointer.split("/", 2)
    return Problem(f"{pointers[int(number)]}/{rest}", problem.detail)


def _as_placed_card(puzzle: PlacePuzzle, solution: Placement) -> PlacedCard:
    return PlacedCard(puzzle.card.id, solution.row, solution.col, solution.turned)


def _lines_grown_by(puzzle: PlacePuzzle, solution: Placement) -> list[GrownLine]:
    return grown_lines((*puzzle.cards, puzzle.card), (*puzzle.layout, _as_placed_card(puzzle, solution)))


def _score(lines: list[GrownLine]) -> int:
    return min(MAX_SCORE, sum(len(line.sections) for line in lines))


def _score_words(lines: list[GrownLine]) -> Phrase:
    return phrase("light_line.drawing.score", score=_score(lines), lines=_lengths(lines))


def _lengths(lines: list[GrownLine]) -> Phrase:
    """Returns the lengths of the lines in words."""
    first, *more = (len(line.sections) for line in lines)
    longest = phrase("light_line.drawing.line_length", n=first)
    if not more:
        return longest
    others = [phrase("light_line.drawing.other_length", n=length) for length in more]
    both = reduce(lambda one, other: phrase("frame.drawing.and", one=one, other=other), others)
    return phrase("light_line.drawing.lengths", first=longest, others=both)
