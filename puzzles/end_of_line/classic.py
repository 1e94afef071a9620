"""end_of_line.classic: cards are drawn one by one, and placed or put on a discard pile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line import line_sections
from puzzles.end_of_line.action_json import ActionShape, write_action
from puzzles.end_of_line.board import (
    ANY_CARD,
    AREA_DEFAULTS,
    AREA_FIELDS,
    DECK,
    ENERGY,
    INITIATIVE,
    PlacedCard,
    read_area,
    write_area,
)
from puzzles.end_of_line.classic_puzzle import (
    MAX_ACTIONS,
    MIN_CARDS_TO_REVERSE,
    Action,
    ClassicPuzzle,
    ClassicSolution,
    cards_of_actions,
)
from puzzles.end_of_line.deal_task import deal_task
from puzzles.end_of_line.drawing.actions import JudgedActions, judged_actions
from puzzles.end_of_line.drawing.cut_outs import deck_cut_outs
from puzzles.end_of_line.drawing.puzzle import ClassicView
from puzzles.end_of_line.play_classic import ClassicPlay
from puzzles.end_of_line.referee import BrokenRule, LineReferee, broken_rule, not_covered
from puzzles.end_of_line.symmetry import Symmetry, canonical_twin
from puzzles.errors import BadInput
from puzzles.json_shapes import Described, ListOf, ObjectShape, kind_name
from puzzles.kind import Facts, Twin, Violation
from puzzles.shaped_kind import ShapedKind
from puzzles.texts import Phrase, phrase

PUZZLE = ObjectShape(
    {
        "kind": kind_name("end_of_line.classic"),
        **AREA_FIELDS,
        "deck": DECK,
        "energy": ENERGY,
    },
    {**AREA_DEFAULTS, "energy": 3},
    what="an end_of_line.classic puzzle",
)
SOLUTION = ObjectShape(
    {"actions": Described(ListOf(ActionShape(), max_items=MAX_ACTIONS), "The actions in their order.")},
    what="an object with actions",
)
PROGRESS = replace(
    SOLUTION,
    fields={"actions": Described(ListOf(ActionShape(), max_items=MAX_ACTIONS), "The actions so far.")},
    defaults={"actions": []},
)


class Classic(ShapedKind):
    """The kind; see puzzles.kind.PuzzleKind for what each member is for."""

    id = "end_of_line.classic"
    summary = "END OF LINE classic: cover the area with one line, with a deck drawn card by card and a pile."
    facts = Facts(scored=True)
    play = ClassicPlay()
    puzzle_shape, solution_shape, progress_shape = PUZZLE, SOLUTION, PROGRESS
    line_form = line_sections.CLASSIC

    def parse(self, document: object) -> ClassicPuzzle:
        fields = PUZZLE.read(document)
        area, problems = read_area(fields)
        if problems:
            raise BadInput(problems)
        return ClassicPuzzle(area, fields["deck"], fields["energy"])

    def serialise(self, puzzle: ClassicPuzzle) -> dict[str, Any]:
        return {
            "kind": self.id,
            **write_area(puzzle.area),
            "deck": list(puzzle.deck),
            "energy": puzzle.energy,
        }

    def parse_solution(self, document: object) -> ClassicSolution:
        return ClassicSolution(SOLUTION.read(document)["actions"])

    def serialise_solution(self, solution: ClassicSolution) -> dict[str, Any]:
        return {"actions": [write_action(action) for action in solution.actions]}

    def parse_progress(self, document: object) -> ClassicSolution | None:
        actions = PROGRESS.read(document)["actions"]
        return ClassicSolution(actions) if actions else None

    def progress_violations(self, puzzle: ClassicPuzzle, progress: ClassicSolution) -> tuple[Violation, ...]:
        return tuple(v for v in self.verify(puzzle, progress) if v.rule != "covered")

    def begins_with(self, solution: ClassicSolution, progress: ClassicSolution) -> bool:
        return solution.actions[: len(progress.actions)] == progress.actions

    def verify(self, puzzle: ClassicPuzzle, solution: ClassicSolution) -> tuple[Violation, ...]:
        return _Referee(puzzle).judge(solution)

    def score(self, puzzle: ClassicPuzzle, solution: ClassicSolution) -> int:
        cards = zip(solution.actions, cards_of_actions(puzzle.deck, solution.actions), strict=True)
        placed = sum(INITIATIVE[card] for action, card in cards if action.cell is not None and card)
        spent = sum(action.reverse for action in solution.actions)
        return sum(INITIATIVE[card] for card in puzzle.deck) - placed + puzzle.energy - spent

    def task(self, puzzle: ClassicPuzzle, target: int | None = None) -> Phrase:
        lay = phrase(f"{self.id}.task.lay")
        return deal_task(self.id, lay, puzzle.energy, target)

    def twin(self, puzzle: ClassicPuzzle) -> Twin[ClassicPuzzle, ClassicSolution]:
        def mapped_puzzle(symmetry: Symmetry) -> ClassicPuzzle:
            deck = tuple(map(symmetry.card, puzzle.deck))
            return ClassicPuzzle(symmetry.area(puzzle.area), deck, puzzle.energy)

        return canonical_twin(puzzle.area, mapped_puzzle, _order, _mapped_solution)

    def draw_text(
        self, puzzle: ClassicPuzzle, solution: ClassicSolution | None = None, look: TextLook = PLAIN_TEXT
    ) -> str:
        return _view(puzzle).text(self._judged(puzzle, solution), look)

    def draw(
        self, puzzle: ClassicPuzzle, solution: ClassicSolution | None = None, look: Look = PLAIN
    ) -> Drawing:
        return _view(puzzle).draw(self._judged(puzzle, solution), look)

    def cut_outs(self, puzzle: ClassicPuzzle, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(deck_cut_outs(puzzle.deck, look))

    def _judged(self, puzzle: ClassicPuzzle, solution: ClassicSolution | None) -> JudgedActions | None:
        if solution is None:
            return None
        violations = self.verify(puzzle, solution)
        score = None if violations else self.score(puzzle, solution)
        return judged_actions(puzzle.deck, solution.actions, violations, score)


KIND = Classic()


def _view(puzzle: ClassicPuzzle) -> ClassicView:
    return ClassicView(puzzle.area, puzzle.deck, puzzle.energy)


def _order(puzzle: ClassicPuzzle) -> tuple[Any, ...]:
    return puzzle.area.start.heading, puzzle.area.blocked, puzzle.deck


def _mapped_solution(symmetry: Symmetry, solution: ClassicSolution) -> ClassicSolution:
    return ClassicSolution(
        tuple(
            action if action.cell is None else replace(action, cell=symmetry.cell_of_card(action.cell))
            for action in solution.actions
        )
    )


class _Referee:
    """Goes through a solution action by action and notes every broken rule.

    A card that breaks a rule counts as placed where the solution says, and so does one that neither deck nor
    pile has: it may be any. It is undecided whether energy spent against the rules has its effect.
    """

    def __init__(self, puzzle: ClassicPuzzle) -> None:
        self.puzzle = puzzle
        self.line = LineReferee(puzzle.area)
        self.placed = 0
        self.energy = puzzle.energy
        self.violations: list[Violation] = []

    def judge(self, solution: ClassicSolution) -> tuple[Violation, ...]:
        cards = cards_of_actions(self.puzzle.deck, solution.actions)
        for step, (action, card) in enumerate(zip(solution.actions, cards, strict=True)):
            if self.line.full():
                self._note(broken_rule("after_end"), step)
                continue
            if card is None:
                self._note(broken_rule("discard" if action.do == "recover" else "draw"), step)
            if action.cell is not None:
                self._place(PlacedCard(card or ANY_CARD, action.cell), action, step)
        if not self.line.full():
            self.violations.append(Violation(*not_covered(self.line), {}))
        return tuple(self.violations)

    def _place(self, placed_card: PlacedCard, action: Action, step: int) -> None:
        allowed = not action.reverse or self._spend(step)
        self.line.begin_round(may_reverse=action.reverse)
        for broken in self.line.lay(placed_card, must_reverse=action.reverse and allowed):
            self._note(broken, step)
        self.placed += 1

    def _spend(self, step: int) -> bool:
        """Spend a point of energy on a reverse, if that is allowed."""
        if self.energy < 1:
            effect = phrase("end_of_line.drawing.energy.reverse")
            self._note(broken_rule("energy", effect=effect), step)
            return False
        if self.placed < MIN_CARDS_TO_REVERSE:
            words = phrase("end_of_line.violation.reverse_too_early", cards=MIN_CARDS_TO_REVERSE)
            self._note(BrokenRule("energy", words), step)
            return False
        self.energy -= 1
        return True

    def _note(self, broken: BrokenRule, step: int) -> None:
        message = phrase("end_of_line.violation.at_action", action=step + 1, words=broken.words)
        self.violations.append(Violation(broken.rule, message, {"step": step}))
