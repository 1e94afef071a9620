"""What solves light_line.place: there is so little to see that all of it is looked at."""

from __future__ import annotations

from puzzles.light_line.place import PlacePuzzle, Placing
from solvers.light_line.place_graph import PlaceGraph
from solvers.light_line.place_search import PlaceSearch
from solvers.light_line.refutations import refute_place
from solvers.protocol import KindSolvers

SOLVERS: KindSolvers[PlacePuzzle, Placing] = KindSolvers(
    kind="light_line.place",
    refute=refute_place,
    explain=lambda puzzle: None,
    refute_count=refute_place,
    engines=(PlaceSearch(), PlaceGraph()),
    partners=lambda puzzle: (),
)
