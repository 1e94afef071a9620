"""What solves light_line.solo: the search answers, the models stand beside it."""

from __future__ import annotations

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.line_kinds_cpsat import SoloCpSat
from solvers.light_line.line_kinds_sat import SoloSat
from solvers.light_line.refutations import explain_solo, refute_solo
from solvers.light_line.solo_search import SoloSearch
from solvers.protocol import KindSolvers

SOLVERS: KindSolvers[SoloPuzzle, LineSolution] = KindSolvers(
    kind="light_line.solo",
    refute=refute_solo,
    explain=explain_solo,
    refute_count=refute_solo,
    engines=(SoloSearch(), SoloSat(), SoloCpSat()),
    partners=lambda puzzle: ("sat",),
)
