"""The engines of end_of_line.coop: the search, exact on small boards and a local search on large ones, comes
first, and SAT joins it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from puzzles.end_of_line.board import STANDARD, Start, torus
from puzzles.end_of_line.coop_layouts import STANDARD_LAYOUTS
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution, Player
from puzzles.texts import Phrase
from solvers.end_of_line.coop_refutations import refute, refute_thoroughly
from solvers.protocol import Continuation, Counting, KindSolvers, Limits, engine_at


def _refute_counted(puzzle: CoopPuzzle) -> Phrase | None:
    """Refutes that there is a solution that spends no energy."""
    return refute(replace(puzzle, energy=0))


_ENGINES = (
    engine_at("search", "solvers.end_of_line.coop_search:CoopSearch"),
    engine_at("sat", "solvers.end_of_line.coop_sat:CoopSat"),
)


# Enough for one look at the clock.
_WARM_UP_STEPS = 20_000


def _warm_up(_folder: Path) -> None:
    """Solves a puzzle of two players with one cell each, and begins to solve one on a large board."""
    starts = (Start((0, 0), "N"), Start((1, 1), "S"))
    players = tuple(Player(start, ("S",)) for start in starts)
    firsts = {(2, 0), (2, 1), *(player.start.cell for player in players)}
    blocked = tuple(cell for cell in torus(3, 3).cells if cell not in firsts)
    puzzle = CoopPuzzle(3, 3, blocked, 0, players)
    SOLVERS.engine("search").solve(puzzle, "any", Limits())
    layout, deck = STANDARD_LAYOUTS[2], tuple(card for card, n in STANDARD.items() for _ in range(n))
    large = tuple(Player(start, deck) for start in layout.starts)
    SOLVERS.engine("search").solve(
        CoopPuzzle(layout.rows, layout.cols, (), 0, large), "any", Limits(work=_WARM_UP_STEPS)
    )


_CONTINUATIONS: KindSolvers[Continuation[CoopPuzzle, CoopSolution], CoopSolution] = KindSolvers(
    kind="end_of_line.coop",
    refute=lambda continuation: refute(continuation.puzzle),
    refute_thoroughly=lambda continuation: refute_thoroughly(continuation.puzzle),
    engines=(
        engine_at("search", "solvers.end_of_line.coop_search:CoopContinuationSearch"),
        engine_at("sat", "solvers.end_of_line.coop_sat:CoopContinuationSat"),
    ),
    partners=lambda _: ("sat",),
)

SOLVERS: KindSolvers[CoopPuzzle, CoopSolution] = KindSolvers(
    kind="end_of_line.coop",
    refute=refute,
    refute_thoroughly=refute_thoroughly,
    engines=_ENGINES,
    partners=lambda _: ("sat",),
    counting=Counting(_ENGINES, _refute_counted, restriction="without spending energy"),
    continuations=_CONTINUATIONS,
    warm_up=_warm_up,
)
