"""What solves light_line.head: the search answers, the models stand beside it."""

from __future__ import annotations

from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line.head_search import HeadSearch
from solvers.light_line.line_kinds_cpsat import HeadCpSat
from solvers.light_line.line_kinds_sat import HeadSat
from solvers.light_line.refutations import explain_head, refute_head
from solvers.protocol import KindSolvers

SOLVERS: KindSolvers[HeadPuzzle, LineSolution] = KindSolvers(
    kind="light_line.head",
    refute=refute_head,
    explain=explain_head,
    refute_count=refute_head,
    engines=(HeadSearch(), HeadSat(), HeadCpSat()),
    partners=lambda puzzle: ("sat",),
)
