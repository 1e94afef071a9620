"""Makes the arrays that the compiled cover kernels work on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.end_of_line.cover import CoverPuzzle
from solvers.end_of_line import cover_kernel as kernel
from solvers.end_of_line.cover_model import CoverModel


def numbers(values: Any) -> NDArray[np.int32]:
    return np.array(values, np.int32)


def counters(values: Any) -> NDArray[np.int64]:
    return np.array(values, np.int64)


def domains(values: Any) -> NDArray[np.uint16]:
    """The domains of cells; or of all cells at several nodes."""
    return np.array(values, np.uint16)


def board_arrays(board: kernel.Board) -> kernel.Board:
    given = np.array(board.given, np.bool_)
    return kernel.Board(numbers(board.nbr), numbers(board.free), board.first, given, numbers(board.supply))


def work_arrays(work: kernel.Work) -> kernel.Work:
    """New memory of the same size."""
    arrays = kernel.Work(*map(numbers, work))
    return arrays._replace(queued=np.array(work.queued, np.bool_))


class CoverRules:
    """Applies a puzzle's rules to domains, with compiled kernels."""

    def __init__(self, puzzle: CoverPuzzle) -> None:
        self.model = CoverModel(puzzle)
        self.board = board_arrays(self.model.board())
        self.work = work_arrays(self.model.work())

    def follow(self, states: NDArray[np.uint16], cell: int, *, deep: bool) -> bool:
        """Draws the consequences of a change in one cell; false when they contradict each other.

        Deep: with every rule of the kernel. Else only what neighbouring cells say of each other."""
        follow = kernel.propagate if deep else kernel.agree
        return bool(follow.compiled(states, self.board, cell, self.work))
