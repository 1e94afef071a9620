"""What solves light_line.solo: the search answers, the models stand beside it."""

from __future__ import annotations

from puzzles.light_line.chain import LineSolution
from puzzles.light_line.solo import SoloPuzzle
from solvers.base import KindSolvers
from solvers.light_line.cpsat import SoloCpSat
from solvers.light_line.refute import explain_solo, refute_solo
from solvers.light_line.sat import SoloSat
from solvers.light_line.solo_search import SoloSearch

SOLVERS: KindSolvers[SoloPuzzle, LineSolution] = KindSolvers(
    kind="light_line.solo",
    refute=refute_solo,
    explain=explain_solo,
    refute_count=refute_solo,
    engines=(SoloSearch(), SoloSat(), SoloCpSat()),
    partners=lambda puzzle: ("sat",),
)
