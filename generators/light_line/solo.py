"""Makes SOLO-LINE deals, graded by the luck that a simulated player needs, with their layouts counted.

Random deals have many layouts. They are made rarer by exchanging single cards as long as the layouts do not
become more, and deals of many cards grow out of smaller ones that have few.
"""

from __future__ import annotations

import random

from generators.grading_scale import Scale
from generators.light_line.card_source import DealOptions, Source, none_found, wanted_cards
from generators.light_line.players import luck_needed
from generators.protocol import (
    GRADES,
    Grade,
    GradedPuzzle,
    Grading,
    KindGenerators,
    NoneFound,
    Spec,
    refuse_contradiction,
)
from puzzles.light_line.cards import Card
from puzzles.light_line.solo import KIND, SoloPuzzle
from solvers.light_line.line_growth import first_line
from solvers.light_line.line_kinds_sat import SoloSat
from solvers.light_line.palette import full_palettes
from solvers.light_line.solo_search import SoloSearch, count_layouts
from solvers.protocol import ENDLESS, Clock, Impossible, Limits, Solved, Unknown

SCALE = Scale((2.0, 3.75, 5.75))
CARDS: dict[Grade, tuple[int, ...]] = {
    "easy": (5, 6, 7),
    "medium": (5, 6, 7),
    "hard": (6, 7, 8),
    "expert": (7, 8),
}
# Deals that need two sections on a card are not found with fewer cards of the printed form.
_LEAST_EXPERT = 6
# Layouts of a deal that is published: so many are still counted twice in little time.
MOST_LAYOUTS = 500
# Among so few layouts it is worth asking whether all have two sections on a card.
_FEW = 5
# The size at which deals begin to grow.
_SEED_CARDS = 6
# What a first deal may have.
_MANY = 20_000
# Steps of the search for one count, and conflicts of the second engine's. A deal that needs more is dropped.
_STEPS = 2_000_000
_CONFLICTS = 200_000
# Exchanges in vain after which one begins anew; cards tried for a place in a growing deal.
_PATIENCE = 600
_TRIED = 20
# Deals of many cards take long, and are hardly ever what they were not in the first attempts.
_ATTEMPTS, _ATTEMPTS_AT_LARGE, _LARGE = 400, 30, 9


class SoloMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "light_line.solo"
    version = 1
    options = DealOptions(5, 12, with_unique=True)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[SoloPuzzle]:
        source = Source(spec.options, rng)
        attempts = _ATTEMPTS if (spec.options.get("cards") or 0) < _LARGE else _ATTEMPTS_AT_LARGE
        for _ in range(attempts):
            number = wanted_cards(spec, CARDS, rng)
            _refuse_hopeless(spec, number)
            deal = _Deal(spec, source, rng).finish(number)
            if deal is not None and _confirmed(deal):
                return deal
        raise none_found(self.kind, spec, attempts)


class SoloGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: SoloPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None without a layout, or when it takes too long to find one."""
        limits = Limits(seconds=clock.left(), work=_STEPS)
        if clock.stopped() or not isinstance(SoloSearch().solve(puzzle, "any", limits), Solved):
            return None
        return _grading(puzzle, clock)


GENERATORS: KindGenerators[SoloPuzzle] = KindGenerators(SoloMaker(), SoloGrader())


def _refuse_hopeless(spec: Spec, number: int) -> None:
    """Where many thousands of deals had none."""
    if spec.grade == "expert" and number < _LEAST_EXPERT:
        raise NoneFound(
            f"expert deals need two sections on a card, and at least {_LEAST_EXPERT} cards for it"
        )
    if spec.grade == "easy" and spec.options["unique"]:
        raise NoneFound("deals with exactly one layout are never easy")


class _Deal:
    """A deal on its way to its grade: the cards, and how many layouts they have."""

    def __init__(self, spec: Spec, source: Source, rng: random.Random) -> None:
        self._spec, self._source, self._rng = spec, source, rng
        self._cards: tuple[Card, ...] = ()
        self._layouts = 0

    def finish(self, number: int) -> GradedPuzzle[SoloPuzzle] | None:
        """A puzzle of the grade with so many cards; None where this deal does not lead to one."""
        if not self._begin(min(number, _SEED_CARDS)):
            return None
        goal = 1 if self._spec.options["unique"] else _FEW if self._spec.grade == "expert" else MOST_LAYOUTS
        while True:
            if not self._fewer(goal):
                return None
            if len(self._cards) < number:
                if not self._grow():
                    return None
                continue
            puzzle = SoloPuzzle(self._source.named(self._cards))
            grading = _grading(puzzle)
            if grading is None or GRADES.index(grading.grade) > GRADES.index(self._spec.grade):
                return None
            if grading.grade == self._spec.grade and self._keeps_promise(puzzle):
                extras = {"layouts": self._layouts, "deck": self._source.title()}
                return GradedPuzzle(puzzle, grading, extras)
            if goal == 1:
                return None
            goal = max(1, min(goal, self._layouts) // 2)

    def _keeps_promise(self, puzzle: SoloPuzzle) -> bool:
        return self._spec.grade != "expert" or needs_two(puzzle) is True

    def _begin(self, number: int) -> bool:
        self._cards = self._source.cards(number)
        self._layouts = _counted(self._cards, _MANY)
        return self._layouts > 0

    def _fewer(self, goal: int) -> bool:
        """Exchange cards until the layouts are at most as many as the goal."""
        vain = 0
        while self._layouts > goal and vain < _PATIENCE:
            i = self._rng.randrange(len(self._cards))
            new = self._source.card(self._cards)
            cards = (*self._cards[:i], new, *self._cards[i + 1 :])
            layouts = _counted(cards, self._layouts + 1)
            vain = 0 if 0 < layouts < self._layouts else vain + 1
            if layouts:
                self._cards, self._layouts = cards, layouts
        return self._layouts <= goal

    def _grow(self) -> bool:
        """One card more: of some the one with the fewest layouts."""
        best, fewest = None, _MANY
        for _ in range(_TRIED):
            cards = (*self._cards, self._source.card(self._cards))
            layouts = _counted(cards, fewest)
            if layouts:
                best, fewest = cards, layouts
        if best is None:
            return False
        self._cards, self._layouts = best, fewest
        return True


def needs_two(puzzle: SoloPuzzle) -> bool | None:
    """Whether every line has two sections on some card; None where that takes too long to find out."""
    limits = Limits(work=_STEPS)
    once = first_line(full_palettes(puzzle.cards), puzzle.cards, len(puzzle.cards), limits, again=False)
    return None if isinstance(once, Unknown) else isinstance(once, Impossible)


def _counted(cards: tuple[Card, ...], below: int) -> int:
    """The number of layouts; 0 also where they are not fewer than that, or take too long to count."""
    counted = count_layouts(SoloPuzzle(cards), below, Limits(work=_STEPS))
    return counted.n if counted.exact else 0


def _confirmed(deal: GradedPuzzle[SoloPuzzle]) -> bool:
    """A second engine, of another kind, counts as many layouts."""
    layouts = deal.extras["layouts"]
    counted = SoloSat().count(deal.puzzle, layouts + 1, Limits(work=_CONFLICTS))
    refuse_contradiction(KIND, deal.puzzle, counted.n > layouts or (counted.exact and counted.n < layouts))
    return counted.exact


def _grading(puzzle: SoloPuzzle, clock: Clock = ENDLESS) -> Grading | None:
    """At the canonical twin: the players' chance goes by the order of the cards, and a grade must not."""
    twin = KIND.twin(puzzle).puzzle
    luck = luck_needed(list(full_palettes(twin.cards)), len(twin.cards), clock=clock)
    if luck is None:
        return None
    return SCALE.grading(luck, "expert" if needs_two(twin) else "easy")
