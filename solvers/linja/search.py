"""Solves endgames with an exact search, which needs no preparation and is fast for late positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout

import numpy as np

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.endgame import EndgamePuzzle, goal_threshold
from puzzles.linja.turns import results
from solvers.linja import search_kernel as kernel
from solvers.linja.engine import EndgameEngine, ValuedTurn, merged
from solvers.linja.packed_sides import packed
from solvers.protocol import Limits, Stop

# The number of slots for positions, as a power of two, of ten bytes each.
_MEMORY = 22
# More positions than any search visits, where only the clock limits the search.
_NO_LIMIT = 1 << 62
_POLL_SECONDS = 0.02
_MAX_MARGIN = 127


class _Stopped(Exception):
    """A limit ended the search."""


class Search:
    """A search with its memory of positions, for values of boards after turns of one player."""

    def __init__(self, player: Player, options: Options, limits: Limits, memory: int = _MEMORY) -> None:
        """`memory`: the number of slots for positions, as a power of two."""
        self._player, self._options = player, options
        self._moves_any = options.extra_move == "any"
        self._worth = np.array(options.worth, dtype=np.int64)
        self._memory, self._room = kernel.memory(memory), kernel.room()
        self._state = np.array([0, _NO_LIMIT if limits.work is None else limits.work], dtype=np.int64)

    def stop(self) -> None:
        self._state[kernel.STOP] = 1

    def best(self, board: Board) -> int:
        """Returns the margin that the player, who is to move, can force."""
        return self._search(board, self._player, -_MAX_MARGIN, _MAX_MARGIN)

    def value(self, board: Board) -> int:
        """Returns the margin that the player can force after a turn that led to this board."""
        return self._after(board, -_MAX_MARGIN, _MAX_MARGIN)

    def reaches(self, board: Board, threshold: int) -> bool:
        """Whether the value of the board reaches `threshold`."""
        return self._after(board, threshold - 1, threshold) >= threshold

    def _after(self, board: Board, alpha: int, beta: int) -> int:
        if board.ended:
            return board.margin(self._player, self._options)
        return -self._search(board, opponent(self._player), -beta, -alpha)

    def _search(self, board: Board, player: Player, alpha: int, beta: int) -> int:
        mine, theirs = packed(board, player)
        state = self._state
        value: int = kernel.search(
            mine, theirs, alpha, beta, 0, self._moves_any, self._worth, self._memory, self._room, state
        )
        if state[kernel.STOP] or state[kernel.LEFT] < 0:
            raise _Stopped
        return value


class SearchEngine(EndgameEngine):
    """See solvers.protocol.Solver."""

    def __init__(self) -> None:
        super().__init__("search", search_values)

    def toward_goal(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[ValuedTurn] | Stop:
        successors = results(puzzle.board, puzzle.to_move, puzzle.options)
        if not successors:
            return ()

        def values_by(search: Search) -> list[int]:
            best = search.best(puzzle.board)
            threshold = min(best, goal_threshold(puzzle.goal, best))
            return [_value_for_goal(search, board, threshold, best) for board in successors]

        values = _within_limits(Search(puzzle.to_move, puzzle.options, limits), limits, values_by)
        return values if isinstance(values, str) else merged(successors, values)


def search_values(
    boards: Sequence[Board], player: Player, options: Options, limits: Limits
) -> Sequence[int] | Stop:
    def values_by(search: Search) -> list[int]:
        return [search.value(board) for board in boards]

    return _within_limits(Search(player, options, limits), limits, values_by)


def _value_for_goal(search: Search, board: Board, threshold: int, best: int) -> int:
    """Returns a value that is exact only as to whether it is the best, and whether it reaches `threshold`."""
    if search.reaches(board, best):
        return best
    return threshold if threshold < best and search.reaches(board, threshold) else threshold - 1


def _within_limits(
    search: Search, limits: Limits, compute: Callable[[Search], list[int]]
) -> list[int] | Stop:
    """Computes values in a thread of its own while this one checks the limits."""
    clock = limits.start()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(compute, search)
        try:
            while True:
                try:
                    return future.result(_POLL_SECONDS)
                except FutureTimeout:
                    if clock.stopped():
                        search.stop()
        except _Stopped:
            return clock.stopped() or "time"
        finally:
            search.stop()  # the pool waits for the search, also after Ctrl-C here
