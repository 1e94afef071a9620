"""The engines of light_line.place: a search, and a graph as the second opinion."""

from __future__ import annotations

from puzzles.light_line.place import Placement, PlacePuzzle
from solvers.light_line.refutations import refute_place
from solvers.protocol import Counting, KindSolvers, engine_at

_ENGINES = (
    engine_at("search", "solvers.light_line.place_search:PlaceSearch"),
    engine_at("graph", "solvers.light_line.place_graph:PlaceGraph"),
)

SOLVERS: KindSolvers[PlacePuzzle, Placement] = KindSolvers(
    kind="light_line.place",
    refute=refute_place,
    refute_thoroughly=lambda puzzle: None,
    engines=_ENGINES,
    partners=lambda puzzle: (),
    counting=Counting(_ENGINES, refute_place),
)
