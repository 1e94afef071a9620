"""Makes and grades classic deals."""

from __future__ import annotations

import random

from generators.end_of_line.classic_players import Players
from generators.end_of_line.deals import Deals, deal_for_one
from generators.end_of_line.options import AreaOptions
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec
from puzzles.end_of_line.classic import KIND
from puzzles.end_of_line.classic_puzzle import ClassicPuzzle, ClassicSolution
from solvers.end_of_line.classic_sat import ClassicSat
from solvers.end_of_line.classic_search import ClassicSearch
from solvers.protocol import ENDLESS, Clock, Limits, Solved

# The most conflicts of the second engine's proof; a deal that needs more is dropped, so no clock decides.
_CONFLICTS = 20_000


def _confirm(puzzle: ClassicPuzzle, best: Solved[ClassicSolution]) -> bool | None:
    return ClassicSat().confirm(puzzle, best, Limits(work=_CONFLICTS))


DEALS: Deals[ClassicPuzzle] = Deals(
    kind=KIND,
    deal=lambda spec, rng: ClassicPuzzle(*deal_for_one(spec, rng)),
    solve=lambda puzzle, limits: ClassicSearch().solve(puzzle, "best", limits),
    confirm=_confirm,
    players=Players,
    moves={"easy": 10_000, "medium": 20_000, "hard": 40_000, "expert": 40_000},
    min_wins={"easy": 15, "medium": 8, "hard": 2, "expert": 0},
)


class ClassicMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "end_of_line.classic"
    version = 1
    # On larger boards best scores take too long to prove twice, and easy deals are too rare.
    options = AreaOptions(blocked=3, max_cells=36)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[ClassicPuzzle]:
        return DEALS.generate(spec, rng)


class ClassicGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: ClassicPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where there is no solution, its best score cannot be proved, or the area is too large."""
        return DEALS.grade(puzzle, puzzle.area.rows * puzzle.area.cols, len(puzzle.area.free_cells()), clock)


GENERATORS: KindGenerators[ClassicPuzzle] = KindGenerators(ClassicMaker(), ClassicGrader(), pack_size=100)
