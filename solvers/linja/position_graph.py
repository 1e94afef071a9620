"""The graph of all positions that an endgame can still reach, from which the models are built.

The successors come from the rules in puzzles.linja: 20,000 positions take 0.5 s. A separate function on
packed sides would save less than 0.4 s of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.turns import results
from solvers.protocol import Clock, Stop

# The models are not used for more positions.
MAX_POSITIONS = 20_000
# How many positions are expanded between two looks at the clock.
_POSITIONS_PER_LOOK = 100

# A board, and whether the player whose margin the graph is about is to move.
Position = tuple[Board, bool]


@dataclass
class Graph:
    """Positions by number, from the view of one player.

    starts      the positions of the given boards, in their order
    successors  of each position its different successors, by number; none when the game is over
    margin      the player's margin at each position where the game is over
    """

    starts: list[int] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    successors: list[list[int]] = field(default_factory=list)
    margin: dict[int, int] = field(default_factory=dict)

    @property
    def margins(self) -> list[int]:
        """The different margins with which the game can end, lowest first."""
        return sorted(set(self.margin.values()))


def graph(boards: Sequence[Board], player: Player, options: Options, clock: Clock) -> Graph | Stop:
    """Builds the graph of all positions that can be reached from the boards, which follow a turn of the
    player."""
    result = Graph()
    number: dict[Position, int] = {}

    def number_of(position: Position) -> int:
        if position not in number:
            number[position] = len(number)
            result.positions.append(position)
        return number[position]

    result.starts = [number_of((board, False)) for board in boards]
    # The list grows during this loop.
    for n, (board, chooses) in enumerate(result.positions):
        if n % _POSITIONS_PER_LOOK == 0 and (stop := clock.stopped()):
            return stop
        successors = results(board, player if chooses else opponent(player), options)
        result.successors.append([number_of((after, not chooses)) for after in successors])
        if not successors:
            result.margin[n] = board.margin(player, options)
        if len(number) > MAX_POSITIONS:
            return "size"
    return result
