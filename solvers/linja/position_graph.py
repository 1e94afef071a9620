"""All positions that an endgame can still reach, as a graph: what the models of an endgame are built on.

The successors come from the rules themselves: 20,000 positions take 0.5 s with them, and a successor function
of our own on packed sides saved less than 0.4 s of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.turns import results
from solvers.protocol import Clock, Stop

# Beyond that many positions the models are not asked.
MOST_POSITIONS = 20_000
# How many positions are expanded between two looks at the clock.
_LOOK = 100

# A board, and whether the player whose margin is asked for is to move.
Position = tuple[Board, bool]


@dataclass
class Graph:
    """Positions by number, seen by one player.

    starts      the positions of the boards asked for, in their order
    successors  of each position, by number, each once; none when the game is over
    margin      the player's, of each position where it is over
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
    """All positions that can be reached from the boards, which stand after a turn of the player."""
    found = Graph()
    number: dict[Position, int] = {}

    def numbered(position: Position) -> int:
        if position not in number:
            number[position] = len(number)
            found.positions.append(position)
        return number[position]

    found.starts = [numbered((board, False)) for board in boards]
    # The list grows while it is walked.
    for n, (board, chooses) in enumerate(found.positions):
        if n % _LOOK == 0 and (stop := clock.stopped()):
            return stop
        reached = results(board, player if chooses else opponent(player), options)
        found.successors.append([numbered((after, not chooses)) for after in reached])
        if not reached:
            found.margin[n] = board.margin(player, options)
        if len(number) > MOST_POSITIONS:
            return "size"
    return found
