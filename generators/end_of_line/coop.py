"""Makes and grades co-operative deals.

On small boards the players need each other: the best score is out of reach of players who look only at their
own next turn, and of players who each cover a natural share of the board.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace

from generators.end_of_line.coop_shares import needs_cooperation
from generators.end_of_line.coop_teams import Teams
from generators.end_of_line.deals import DECKS, Deals
from generators.end_of_line.options import AreaOptions, shuffled_deck
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec
from puzzles.end_of_line.board import HEADINGS, STANDARD, Cell, Start, torus
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_layouts import STANDARD_LAYOUTS
from puzzles.end_of_line.coop_puzzle import MIN_PLAYERS, CoopPuzzle, CoopSolution, Player
from puzzles.json_shapes import Choice, Described, Integer
from solvers.end_of_line.coop_cpsat_bound import is_beyond_counting
from solvers.end_of_line.coop_refutations import refute
from solvers.end_of_line.coop_sat import CoopSat
from solvers.end_of_line.coop_search import CoopSearch
from solvers.protocol import ENDLESS, Clock, Impossible, Limits, Outcome, Solved

# With more players, or more cells, best scores can hardly be proved.
_MAX_PLAYERS, _MAX_CELLS, _MAX_ENERGY = 4, 49, 3
# Boards with more free cells are large: only best scores that counting alone shows to be greatest are proved,
# and whether players could share out the board is not examined. Hardly any team reaches such a score there,
# so that nearly all these deals are for experts.
_MAX_SMALL = 24
_ATTEMPTS, _LARGE_ATTEMPTS = 1200, 40
# With at most so many free cells SAT proves nearly every best score; with more, counting is tried before.
_MAX_PROVED_BY_SAT = 16
# The most conflicts of the second engine's proof; a deal that needs more is dropped, so no clock decides.
_CONFLICTS = 30_000
# The most conflicts, for each free cell, of the search for a solution on a large board.
_CONFLICTS_PER_CELL = 6_000
# By how much the deck of each player exceeds an equal share of the cells, at least and at most.
_MIN_SPARE, _MAX_SPARE = 1, 3


def _is_large(puzzle: CoopPuzzle) -> bool:
    return len(puzzle.free_cells) > _MAX_SMALL


def _deal(spec: Spec, rng: random.Random) -> CoopPuzzle:
    """Deals decks of equal size, puts start cards where the layout says, and blocked cells anywhere."""
    options = spec.options
    starts, blocked = (_printed_starts if options["layout"] == "rulebook" else _random_starts)(spec, rng)
    free = options["rows"] * options["cols"] - len(starts) - len(blocked)
    size = math.ceil(free / len(starts)) + rng.randint(_MIN_SPARE, _MAX_SPARE)
    counts = rng.choice(DECKS[spec.grade])
    if options["layout"] == "rulebook":
        size, counts = sum(STANDARD.values()), STANDARD
    players = tuple(Player(start, tuple(shuffled_deck(counts, size, rng)[:size])) for start in starts)
    return CoopPuzzle(options["rows"], options["cols"], tuple(sorted(blocked)), options["energy"], players)


def _random_starts(spec: Spec, rng: random.Random) -> tuple[list[Start], list[Cell]]:
    """Returns start cards and blocked cells, all of them anywhere."""
    options = spec.options
    cells = torus(options["rows"], options["cols"]).cells
    chosen = rng.sample(cells, options["blocked"] + options["players"])
    starts = [Start(cell, rng.choice(HEADINGS)) for cell in chosen[: options["players"]]]
    return starts, chosen[options["players"] :]


def _printed_starts(spec: Spec, rng: random.Random) -> tuple[list[Start], list[Cell]]:
    """Returns start cards in the middle that lie as in the rulebook, the cells that they enclose, and as many
    blocked cells elsewhere as are asked for."""
    options = spec.options
    rows, cols = options["rows"], options["cols"]
    layout = replace(STANDARD_LAYOUTS[options["players"]], rows=rows, cols=cols)
    layout = layout.shifted(rows // 2 - 1, cols // 2 - 1)
    taken = {start.cell for start in layout.starts} | set(layout.enclosed)
    cells = [cell for cell in torus(rows, cols).cells if cell not in taken]
    return list(layout.starts), [*layout.enclosed, *rng.sample(cells, options["blocked"])]


def _solve(puzzle: CoopPuzzle, limits: Limits) -> Outcome[CoopSolution]:
    if refute(puzzle) is not None:
        return Impossible()
    if _is_large(puzzle):
        work = _CONFLICTS_PER_CELL * len(puzzle.free_cells)
        return CoopSat().solve(puzzle, "best", replace(limits, work=work))
    return CoopSearch().solve(puzzle, "best", limits)


def _confirm(puzzle: CoopPuzzle, best: Solved[CoopSolution]) -> bool | None:
    """Whether the checker agrees on the best score, and an engine of another type that there is no better."""
    if best.score is None or KIND.verify(puzzle, best.solution):
        return False
    if KIND.score(puzzle, best.solution) != best.score:
        return False
    if len(puzzle.free_cells) > _MAX_PROVED_BY_SAT:
        if is_beyond_counting(puzzle, best.score + 1, Limits(work=_CONFLICTS)):
            return True
        if _is_large(puzzle):
            return None
    return CoopSat().confirm(puzzle, best, Limits(work=_CONFLICTS))


def _needs_cooperation(puzzle: CoopPuzzle, best: int) -> bool | None:
    return _is_large(puzzle) or needs_cooperation(puzzle, best)


def _attempts(spec: Spec) -> int:
    cells = spec.options["rows"] * spec.options["cols"] - spec.options["blocked"] - spec.options["players"]
    return _LARGE_ATTEMPTS if cells > _MAX_SMALL else _ATTEMPTS


DEALS: Deals[CoopPuzzle] = Deals(
    kind=KIND,
    deal=_deal,
    solve=_solve,
    confirm=_confirm,
    players=Teams,
    moves={"easy": 2_000_000, "medium": 2_000_000, "hard": 2_000_000, "expert": 2_000_000},
    min_wins={"easy": 25, "medium": 12, "hard": 3, "expert": 0},
    promises=_needs_cooperation,
    attempts=_attempts,
)


class CoopMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "end_of_line.coop"
    version = 1
    options = AreaOptions(
        blocked=1,
        side=4,
        max_cells=_MAX_CELLS,
        more={
            "players": Described(Integer(MIN_PLAYERS, _MAX_PLAYERS), "players"),
            "energy": Described(Integer(0, _MAX_ENERGY), "points of energy of each player"),
            "layout": Described(
                Choice(("scattered", "rulebook")),
                "where the start cards lie: anywhere, or as in the rulebook, with decks of 25 cards",
            ),
        },
        defaults={"players": 2, "energy": 1, "layout": "scattered"},
    )

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[CoopPuzzle]:
        return DEALS.generate(spec, rng)


class CoopGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: CoopPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where there is no solution, its best score cannot be proved, or the area is too large."""
        return DEALS.grade(puzzle, puzzle.rows * puzzle.cols, len(puzzle.free_cells), clock)


GENERATORS: KindGenerators[CoopPuzzle] = KindGenerators(CoopMaker(), CoopGrader(), pack_size=100)
