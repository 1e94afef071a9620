"""Makes SOLO-LINE deals, graded by the luck that a simulated player needs, with their layouts counted.

Random deals have many layouts. Single cards are exchanged as long as that does not add layouts, and deals of
many cards grow out of smaller ones that have few layouts.
"""

from __future__ import annotations

import random

from generators.errors import NoneFound
from generators.grading_scale import Scale
from generators.light_line.card_source import CardSource, DealOptions, card_count, none_found
from generators.light_line.players import luck_needed
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec, refuse_contradiction
from puzzles.grades import GRADES, Grade
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
_MIN_EXPERT = 6
# The most layouts of a published deal: these can still be counted twice in little time.
MAX_LAYOUTS = 500
# Only with this few layouts is it worth checking whether all of them have two sections on a card.
_FEW = 5
# The most cards of a first deal; larger deals grow from it.
_MAX_FIRST_CARDS = 6
# The most layouts of a first deal.
_MANY = 20_000
# The most steps of the search for one count, and the most conflicts of the second engine. A deal that needs
# more is dropped.
_STEPS = 2_000_000
_CONFLICTS = 200_000
# Useless exchanges after which a new deal is begun; cards tried for each new card of a growing deal.
_MAX_FAILURES = 600
_TRIED = 20
# Deals of many cards take long, and rarely succeed when the first attempts have failed.
_ATTEMPTS, _LARGE_ATTEMPTS, _LARGE = 400, 30, 9


class SoloMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "light_line.solo"
    version = 1
    options = DealOptions(5, 12, with_unique=True)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[SoloPuzzle]:
        source = CardSource(spec.options, rng)
        attempts = _ATTEMPTS if (spec.options.get("cards") or 0) < _LARGE else _LARGE_ATTEMPTS
        for _ in range(attempts):
            number = card_count(spec, CARDS, rng)
            _refuse_hopeless(spec, number)
            graded = _Deal(spec, source, rng).finish(number)
            if graded is not None and _confirmed(graded):
                return graded
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
    """Raises NoneFound for options with which many thousands of deals gave no puzzle."""
    if spec.grade == "expert" and number < _MIN_EXPERT:
        message = "expert deals need a line with two sections on one card, which takes at least"
        raise NoneFound(f"{message} {_MIN_EXPERT} cards")
    if spec.grade == "easy" and spec.options["unique"]:
        raise NoneFound("deals with exactly one layout are never easy")


class _Deal:
    """A deal that is changed until it has its grade: the cards, and how many layouts they have."""

    def __init__(self, spec: Spec, source: CardSource, rng: random.Random) -> None:
        self._spec, self._source, self._rng = spec, source, rng
        self._cards: tuple[Card, ...] = ()
        self._layouts = 0

    def finish(self, number: int) -> GradedPuzzle[SoloPuzzle] | None:
        """Returns a puzzle of the grade with `number` cards; None where this deal does not lead to one."""
        if not self._begin(min(number, _MAX_FIRST_CARDS)):
            return None
        goal = 1 if self._spec.options["unique"] else _FEW if self._spec.grade == "expert" else MAX_LAYOUTS
        while True:
            if not self._reduce_layouts(goal):
                return None
            if len(self._cards) < number:
                if not self._grow():
                    return None
                continue
            puzzle = SoloPuzzle(self._source.with_ids(self._cards))
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
        return self._spec.grade != "expert" or needs_double(puzzle) is True

    def _begin(self, number: int) -> bool:
        self._cards = self._source.cards(number)
        self._layouts = _layout_count(self._cards, _MANY)
        return self._layouts > 0

    def _reduce_layouts(self, goal: int) -> bool:
        """Exchanges cards until there are at most `goal` layouts; returns whether that succeeded."""
        failures = 0
        while self._layouts > goal and failures < _MAX_FAILURES:
            i = self._rng.randrange(len(self._cards))
            new = self._source.card(self._cards)
            cards = (*self._cards[:i], new, *self._cards[i + 1 :])
            layouts = _layout_count(cards, self._layouts + 1)
            failures = 0 if 0 < layouts < self._layouts else failures + 1
            if layouts:
                self._cards, self._layouts = cards, layouts
        return self._layouts <= goal

    def _grow(self) -> bool:
        """Adds the one of some random cards that leaves the fewest layouts; returns whether one fits."""
        best, fewest = None, _MANY
        for _ in range(_TRIED):
            cards = (*self._cards, self._source.card(self._cards))
            layouts = _layout_count(cards, fewest)
            if layouts:
                best, fewest = cards, layouts
        if best is None:
            return False
        self._cards, self._layouts = best, fewest
        return True


def needs_double(puzzle: SoloPuzzle) -> bool | None:
    """Whether every line has two sections on some card; None where that takes too long to prove."""
    limits = Limits(work=_STEPS)
    single = first_line(full_palettes(puzzle.cards), puzzle.cards, len(puzzle.cards), limits, revisit=False)
    return None if isinstance(single, Unknown) else isinstance(single, Impossible)


def _layout_count(cards: tuple[Card, ...], below: int) -> int:
    """Returns the number of layouts; 0 also where they are `below` or more, or take too long to count."""
    result = count_layouts(SoloPuzzle(cards), below, Limits(work=_STEPS))
    return result.n if result.exact else 0


def _confirmed(graded: GradedPuzzle[SoloPuzzle]) -> bool:
    """Whether a second engine, of another type, counts as many layouts."""
    layouts = graded.extras["layouts"]
    result = SoloSat().count(graded.puzzle, layouts + 1, Limits(work=_CONFLICTS))
    refuse_contradiction(KIND, graded.puzzle, result.n > layouts or (result.exact and result.n < layouts))
    return result.exact


def _grading(puzzle: SoloPuzzle, clock: Clock = ENDLESS) -> Grading | None:
    """Grades the canonical twin: the order of cards steers the players' luck, but must not change the
    grade."""
    twin = KIND.twin(puzzle).puzzle
    luck = luck_needed(list(full_palettes(twin.cards)), len(twin.cards), clock=clock)
    if luck is None:
        return None
    return SCALE.grading(luck, "expert" if needs_double(twin) else "easy")
