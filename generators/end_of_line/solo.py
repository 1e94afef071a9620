"""Makes and grades solo deals."""

from __future__ import annotations

import random

from generators.end_of_line.deals import Deals, deal_for_one
from generators.end_of_line.options import AreaOptions
from generators.end_of_line.solo_players import Players
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec
from puzzles.end_of_line.solo import KIND, SoloPuzzle, SoloSolution
from solvers.end_of_line.solo_sat import SoloSat
from solvers.end_of_line.solo_search import SoloSearch
from solvers.protocol import ENDLESS, Clock, Limits, Solved, Unknown

# The most conflicts of the second engine's proof; a deal that needs more is dropped, so no clock decides.
_CONFLICTS = 60_000


def _confirm(puzzle: SoloPuzzle, best: Solved[SoloSolution]) -> bool | None:
    outcome = SoloSat().solve(puzzle, "best", Limits(work=_CONFLICTS))
    if isinstance(outcome, Unknown) or (isinstance(outcome, Solved) and not outcome.proven):
        return None
    return isinstance(outcome, Solved) and outcome.score == best.score


DEALS: Deals[SoloPuzzle] = Deals(
    kind=KIND,
    deal=lambda spec, rng: SoloPuzzle(*deal_for_one(spec, rng)),
    solve=lambda puzzle, limits: SoloSearch().solve(puzzle, "best", limits),
    confirm=_confirm,
    players=Players,
    # Easy deals hardly ever need more.
    moves={"easy": 30_000, "medium": 100_000, "hard": 300_000, "expert": 300_000},
    min_wins={"easy": 30, "medium": 18, "hard": 6, "expert": 0},
)


class SoloMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "end_of_line.solo"
    version = 4
    # On larger boards best scores take too long to prove twice, and easy deals are too rare.
    options = AreaOptions(blocked=3, max_cells=36)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[SoloPuzzle]:
        return DEALS.generate(spec, rng)


class SoloGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: SoloPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where there is no solution, its best score cannot be proved, or the area is too large."""
        return DEALS.grade(puzzle, puzzle.area.rows * puzzle.area.cols, len(puzzle.area.free_cells()), clock)


GENERATORS: KindGenerators[SoloPuzzle] = KindGenerators(SoloMaker(), SoloGrader())
