"""What solves light_line.longest: the search answers, the models stand beside it."""

from __future__ import annotations

from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.longest import LongestPuzzle
from solvers.light_line.line_kinds_cpsat import LongestCpSat
from solvers.light_line.line_kinds_sat import LongestSat
from solvers.light_line.longest_search import LongestSearch
from solvers.light_line.refutations import refute_longest
from solvers.protocol import KindSolvers

SOLVERS: KindSolvers[LongestPuzzle, LineSolution] = KindSolvers(
    kind="light_line.longest",
    refute=refute_longest,
    explain=lambda puzzle: None,
    refute_count=refute_longest,
    engines=(LongestSearch(), LongestSat(), LongestCpSat()),
    partners=lambda puzzle: ("sat",),
)
