"""What solves light_line.head: the search answers, the models stand beside it."""

from __future__ import annotations

from puzzles.light_line.chain import LineSolution
from puzzles.light_line.head import HeadPuzzle
from solvers.base import KindSolvers
from solvers.light_line.cpsat import HeadCpSat
from solvers.light_line.head_search import HeadSearch
from solvers.light_line.refute import explain_head, refute_head
from solvers.light_line.sat import HeadSat

SOLVERS: KindSolvers[HeadPuzzle, LineSolution] = KindSolvers(
    kind="light_line.head",
    refute=refute_head,
    explain=explain_head,
    refute_count=refute_head,
    engines=(HeadSearch(), HeadSat(), HeadCpSat()),
    partners=lambda puzzle: ("sat",),
)
