"""Fixed shares of a board: whether each player alone could cover a part that was agreed on beforehand.

A line that keeps to its share is a solo puzzle. The best scores of these puzzles, added up, are a bound on
what players reach who do so: where it falls short of the best score, they must leave their shares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzles.end_of_line.board import Area, Cell
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.end_of_line.solo_puzzle import SoloPuzzle
from solvers.end_of_line.solo_search import SoloSearch
from solvers.protocol import Limits, Solved, Unknown

Shares = Mapping[Cell, int]
# The most moves of the search for what one player can reach.
_MOVES = 20_000


def needs_cooperation(puzzle: CoopPuzzle, best: int) -> bool | None:
    """Whether no natural shares allow the best score; None where that takes too much work to tell."""
    for shares in natural_shares(puzzle):
        most = _greatest_score(puzzle, shares)
        if most is None or most >= best:
            return None if most is None else False
    return True


def natural_shares(puzzle: CoopPuzzle) -> Iterator[Shares]:
    """Yields the ways to share out the free cells that people would think of.

    Each cell goes to the player whose line begins nearest to it, or the board is cut into as many bands of
    rows or of columns as there are players, wherever each of them begins in a band of their own."""
    firsts = [puzzle.area_of(p).first_cell() for p in range(len(puzzle.players))]
    for sign in (1, -1):
        yield {
            cell: min((_distance(puzzle, cell, first), sign * p) for p, first in enumerate(firsts))[1] * sign
            for cell in puzzle.free_cells
        }
    for axis, size in enumerate((puzzle.rows, puzzle.cols)):
        for shift in range(size):
            band = [(line - shift) % size * len(firsts) // size for line in range(size)]
            owner = {band[first[axis]]: p for p, first in enumerate(firsts)}
            if len(owner) == len(firsts):
                yield {cell: owner[band[cell[axis]]] for cell in puzzle.free_cells}


def _distance(puzzle: CoopPuzzle, one: Cell, other: Cell) -> int:
    """The number of steps from one cell to another."""
    down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
    return min(down, puzzle.rows - down) + min(right, puzzle.cols - right)


def _greatest_score(puzzle: CoopPuzzle, shares: Shares) -> int | None:
    """Returns a bound on the score with these shares, -1 where somebody cannot cover theirs; None where that
    takes too much work to tell."""
    total = 0
    for p, player in enumerate(puzzle.players):
        area = puzzle.area_of(p)
        others = {cell for cell, owner in shares.items() if owner != p}
        share = Area(area.rows, area.cols, area.start, tuple(sorted({*area.blocked, *others})))
        outcome = SoloSearch().solve(
            SoloPuzzle(share, player.deck, puzzle.energy), "best", Limits(work=_MOVES)
        )
        if isinstance(outcome, Unknown) or (isinstance(outcome, Solved) and not outcome.proven):
            return None
        if not isinstance(outcome, Solved) or outcome.score is None:
            return -1
        total += outcome.score
    return total
