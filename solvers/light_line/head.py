"""The engines of light_line.head: the search comes first, a SAT model joins it."""

from __future__ import annotations

from puzzles.light_line.head import HeadPuzzle
from puzzles.light_line.line_kinds import LineSolution
from solvers.light_line.refutations import refute_head, refute_head_thoroughly
from solvers.protocol import KindSolvers, engine_at

SOLVERS: KindSolvers[HeadPuzzle, LineSolution] = KindSolvers(
    kind="light_line.head",
    refute=refute_head,
    refute_thoroughly=refute_head_thoroughly,
    engines=(
        engine_at("search", "solvers.light_line.head_search:HeadSearch"),
        engine_at("sat", "solvers.light_line.line_kinds_sat:HeadSat"),
        engine_at("cpsat", "solvers.light_line.line_kinds_cpsat:HeadCpSat"),
    ),
    partners=lambda puzzle: ("sat",),
)
