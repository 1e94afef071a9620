"""A plain yardstick for Linja: the rules, a cache of positions, and no other optimisation."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.turns import results

# More than any margin.
_MAX_MARGIN = 127


class Plain:
    """Searches to the end of the game in pure Python."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.values_known: dict[tuple[Board, Player], int] = {}

    def value(self, board: Board, player: Player) -> int:
        """Returns the margin that the player to move can force."""
        best = self.values_known.get((board, player))
        if best is None:
            best = -_MAX_MARGIN
            after = results(board, player, self.options)
            for board_after in after:
                best = max(best, -self.value(board_after, opponent(player)))
            if not after:
                best = board.margin(player, self.options)
            self.values_known[board, player] = best
        return best

    def values(self, boards: Sequence[Board], player: Player) -> list[int]:
        """Returns the margins that the player can force after turns that led to these boards."""
        return [-self.value(board, opponent(player)) for board in boards]
