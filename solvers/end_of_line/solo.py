"""What solves end_of_line.solo: the search answers, the models stand beside it."""

from __future__ import annotations

from puzzles.end_of_line.solo import SoloPuzzle, SoloSolution
from solvers.end_of_line.refutations import Demand, explain, refute
from solvers.end_of_line.solo_cpsat import SoloCpSat
from solvers.end_of_line.solo_sat import SoloSat
from solvers.end_of_line.solo_search import SoloSearch
from solvers.protocol import KindSolvers

# Up to here SAT now and then proves what the search does not; beyond, it is never the first.
MOST_FOR_SAT = 50


def _demand(puzzle: SoloPuzzle, stubs: int) -> Demand:
    return Demand(puzzle.area, puzzle.deck, {}, stubs, "deck")


SOLVERS: KindSolvers[SoloPuzzle, SoloSolution] = KindSolvers(
    kind="end_of_line.solo",
    refute=lambda puzzle: refute(_demand(puzzle, puzzle.energy)),
    explain=lambda puzzle: explain(_demand(puzzle, puzzle.energy)),
    # What is counted spends no energy, so its lines leave no stubs.
    refute_count=lambda puzzle: refute(_demand(puzzle, 0)),
    engines=(SoloSearch(), SoloSat(), SoloCpSat()),
    partners=lambda puzzle: ("sat",) if len(puzzle.area.free_cells()) <= MOST_FOR_SAT else (),
)
