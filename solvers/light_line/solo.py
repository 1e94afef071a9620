"""The engines of light_line.solo: the search comes first, a SAT model joins it."""

from __future__ import annotations

from puzzles.light_line.cards import Card, PlacedCard, Tube
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.refutations import refute_solo, refute_solo_thoroughly
from solvers.protocol import Continuation, Counting, KindSolvers, Limits, engine_at

_ENGINES = (
    engine_at("search", "solvers.light_line.solo_search:SoloSearch"),
    engine_at("sat", "solvers.light_line.line_kinds_sat:SoloSat"),
    engine_at("cpsat", "solvers.light_line.line_kinds_cpsat:SoloCpSat"),
)

_CONTINUING = (
    engine_at("search", "solvers.light_line.continuation_search:SoloContinuationSearch"),
    engine_at("sat", "solvers.light_line.continuation_sat:SoloContinuationSat"),
)
_CONTINUATIONS: KindSolvers[Continuation[SoloPuzzle, LineSolution], LineSolution] = KindSolvers(
    kind="light_line.solo",
    refute=lambda continuation: refute_solo(continuation.puzzle),
    refute_thoroughly=lambda continuation: refute_solo_thoroughly(continuation.puzzle),
    engines=_CONTINUING,
    partners=lambda continuation: ("sat",),
    counting=Counting(_CONTINUING, lambda continuation: refute_solo(continuation.puzzle)),
)

# A card that lies and one in hand: the kernel of continuations is that of all line kinds.
_STRAIGHT = Tube("red", ("N0", "S0"))
_CARDS = (Card("1", (_STRAIGHT,)), Card("2", (_STRAIGHT,)))
_BEGUN = LineSolution((PlacedCard("1", 0, 0, turned=False),), ())


def _compile() -> None:
    continuation = Continuation(SoloPuzzle(_CARDS), _BEGUN)
    _CONTINUATIONS.engine("search").solve(continuation, "any", Limits())


SOLVERS: KindSolvers[SoloPuzzle, LineSolution] = KindSolvers(
    kind="light_line.solo",
    refute=refute_solo,
    refute_thoroughly=refute_solo_thoroughly,
    engines=_ENGINES,
    partners=lambda puzzle: ("sat",),
    counting=Counting(_ENGINES, refute_solo),
    continuations=_CONTINUATIONS,
    warm_up=lambda _folder: _compile(),
    compile=_compile,
)
