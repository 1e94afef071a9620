"""Makes LONG-LINE deals, graded by the luck that a simulated player needs to reach the best score."""

from __future__ import annotations

import random

from generators.grading_scale import Scale
from generators.light_line.card_source import CardSource, DealOptions, card_count, none_found
from generators.light_line.players import luck_needed
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec, refuse_contradiction
from puzzles.grades import Grade
from puzzles.light_line.longest import KIND, LongestPuzzle
from solvers.light_line.line_kinds_sat import LongestSat
from solvers.light_line.longest_search import LongestSearch
from solvers.light_line.palette import palettes
from solvers.protocol import ENDLESS, Clock, Limits, Outcome, Solved

SCALE = Scale((1.6, 2.6, 3.5))
CARDS: dict[Grade, tuple[int, ...]] = {
    "easy": (6, 7, 8),
    "medium": (8,),
    "hard": (8, 9, 10),
    "expert": (8, 9, 10, 11, 12),
}
# The most steps of the search for the best score, and the most conflicts of the second engine's proof.
_STEPS = 2_000_000
_CONFLICTS = 100_000
_ATTEMPTS = 2_000


class LongestMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "light_line.longest"
    version = 1
    options = DealOptions(5, 12)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[LongestPuzzle]:
        source = CardSource(spec.options, rng)
        for _ in range(_ATTEMPTS):
            puzzle = LongestPuzzle(source.with_ids(source.cards(card_count(spec, CARDS, rng))))
            grading = GENERATORS.grader.grade(puzzle)
            if grading is not None and grading.grade == spec.grade and _confirmed(puzzle):
                return GradedPuzzle(puzzle, grading, {"deck": source.title()})
        raise none_found(self.kind, spec, _ATTEMPTS)


class LongestGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: LongestPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where there is no line, or its best score takes too long to prove.

        The canonical twin is graded: the order of the cards steers the players' luck, but must not change the
        grade."""
        best = _best(puzzle, clock)
        if best is None:
            return None
        twin = KIND.twin(puzzle).puzzle
        colours = [palette for palette in palettes(twin.cards, wild=False) if palette.sections]
        luck = luck_needed(colours, best, clock=clock)
        return None if luck is None else SCALE.grading(luck)


# Fewer than of other kinds, as the records are long.
GENERATORS: KindGenerators[LongestPuzzle] = KindGenerators(LongestMaker(), LongestGrader(), pack_size=100)


def _best(puzzle: LongestPuzzle, clock: Clock = ENDLESS) -> int | None:
    return _proved_score(LongestSearch().solve(puzzle, "best", Limits(seconds=clock.left(), work=_STEPS)))


def _proved_score(outcome: Outcome[object]) -> int | None:
    """Returns the score where it is proved to be the best, else None."""
    return outcome.score if isinstance(outcome, Solved) and outcome.proven else None


def _confirmed(puzzle: LongestPuzzle) -> bool:
    """Whether a second engine, of another type, proves the same best score."""
    second = _proved_score(LongestSat().solve(puzzle, "best", Limits(work=_CONFLICTS)))
    refuse_contradiction(KIND, puzzle, second is not None and second != _best(puzzle))
    return second is not None
