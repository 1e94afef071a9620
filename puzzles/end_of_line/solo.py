"""end_of_line.solo: a deck in a known order, a hand, rounds and energy."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.end_of_line import line_sections
from puzzles.end_of_line.board import (
    AREA_DEFAULTS,
    AREA_FIELDS,
    DECK,
    ENERGY,
    INITIATIVE,
    MAX_CARDS,
    PLACED,
    Round,
    read_area,
    read_placed,
    write_area,
    write_placed,
)
from puzzles.end_of_line.deal_task import deal_task
from puzzles.end_of_line.drawing.cut_outs import deck_cut_outs
from puzzles.end_of_line.drawing.puzzle import SoloView
from puzzles.end_of_line.drawing.solution import JudgedSolution
from puzzles.end_of_line.play_solo import SoloPlay
from puzzles.end_of_line.player_referee import PlayerReferee
from puzzles.end_of_line.referee import BrokenRule, LineReferee, broken_rule, not_covered
from puzzles.end_of_line.solo_puzzle import (
    EFFECTS,
    FIRST_ENERGY_ROUND,
    HAND_SIZE,
    SoloPuzzle,
    SoloSolution,
    round_size,
)
from puzzles.end_of_line.symmetry import Symmetry, canonical_twin
from puzzles.errors import BadInput
from puzzles.json_shapes import Choice, CountedAs, Described, ListOf, ObjectShape, kind_name
from puzzles.kind import Facts, Twin, Violation
from puzzles.shaped_kind import ShapedKind
from puzzles.texts import Phrase, phrase

__all__ = [
    "EFFECTS",
    "FIRST_ENERGY_ROUND",
    "HAND_SIZE",
    "KIND",
    "Solo",
    "SoloPuzzle",
    "SoloSolution",
    "round_size",
]

PUZZLE = ObjectShape(
    {
        "kind": kind_name("end_of_line.solo"),
        **AREA_FIELDS,
        "deck": DECK,
        "energy": ENERGY,
    },
    {**AREA_DEFAULTS, "energy": 3},
    what="an end_of_line.solo puzzle",
)
ROUND = ObjectShape(
    {
        "energy": Described(
            Choice(EFFECTS, or_null=True), "What a point of energy is spent on in this round, if it is."
        ),
        # Most rounds place two cards. Up to the limit the referee takes more, and reports them.
        "cards": Described(
            CountedAs(ListOf(PLACED, max_items=MAX_CARDS), ListOf(PLACED, max_items=2)),
            "The cards in the order of placing.",
        ),
    },
    {"energy": None},
    what="a round: an object with cards",
)
SOLUTION = ObjectShape(
    {"rounds": Described(ListOf(ROUND, max_items=MAX_CARDS), "The rounds in their order.")},
    what="an object with rounds",
)
_ROUND_BEGUN = replace(ROUND, defaults={"energy": None, "cards": []}, what="a round")
PROGRESS = replace(
    SOLUTION,
    fields={
        "rounds": Described(
            ListOf(_ROUND_BEGUN, max_items=MAX_CARDS), "The rounds so far; the last may lack cards."
        )
    },
    defaults={"rounds": []},
)


class Solo(ShapedKind):
    """The kind; see puzzles.kind.PuzzleKind for what each member is for."""

    id = "end_of_line.solo"
    summary = "END OF LINE solo: cover the area with one line, with a deck in a known order and some energy."
    facts = Facts(scored=True)
    play = SoloPlay()
    puzzle_shape, solution_shape, progress_shape = PUZZLE, SOLUTION, PROGRESS
    line_form = line_sections.SOLO

    def parse(self, document: object) -> SoloPuzzle:
        fields = PUZZLE.read(document)
        area, problems = read_area(fields)
        if problems:
            raise BadInput(problems)
        return SoloPuzzle(area, fields["deck"], fields["energy"])

    def serialise(self, puzzle: SoloPuzzle) -> dict[str, Any]:
        return {
            "kind": self.id,
            **write_area(puzzle.area),
            "deck": list(puzzle.deck),
            "energy": puzzle.energy,
        }

    def parse_solution(self, document: object) -> SoloSolution:
        return _read_rounds(SOLUTION.read(document))

    def parse_progress(self, document: object) -> SoloSolution | None:
        """Rounds begun; a last one in which nothing was done yet is left out."""
        rounds = _read_rounds(PROGRESS.read(document)).rounds
        rounds = rounds[:-1] if rounds and rounds[-1] == Round(()) else rounds
        return SoloSolution(rounds) if rounds else None

    def progress_violations(self, puzzle: SoloPuzzle, progress: SoloSolution) -> tuple[Violation, ...]:
        """Free cells, and cards that the last round still has to place, are no violations yet."""
        last_round = {"round": len(progress.rounds) - 1}
        return tuple(
            violation
            for violation in self.verify(puzzle, progress)
            if violation.rule != "covered" and (violation.rule, violation.at) != ("round_size", last_round)
        )

    def begins_with(self, solution: SoloSolution, progress: SoloSolution) -> bool:
        """Energy is spent before a round's first card: once a round is begun its energy is settled."""
        *complete, last = progress.rounds
        count = len(complete)
        if len(solution.rounds) <= count or list(solution.rounds[:count]) != complete:
            return False
        whole = solution.rounds[count]
        return whole.energy == last.energy and whole.cards[: len(last.cards)] == last.cards

    def serialise_solution(self, solution: SoloSolution) -> dict[str, Any]:
        return {
            "rounds": [
                ({"energy": r.energy} if r.energy else {}) | {"cards": [write_placed(c) for c in r.cards]}
                for r in solution.rounds
            ]
        }

    def verify(self, puzzle: SoloPuzzle, solution: SoloSolution) -> tuple[Violation, ...]:
        return _Referee(puzzle).judge(solution)

    def score(self, puzzle: SoloPuzzle, solution: SoloSolution) -> int:
        placed_counts = Counter(card.card for r in solution.rounds for card in r.cards)
        left = Counter(puzzle.deck)
        left.subtract(placed_counts)
        energy_spent = sum(r.energy is not None for r in solution.rounds)
        return sum(INITIATIVE[card] * n for card, n in left.items()) + puzzle.energy - energy_spent

    def task(self, puzzle: SoloPuzzle, target: int | None = None) -> Phrase:
        lay = phrase(f"{self.id}.task.lay")
        return deal_task(self.id, lay, puzzle.energy, target)

    def twin(self, puzzle: SoloPuzzle) -> Twin[SoloPuzzle, SoloSolution]:
        def mapped_puzzle(symmetry: Symmetry) -> SoloPuzzle:
            deck = tuple(map(symmetry.card, puzzle.deck))
            return SoloPuzzle(symmetry.area(puzzle.area), deck, puzzle.energy)

        return canonical_twin(puzzle.area, mapped_puzzle, _order, _mapped_solution)

    def draw_text(
        self, puzzle: SoloPuzzle, solution: SoloSolution | None = None, look: TextLook = PLAIN_TEXT
    ) -> str:
        return SoloView(puzzle.area, puzzle.deck, puzzle.energy).text(self._judged(puzzle, solution), look)

    def draw(self, puzzle: SoloPuzzle, solution: SoloSolution | None = None, look: Look = PLAIN) -> Drawing:
        return SoloView(puzzle.area, puzzle.deck, puzzle.energy).draw(self._judged(puzzle, solution), look)

    def cut_outs(self, puzzle: SoloPuzzle, look: Look = PLAIN) -> tuple[CutOut, ...]:
        return tuple(deck_cut_outs(puzzle.deck, look))

    def _judged(self, puzzle: SoloPuzzle, solution: SoloSolution | None) -> JudgedSolution | None:
        if solution is None:
            return None
        violations = self.verify(puzzle, solution)
        return JudgedSolution(
            solution.rounds, violations, None if violations else self.score(puzzle, solution)
        )


KIND = Solo()


def _read_rounds(fields: dict[str, Any]) -> SoloSolution:
    rounds = fields["rounds"]
    return SoloSolution(tuple(Round(tuple(map(read_placed, r["cards"])), r["energy"]) for r in rounds))


def _order(puzzle: SoloPuzzle) -> tuple[Any, ...]:
    return puzzle.area.start.heading, puzzle.area.blocked, puzzle.deck


def _mapped_solution(symmetry: Symmetry, solution: SoloSolution) -> SoloSolution:
    return SoloSolution(tuple(Round(symmetry.line(r.cards), r.energy) for r in solution.rounds))


class _Referee:
    """Goes through a solution round by round and notes every broken rule."""

    def __init__(self, puzzle: SoloPuzzle) -> None:
        self.line = LineReferee(puzzle.area)
        self.player = PlayerReferee(self.line, puzzle.deck, puzzle.energy)
        self.violations: list[Violation] = []

    def judge(self, solution: SoloSolution) -> tuple[Violation, ...]:
        for index, played_round in enumerate(solution.rounds):
            if self.line.full():
                self._after_end(index, len(played_round.cards))
            else:
                self._round(index, played_round)
        if not self.line.full():
            self.violations.append(Violation(*not_covered(self.line), {}))
        return tuple(self.violations)

    def _after_end(self, index: int, cards: int) -> None:
        """Note every card of a round after the end, or the round itself when it has none."""
        for card in range(cards) or (None,):
            self._note(broken_rule("after_end"), index, card)

    def _note(self, broken: BrokenRule, index: int, card: int | None) -> None:
        """Note a rule that a card of a round breaks, or the round as a whole."""
        words = broken.words
        if card is None:
            message = phrase("end_of_line.violation.in_round", round=index + 1, words=words)
            self.violations.append(Violation(broken.rule, message, {"round": index}))
        else:
            message = phrase("end_of_line.violation.at_card", round=index + 1, card=card + 1, words=words)
            self.violations.append(Violation(broken.rule, message, {"round": index, "card": card}))

    def _round(self, index: int, played_round: Round) -> None:
        number, count = index + 1, len(played_round.cards)
        self.player.fill_hand()
        fewest = self.player.fewest_cards(number, played_round.energy)
        for card, broken in self.player.play(number, played_round.cards, played_round.energy):
            self._note(broken, index, card)
        if count < fewest and not self.line.full():
            numbers = {"round": number, "count": count, "minimum": fewest}
            message = phrase("end_of_line.violation.round_too_short", **numbers)
            self.violations.append(Violation("round_size", message, {"round": index}))
