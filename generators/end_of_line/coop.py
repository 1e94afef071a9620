"""Makes and grades co-operative deals that need co-operation."""

from __future__ import annotations

import math
import random

from generators.end_of_line.coop_options import CoopOptions
from generators.end_of_line.coop_shares import needs_cooperation
from generators.end_of_line.coop_teams import Teams
from generators.end_of_line.deals import DECKS, Deals
from generators.end_of_line.options import shuffled_deck
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec
from puzzles.end_of_line.board import HEADINGS, Start, torus
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution, Player
from solvers.end_of_line.coop_refutations import refute
from solvers.end_of_line.coop_sat import CoopSat
from solvers.end_of_line.coop_search import CoopSearch
from solvers.protocol import ENDLESS, Clock, Impossible, Limits, Outcome, Solved

# The most conflicts of the second engine's proof; a deal that needs more is dropped, so no clock decides.
_CONFLICTS = 30_000
# By how much the deck of each player exceeds an equal share of the cells, at least and at most.
_MIN_SPARE, _MAX_SPARE = 1, 3


def _deal(spec: Spec, rng: random.Random) -> CoopPuzzle:
    """Deals decks of equal size, and puts start cards and blocked cells anywhere."""
    options = spec.options
    rows, cols, players = options["rows"], options["cols"], options["players"]
    chosen = rng.sample(torus(rows, cols).cells, options["blocked"] + players)
    starts = [Start(cell, rng.choice(HEADINGS)) for cell in chosen[:players]]
    size = math.ceil((rows * cols - len(chosen)) / players) + rng.randint(_MIN_SPARE, _MAX_SPARE)
    counts = rng.choice(DECKS[spec.grade])
    decks = [tuple(shuffled_deck(counts, size, rng)[:size]) for _ in starts]
    owners = tuple(Player(start, deck) for start, deck in zip(starts, decks, strict=True))
    return CoopPuzzle(rows, cols, tuple(sorted(chosen[players:])), options["energy"], owners)


def _solve(puzzle: CoopPuzzle, limits: Limits) -> Outcome[CoopSolution]:
    if refute(puzzle) is not None:
        return Impossible()
    return CoopSearch().solve(puzzle, "best", limits)


def _confirm(puzzle: CoopPuzzle, best: Solved[CoopSolution]) -> bool | None:
    if KIND.verify(puzzle, best.solution):
        return False
    return CoopSat().confirm(puzzle, best, Limits(work=_CONFLICTS))


DEALS: Deals[CoopPuzzle] = Deals(
    kind=KIND,
    deal=_deal,
    solve=_solve,
    confirm=_confirm,
    players=Teams,
    moves={"easy": 2_000_000, "medium": 2_000_000, "hard": 2_000_000, "expert": 2_000_000},
    min_wins={"easy": 25, "medium": 12, "hard": 3, "expert": 0},
    promises=needs_cooperation,
)


class CoopMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "end_of_line.coop"
    version = 1
    options = CoopOptions()

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[CoopPuzzle]:
        return DEALS.generate(spec, rng)


class CoopGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: CoopPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where there is no solution, its best score cannot be proved, or the area is too large."""
        return DEALS.grade(puzzle, puzzle.rows * puzzle.cols, len(puzzle.free_cells), clock)


GENERATORS: KindGenerators[CoopPuzzle] = KindGenerators(CoopMaker(), CoopGrader())
