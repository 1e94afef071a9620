"""The turns of Linja: an initial move, the second move that it allows, the extra move that this may earn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.linja.board import (
    LAST,
    Board,
    Options,
    Player,
    ahead,
    distance_to_target,
    forward,
    opponent,
    rows_of,
    target,
)


@dataclass(frozen=True)
class Extra:
    """A step of one row, forward or back, of one piece of `owner`."""

    owner: Player
    start: int
    end: int


@dataclass(frozen=True)
class Turn:
    """The rows from which the initial and the second move start; a pass if there is no initial move."""

    initial: int | None
    second: int | None = None
    extra: Extra | None = None

    @property
    def length(self) -> int:
        """The number of moves."""
        return sum(move is not None for move in (self.initial, self.second, self.extra))

    def begins_with(self, first_moves: Turn) -> bool:
        """Whether it begins with the moves of another turn."""
        return (
            self.initial == first_moves.initial
            and first_moves.second in (None, self.second)
            and first_moves.extra in (None, self.extra)
        )


PASS = Turn(None)


def turns(board: Board, player: Player, options: Options) -> Iterator[tuple[Turn, Board]]:
    """Every turn that the player may make, with the board after it; none when the game is over.

    They are ordered by the rows of their moves as the player sees them, alike for both players.
    """
    if board.over:
        return
    starts = rows_to_start_from(board, player, 1)
    if not starts:
        yield PASS, board
    for row in starts:
        steps = second_steps(board, player, row)
        after_initial = board.after_move(player, row, ahead(player, row, 1))
        seconds = rows_to_start_from(after_initial, player, steps)
        if not seconds:
            yield Turn(row), after_initial
        for second in seconds:
            after_second = after_initial.after_move(player, second, ahead(player, second, steps))
            yield Turn(row, second), after_second
            if steps == distance_to_target(player, second):
                for extra in extras(after_second, player, options):
                    after_extra = after_second.after_move(extra.owner, extra.start, extra.end)
                    ended = after_second.passed and not after_extra.passed
                    yield Turn(row, second, extra), Board(after_extra.A, after_extra.B, ended)


def apply(board: Board, player: Player, options: Options, turn: Turn) -> Board:
    """The board after a legal turn."""
    return next(after for legal, after in turns(board, player, options) if legal == turn)


def rows_to_start_from(board: Board, player: Player, steps: int) -> list[int]:
    """The rows from which a piece of the player can go forward by `steps`; none for 0 steps."""
    return [row for row in rows_of(player) if steps and board.can_go(player, row, steps)]


def second_steps(board: Board, player: Player, row: int) -> int:
    """The number of rows of the second move after an initial move from this row; 0 if there is none."""
    next_row = ahead(player, row, 1)
    return 0 if next_row == target(player) else board.count_in(next_row)


def extras(board: Board, player: Player, options: Options) -> Iterator[Extra]:
    """Every extra move that may be made on the board after the second move."""
    for piece in (player, opponent(player)) if options.extra_move == "any" else (player,):
        for row in rows_of(piece):
            if board.pieces(piece)[row] and movable(player, piece, row):
                for end in (row + forward(piece), row - forward(piece)):
                    if 0 <= end <= LAST and not board.full(end):
                        yield Extra(piece, row, end)


def movable(player: Player, piece: Player, row: int) -> bool:
    """Whether an extra move of `player` may move a piece from this row; an opponent's stays on its target."""
    return piece == player or row != target(piece)


def results(
    board: Board, player: Player, options: Options, first_moves: Turn | None = None
) -> dict[Board, Turn]:
    """The different boards that a turn can lead to, each with the first of the shortest turns to it.

    `first_moves`: the moves with which the turn begins, where they are settled."""
    shortest: dict[Board, Turn] = {}
    for turn, after in turns(board, player, options):
        if first_moves is not None and not turn.begins_with(first_moves):
            continue
        if after not in shortest or turn.length < shortest[after].length:
            shortest[after] = turn
    return shortest
