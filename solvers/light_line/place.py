"""The engines of light_line.place: a search, and a graph as the second opinion."""

from __future__ import annotations

from puzzles.light_line.place import PartialPlacement, Placement, PlacePuzzle
from solvers.light_line.refutations import refute_place
from solvers.protocol import Continuation, Counting, KindSolvers, engine_at

_ENGINES = (
    engine_at("search", "solvers.light_line.place_search:PlaceSearch"),
    engine_at("graph", "solvers.light_line.place_graph:PlaceGraph"),
)

_CONTINUING = (
    engine_at("search", "solvers.light_line.place_search:PlaceContinuationSearch"),
    engine_at("graph", "solvers.light_line.place_graph:PlaceContinuationGraph"),
)
_CONTINUATIONS: KindSolvers[Continuation[PlacePuzzle, PartialPlacement], Placement] = KindSolvers(
    kind="light_line.place",
    refute=lambda continuation: refute_place(continuation.puzzle),
    refute_thoroughly=lambda continuation: None,
    engines=_CONTINUING,
    partners=lambda continuation: (),
    counting=Counting(_CONTINUING, lambda continuation: refute_place(continuation.puzzle)),
)

SOLVERS: KindSolvers[PlacePuzzle, Placement] = KindSolvers(
    kind="light_line.place",
    refute=refute_place,
    refute_thoroughly=lambda puzzle: None,
    engines=_ENGINES,
    partners=lambda puzzle: (),
    counting=Counting(_ENGINES, refute_place),
    continuations=_CONTINUATIONS,
)
