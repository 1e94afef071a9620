"""The board of Linja: where the pieces stand, what they score, and when the game is over.

Rows are board rows, 0 to 7. Player A starts at row 0 and moves up; player B starts at row 7 and moves down.
"Own rows" are a player's rows counted from that player's start row: for A they are the board's, for B they
run the other way. Where in a row a piece stands does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Player = Literal["A", "B"]
# How many of a player's pieces stand in each row.
Rows = tuple[int, ...]

PLAYERS: tuple[Player, ...] = ("A", "B")
ROWS = 8
LAST = ROWS - 1
PIECES = 12
# The most pieces in an inner row, of both players together; rows 0 and 7 hold any number.
MAX_INSIDE = 6
# What a piece scores, by the number of rows that it has come from its start row.
WORTH = (-5, -3, -2, -1, 1, 2, 3, 5)
WORTH_WITHOUT_NEGATIVES = (0, 0, 0, 0, 1, 2, 3, 5)
# The progress when every piece is on its target row.
MAX_PROGRESS = 2 * PIECES * LAST

ExtraMove = Literal["own", "any"]
EXTRA_MOVES: tuple[ExtraMove, ...] = ("own", "any")


@dataclass(frozen=True)
class Options:
    """`extra_move`: whether an extra move may also move an opponent's piece. `negatives`: whether pieces that
    have not come far score below 0."""

    extra_move: ExtraMove = "own"
    negatives: bool = True

    @property
    def worth(self) -> tuple[int, ...]:
        return WORTH if self.negatives else WORTH_WITHOUT_NEGATIVES


USUAL = Options()


@dataclass(frozen=True)
class Board:
    """Where the pieces of both players stand.

    `ended`: the sides passed each other within a turn, so the game is over even though its extra move stepped
    back.
    """

    A: Rows
    B: Rows
    ended: bool = False

    def pieces(self, player: Player) -> Rows:
        return self.A if player == "A" else self.B

    def count_in(self, row: int) -> int:
        """Counts the pieces in the row."""
        return self.A[row] + self.B[row]

    def full(self, row: int) -> bool:
        return 0 < row < LAST and self.count_in(row) >= MAX_INSIDE

    def after_move(self, player: Player, start: int, end: int) -> Board:
        """The board after a piece of the player has moved from `start` to `end`."""
        rows = list(self.pieces(player))
        rows[start] -= 1
        rows[end] += 1
        return Board(tuple(rows), self.B) if player == "A" else Board(self.A, tuple(rows))

    @property
    def progress(self) -> int:
        """The rows travelled by all pieces of both players."""
        return sum(map(int.__mul__, self.A, rows_of("A"))) + sum(map(int.__mul__, self.B, rows_of("B")))

    @property
    def passed(self) -> bool:
        """Whether the sides have passed each other: A's lowest row is above B's highest."""
        lowest = next(row for row in range(ROWS) if self.A[row])
        highest = next(row for row in reversed(range(ROWS)) if self.B[row])
        return lowest > highest

    @property
    def over(self) -> bool:
        return self.ended or self.passed or not any(self.has_initial_move(player) for player in PLAYERS)

    def has_initial_move(self, player: Player) -> bool:
        """Whether the player has an initial move."""
        return any(self.can_go(player, row, 1) for row in range(ROWS))

    def can_go(self, player: Player, row: int, steps: int) -> bool:
        """Whether the player has a piece in the row that can go forward by `steps`, or to the target row."""
        return (
            self.pieces(player)[row] > 0
            and row != target(player)
            and not self.full(ahead(player, row, steps))
        )

    def margin(self, player: Player, options: Options) -> int:
        """Returns the points by which the player is ahead, as the pieces stand."""
        mine, others = (_score(self.pieces(side), side, options) for side in (player, opponent(player)))
        return mine - others


START = Board((6, 1, 1, 1, 1, 1, 1, 0), (0, 1, 1, 1, 1, 1, 1, 6))


def opponent(player: Player) -> Player:
    return "B" if player == "A" else "A"


def forward(player: Player) -> int:
    return 1 if player == "A" else -1


def target(player: Player) -> int:
    """The player's target row, the opponent's start row."""
    return LAST if player == "A" else 0


def own_rows(player: Player, rows: Sequence[int]) -> Rows:
    """Board rows as own rows of the player, or back."""
    return tuple(rows) if player == "A" else tuple(reversed(rows))


def rows_of(player: Player) -> Sequence[int]:
    """The rows, from the player's start row to the target row."""
    return range(ROWS) if player == "A" else range(LAST, -1, -1)


def ahead(player: Player, row: int, steps: int) -> int:
    """The row `steps` forward, and the target row at most."""
    return min(LAST, row + steps) if player == "A" else max(0, row - steps)


def distance_to_target(player: Player, row: int) -> int:
    """The number of rows from there to the target row."""
    return abs(target(player) - row)


def _score(rows: Rows, player: Player, options: Options) -> int:
    return sum(n * worth for n, worth in zip(own_rows(player, rows), options.worth, strict=True))
