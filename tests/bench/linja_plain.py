"""A plain yardstick for Linja: the rules as they are written, a memory of positions, and nothing clever."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.turns import results

# More than any margin.
_MOST = 127


class Plain:
    """Looks to the end of the game, with pure Python."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.known: dict[tuple[Board, Player], int] = {}

    def value(self, board: Board, player: Player) -> int:
        """The margin that the player, who is to move, can force."""
        found = self.known.get((board, player))
        if found is None:
            found = -_MOST
            after = results(board, player, self.options)
            for reached in after:
                found = max(found, -self.value(reached, opponent(player)))
            if not after:
                found = board.margin(player, self.options)
            self.known[board, player] = found
        return found

    def values(self, boards: Sequence[Board], player: Player) -> list[int]:
        """The margin that the player can force after turns of his that led to these boards."""
        return [-self.value(board, opponent(player)) for board in boards]
