"""end_of_line.cover: one line through every free cell, with cards from a tray and some of them given."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line import line_sections
from puzzles.end_of_line.board import (
    ANY_CARD,
    AREA_DEFAULTS,
    AREA_FIELDS,
    CARD_NAME,
    CARDS,
    CELL,
    HEADINGS,
    MAX_CARDS,
    PLACED,
    STANDARD,
    Area,
    PlacedCard,
    Round,
    cell_problems,
    read_area,
    read_placed,
    write_area,
    write_placed,
)
from puzzles.end_of_line.cover_puzzle import (
    CoverPuzzle,
    CoverSolution,
    Given,
    LineCell,
    PartialLine,
    tray_of,
)
from puzzles.end_of_line.drawing.cut_outs import tray_cut_outs
from puzzles.end_of_line.drawing.puzzle import CoverView
from puzzles.end_of_line.drawing.solution import JudgedSolution
from puzzles.end_of_line.play_cover import CoverPlay
from puzzles.end_of_line.referee import BrokenRule, LineReferee, broken_rule, not_covered
from puzzles.end_of_line.symmetry import Symmetry, canonical_twin
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Choice, Described, Integer, ListOf, ObjectShape, kind_name
from puzzles.kind import Facts, Twin, Violation
from puzzles.shaped_kind import ShapedKind
from puzzles.texts import BoardCell, Phrase, phrase, sentences

__all__ = ["KIND", "Cover", "CoverPuzzle", "CoverSolution", "Given", "LineCell", "PartialLine", "tray_of"]

COUNT = Integer(0, MAX_CARDS)
GIVEN = ObjectShape(
    {
        "cell": Described(CELL, "The cell on which the card lies, as `[row, col]`.", [0, 1]),
        "card": Described(CARD_NAME, "The card, by its exits: L left, S straight on, R right.", "LS"),
        "heading": Described(
            Choice(HEADINGS), "The heading with which the line enters the card; absent where it is open.", "N"
        ),
    },
    optional=("heading",),
    what="a given: an object with cell and card",
)
TRAY = ObjectShape(
    {card: Described(COUNT, f"How many cards of the type {card}.") for card in CARDS},
    optional=CARDS,
    what="an object of counts by card",
)
PUZZLE = ObjectShape(
    {
        "kind": kind_name("end_of_line.cover"),
        **AREA_FIELDS,
        "tray": Described(
            TRAY, "How many cards of each type there are, the given ones included; an absent type counts 0."
        ),
        "givens": Described(
            ListOf(GIVEN, max_items=MAX_CARDS),
            "The cards that lie on the board already.",
            [{"cell": [0, 1], "card": "LS", "heading": "N"}],
        ),
    },
    {**AREA_DEFAULTS, "tray": STANDARD, "givens": []},
    what="an end_of_line.cover puzzle",
)
SOLUTION = ObjectShape(
    {
        "line": Described(
            ListOf(PLACED, max_items=MAX_CARDS),
            "Every cell of the line in order, without the start cell, each with a card of the tray.",
        )
    },
    what="an object with line",
)
LINE_CELL = ObjectShape(
    {
        **PLACED.fields,
        "card": Described(
            CARD_NAME,
            "The card on it, as in a solution; absent where it is open: then it is the given one on the cell "
            "of a given, and elsewhere any that the tray has for the turn of the line there.",
            "L",
        ),
    },
    optional=("card",),
    what="an object with cell, and card where that is settled",
)
PROGRESS = ObjectShape(
    {
        "line": Described(
            ListOf(LINE_CELL, max_items=MAX_CARDS),
            "The first cells of the line in order, the start cell left out.",
            [{"cell": [1, 2]}, {"cell": [1, 3], "card": "L"}],
        )
    },
    {"line": []},
    what="an object with line",
)


class Cover(ShapedKind):
    """The kind; see puzzles.kind.PuzzleKind for what each member is for."""

    id = "end_of_line.cover"
    summary = "END OF LINE cover: cover the area with one line of cards from a tray, some of them given."
    facts = Facts(unique=True, explained=True)
    play = CoverPlay()
    puzzle_shape, solution_shape, progress_shape = PUZZLE, SOLUTION, PROGRESS
    line_form = line_sections.COVER

    def parse(self, document: object) -> CoverPuzzle:
        fields = PUZZLE.read(document)
        area, problems = read_area(fields)
        givens = tuple(Given(g["cell"], g["card"], g.get("heading")) for g in fields["givens"])
        problems += _given_problems(area, givens)
        total = sum(fields["tray"].values())
        if total > MAX_CARDS:
            problems.append(Problem("/tray", f"expected at most {MAX_CARDS} cards in all, got {total}"))
        if problems:
            raise BadInput(problems)
        return CoverPuzzle(area, tray_of(fields["tray"]), tuple(sorted(givens, key=lambda g: g.cell)))

    def serialise(self, puzzle: CoverPuzzle) -> dict[str, Any]:
        return {
            "kind": self.id,
            **write_area(puzzle.area),
            "tray": {card: n for card, n in zip(CARDS, puzzle.tray, strict=True) if n},
            "givens": [
                {"cell": list(g.cell), "card": g.card} | ({"heading": g.heading} if g.heading else {})
                for g in puzzle.givens
            ],
        }

    def parse_solution(self, document: object) -> CoverSolution:
        return CoverSolution(tuple(map(read_placed, SOLUTION.read(document)["line"])))

    def parse_progress(self, document: object) -> PartialLine | None:
        line = PROGRESS.read(document)["line"]
        return PartialLine(tuple(LineCell(laid["cell"], laid.get("card")) for laid in line)) if line else None

    def progress_violations(self, puzzle: CoverPuzzle, progress: PartialLine) -> tuple[Violation, ...]:
        """Every rule that is broken whatever the open cards are. A tray that cannot pay for these breaks
        none: the line cannot be finished, but that is for the solvers to say."""
        cards = progress.settled_cards(puzzle)
        line = [
            PlacedCard(card or ANY_CARD, laid.cell) for card, laid in zip(cards, progress.line, strict=True)
        ]
        open_steps = [step for step, card in enumerate(cards) if card is None]
        violations = self._violations(puzzle, line, open_steps)
        return tuple(violation for violation in violations if violation.rule != "covered")

    def begins_with(self, solution: CoverSolution, progress: PartialLine) -> bool:
        return progress.begins(solution.line)

    def serialise_solution(self, solution: CoverSolution) -> dict[str, Any]:
        return {"line": [write_placed(placed_card) for placed_card in solution.line]}

    def verify(self, puzzle: CoverPuzzle, solution: CoverSolution) -> tuple[Violation, ...]:
        """Every broken rule. Cards come out of the tray in the order of the line, given cards too."""
        return tuple(self._violations(puzzle, solution.line))

    def _violations(
        self, puzzle: CoverPuzzle, placed_cards: Sequence[PlacedCard], open_steps: Container[int] = ()
    ) -> list[Violation]:
        """Every rule that a line breaks. `open_steps`: those whose cards only stand for others, and do not
        come out of the tray."""
        line = LineReferee(puzzle.area)
        givens = {g.cell: g for g in puzzle.givens}
        left = dict(zip(CARDS, puzzle.tray, strict=True))
        violations: list[Violation] = []
        for step, placed_card in enumerate(placed_cards):
            if line.full():
                violations.append(_violation(step, broken_rule("after_end")))
                continue
            entry = line.entry_of(placed_card.cell)
            broken = list(line.lay(placed_card))
            if step not in open_steps:
                left[placed_card.card] -= 1
                if left[placed_card.card] < 0:
                    broken.append(broken_rule("tray", card=placed_card.card))
            if placed_card.cell in givens:
                broken += _given_faults(givens.pop(placed_card.cell), placed_card, entry)
            violations += [_violation(step, fault) for fault in broken]
        if not line.full():
            violations.append(Violation(*not_covered(line), {}))
        return violations

    def score(self, puzzle: CoverPuzzle, solution: CoverSolution) -> int | None:
        return None

    def task(self, puzzle: CoverPuzzle, target: int | None = None) -> Phrase:
        line = phrase(f"{self.id}.task.line")
        givens = len(puzzle.givens)
        return sentences(line, phrase(f"{self.id}.task.givens", n=givens)) if givens else line

    def twin(self, puzzle: CoverPuzzle) -> Twin[CoverPuzzle, CoverSolution]:
        counts = dict(zip(CARDS, puzzle.tray, strict=True))

        def mapped_puzzle(symmetry: Symmetry) -> CoverPuzzle:
            givens = (
                Given(symmetry.cell(g.cell), symmetry.card(g.card), g.heading and symmetry.heading(g.heading))
                for g in puzzle.givens
            )
            return CoverPuzzle(
                symmetry.area(puzzle.area),
                tuple(counts[symmetry.card(card)] for card in CARDS),
                tuple(sorted(givens, key=lambda g: g.cell)),
            )

        return canonical_twin(puzzle.area, mapped_puzzle, _order, _mapped_solution)

    def draw_text(
        self, puzzle: CoverPuzzle, solution: CoverSolution | None = None, look: TextLook = PLAIN_TEXT
    ) -> str:
        return _view(puzzle).text(self._judged(puzzle, solution), look)

    def draw(self, puzzle: CoverPuzzle, solution: CoverSolution | None = None, look: Look = PLAIN) -> Drawing:
        return _view(puzzle).draw(self._judged(puzzle, solution), look)

    def cut_outs(self, puzzle: CoverPuzzle, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(tray_cut_outs(dict(zip(CARDS, puzzle.tray, strict=True)), look))

    def _judged(self, puzzle: CoverPuzzle, solution: CoverSolution | None) -> JudgedSolution | None:
        if solution is None:
            return None
        return JudgedSolution((Round(solution.line),), self.verify(puzzle, solution))


KIND = Cover()


def _given_problems(area: Area, givens: tuple[Given, ...]) -> list[Problem]:
    problems = cell_problems(area, "/givens", [g.cell for g in givens], "/cell")
    for i, given in enumerate(givens):
        if given.cell in area.blocked:
            problems.append(Problem(f"/givens/{i}/cell", f"cell {list(given.cell)} is blocked"))
        if given.cell == area.start.cell:
            problems.append(Problem(f"/givens/{i}/cell", "the start card stands on this cell"))
    return problems


def _violation(step: int, broken: BrokenRule) -> Violation:
    message = phrase("end_of_line.violation.at_step", step=step + 1, words=broken.words)
    return Violation(broken.rule, message, {"step": step})


def _given_faults(given: Given, placed_card: PlacedCard, entry: str | None) -> list[BrokenRule]:
    cell = BoardCell(*given.cell)
    if given.card != placed_card.card:
        return [broken_rule("given", given=given.card, cell=cell, card=placed_card.card)]
    if given.heading is not None and entry is not None and given.heading != entry:
        headings = {
            "given": phrase(f"end_of_line.drawing.heading.{given.heading}"),
            "entry": phrase(f"end_of_line.drawing.heading.{entry}"),
        }
        return [BrokenRule("given", phrase("end_of_line.violation.given_entry", cell=cell, **headings))]
    return []


def _order(puzzle: CoverPuzzle) -> tuple[Any, ...]:
    givens = tuple((g.cell, g.card, g.heading or "") for g in puzzle.givens)
    return puzzle.area.start.heading, puzzle.area.blocked, puzzle.tray, givens


def _mapped_solution(symmetry: Symmetry, solution: CoverSolution) -> CoverSolution:
    return CoverSolution(symmetry.line(solution.line))


def _view(puzzle: CoverPuzzle) -> CoverView:
    givens = tuple((g.cell, g.card, g.heading) for g in puzzle.givens)
    return CoverView(puzzle.area, dict(zip(CARDS, puzzle.tray, strict=True)), givens)
