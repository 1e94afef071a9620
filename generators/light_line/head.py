"""Makes HEAD-LINE deals, graded by the luck that a simulated player needs."""

from __future__ import annotations

import random

from generators.grading_scale import Scale
from generators.light_line.card_source import CardSource, DealOptions, card_count, none_found
from generators.light_line.players import luck_needed
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec, refuse_contradiction
from puzzles.grades import Grade
from puzzles.light_line.head import KIND, HeadPuzzle
from solvers.light_line.head_search import HeadSearch
from solvers.light_line.line_kinds_sat import HeadSat
from solvers.light_line.palette import palettes
from solvers.protocol import ENDLESS, Clock, Impossible, Limits, Solved

SCALE = Scale((1.0, 2.0, 3.0))
CARDS: dict[Grade, tuple[int, ...]] = {
    "easy": (6, 7, 8),
    "medium": (7, 8, 9),
    "hard": (8, 9, 10),
    "expert": (8, 9, 10, 11, 12),
}
# The line has at least this many cards, and at most all but one.
MIN_LENGTH = 4
# The most steps of the search, and the most conflicts of the second engine.
_STEPS = 2_000_000
_CONFLICTS = 100_000
_ATTEMPTS = 2_000


class HeadMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "light_line.head"
    version = 1
    options = DealOptions(5, 12)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[HeadPuzzle]:
        source = CardSource(spec.options, rng)
        for _ in range(_ATTEMPTS):
            cards = source.cards(card_count(spec, CARDS, rng))
            length = rng.randrange(MIN_LENGTH, len(cards))
            puzzle = HeadPuzzle(source.with_ids(cards), length)
            grading = GENERATORS.grader.grade(puzzle)
            if grading is not None and grading.grade == spec.grade and _confirmed(puzzle):
                return GradedPuzzle(puzzle, grading, {"deck": source.title()})
        raise none_found(self.kind, spec, _ATTEMPTS)


class HeadGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: HeadPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where there is no such line, or it takes too long to find one.

        The canonical twin is graded: the order of the cards steers the players' luck, but must not change the
        grade."""
        outcome = HeadSearch().solve(puzzle, "any", Limits(seconds=clock.left(), work=_STEPS))
        if not isinstance(outcome, Solved):
            return None
        twin = KIND.twin(puzzle).puzzle
        colours = [palette for palette in palettes(twin.cards, wild=False) if palette.sections]
        luck = luck_needed(colours, puzzle.length, revisit=False, clock=clock)
        return None if luck is None else SCALE.grading(luck)


# Fewer than of other kinds, as the records are long.
GENERATORS: KindGenerators[HeadPuzzle] = KindGenerators(HeadMaker(), HeadGrader(), pack_size=100)


def _confirmed(puzzle: HeadPuzzle) -> bool:
    """Whether a second engine, of another type, finds a line too."""
    outcome = HeadSat().solve(puzzle, "any", Limits(work=_CONFLICTS))
    refuse_contradiction(KIND, puzzle, isinstance(outcome, Impossible))
    return isinstance(outcome, Solved)
