"""The exact search of endgames: it needs no preparation, and sees to the end of late positions at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout

import numpy as np

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.endgame import EndgamePuzzle, least_of
from puzzles.linja.turns import results
from solvers.linja import search_kernel as kernel
from solvers.linja.engine import EndgameEngine, Move, merged
from solvers.linja.packed_sides import packed
from solvers.protocol import Limits, Stop

# Positions are remembered in so many slots (a power of two), of ten bytes each.
_MEMORY = 22
# More than the positions of any search that ends: the search itself has no limit but the clock.
_ENDLESS = 1 << 62
_LOOK_SECONDS = 0.02
_MOST = 127


class _Stopped(Exception):
    """A limit ended the search."""


class Search:
    """A search with its memory, for one player's questions about boards after that player's turns."""

    def __init__(self, player: Player, options: Options, limits: Limits, memory: int = _MEMORY) -> None:
        """`memory`: how many positions are remembered, as a power of two."""
        self._player, self._options = player, options
        self._takes_any = options.extra_move == "any"
        self._worth = np.array(options.worth, dtype=np.int64)
        self._memory, self._room = kernel.memory(memory), kernel.room()
        self._state = np.array([0, _ENDLESS if limits.work is None else limits.work], dtype=np.int64)

    def stop(self) -> None:
        self._state[kernel.STOP] = 1

    def best(self, board: Board) -> int:
        """The margin that the player, who is to move, can force."""
        return self._search(board, self._player, -_MOST, _MOST)

    def value(self, board: Board) -> int:
        """The margin that the player can force after a turn that led to this board."""
        return self._after(board, -_MOST, _MOST)

    def reaches(self, board: Board, least: int) -> bool:
        """Whether that margin is at least so much."""
        return self._after(board, least - 1, least) >= least

    def _after(self, board: Board, alpha: int, beta: int) -> int:
        if board.ended:
            return board.margin(self._player, self._options)
        return -self._search(board, opponent(self._player), -beta, -alpha)

    def _search(self, board: Board, player: Player, alpha: int, beta: int) -> int:
        mine, theirs = packed(board, player)
        state = self._state
        value: int = kernel.search(
            mine, theirs, alpha, beta, 0, self._takes_any, self._worth, self._memory, self._room, state
        )
        if state[kernel.STOP] or state[kernel.LEFT] < 0:
            raise _Stopped
        return value


class SearchEngine(EndgameEngine):
    """See solvers.protocol.Solver."""

    def __init__(self) -> None:
        super().__init__("search", search_values)

    def toward_goal(self, puzzle: EndgamePuzzle, limits: Limits) -> Sequence[Move] | Stop:
        reached = results(puzzle.board, puzzle.to_move, puzzle.options)
        if not reached:
            return ()

        def look(search: Search) -> list[int]:
            best = search.best(puzzle.board)
            least = min(best, least_of(puzzle.goal, best))
            return [_as_far_as_asked(search, board, least, best) for board in reached]

        values = _watched(Search(puzzle.to_move, puzzle.options, limits), limits, look)
        return values if isinstance(values, str) else merged(reached, values)


def search_values(
    boards: Sequence[Board], player: Player, options: Options, limits: Limits
) -> Sequence[int] | Stop:
    def look(search: Search) -> list[int]:
        return [search.value(board) for board in boards]

    return _watched(Search(player, options, limits), limits, look)


def _as_far_as_asked(search: Search, board: Board, least: int, best: int) -> int:
    """A value that tells whether it is the best, and whether it is at least `least`."""
    if search.reaches(board, best):
        return best
    return least if least < best and search.reaches(board, least) else least - 1


def _watched(search: Search, limits: Limits, look: Callable[[Search], list[int]]) -> list[int] | Stop:
    """What is seen, in a thread of its own while this one looks at the limits."""
    clock = limits.start()
    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look, search)
        try:
            while True:
                try:
                    return looking.result(_LOOK_SECONDS)
                except FutureTimeout:
                    if clock.stopped():
                        search.stop()
        except _Stopped:
            return clock.stopped() or "time"
        finally:
            search.stop()  # the pool waits for it, also when Ctrl-C ends the waiting here
