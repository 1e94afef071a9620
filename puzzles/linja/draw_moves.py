"""What of a turn can be shown, in the picture and on the terminal: its moves, one by one, and words for them.

A turn may be wrong in any way. Its rows may be no rows, its pieces may not exist: then a move has no end that
anybody knows, and where it starts there is nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from puzzles.linja.board import LAST, PLAYERS, Board, Options, Player, ahead, own_rows, target, way
from puzzles.linja.notation import write
from puzzles.linja.turns import Turn, second_steps

NAMES = ("initial", "second", "extra")


@dataclass(frozen=True)
class Move:
    """One of the up to three moves of a turn.

    `stands`: an own piece that has not yet moved in this turn stands at the start. `after`: the number of the
    earlier move that brought the piece there.
    """

    number: int
    piece: Player
    start: int
    end: int | None
    stands: bool
    after: int | None
    wrong: bool

    @property
    def name(self) -> str:
        return NAMES[self.number - 1]


def on_board(row: int) -> bool:
    return 0 <= row <= LAST


def moves_of(board: Board, player: Player, turn: Turn, wrong: Collection[str]) -> tuple[Move, ...]:
    """The moves of a turn, of which those with the names in `wrong` break a rule.

    Where pieces that have moved and others stand in one row, one that has not moved is taken: pieces of a row
    are alike, and such arrows are easier to follow.
    """
    unmoved = {each: list(board.pieces(each)) for each in PLAYERS}
    arrived: dict[tuple[Player, int], int] = {}
    moves = []
    for number, piece, start, end in _ways(board, player, turn):
        stands = on_board(start) and unmoved[piece][start] > 0
        after = None if stands else arrived.pop((piece, start), None)
        if stands:
            unmoved[piece][start] -= 1
        if end is not None:
            arrived[piece, end] = number
        moves.append(Move(number, piece, start, end, stands, after, NAMES[number - 1] in wrong))
    return tuple(moves)


def _ways(board: Board, player: Player, turn: Turn) -> Iterator[tuple[int, Player, int, int | None]]:
    """Each move's number, whose piece it moves, and from where to where."""
    if turn.initial is not None:
        yield 1, player, turn.initial, _end(player, turn.initial, 1)
    if turn.second is not None:
        yield 2, player, turn.second, _end(player, turn.second, _steps(board, player, turn))
    if turn.extra is not None:
        yield 3, turn.extra.piece, turn.extra.start, turn.extra.end


def _steps(board: Board, player: Player, turn: Turn) -> int:
    """How many rows the second move goes, 0 where nobody knows."""
    if turn.initial is None or not on_board(turn.initial):
        return 0
    return second_steps(board, player, turn.initial)


def _end(player: Player, row: int, steps: int) -> int | None:
    """Where a move forward ends that has a way to go."""
    return ahead(player, row, steps) if steps and on_board(row) and row != target(player) else None


def turn_words(board: Board, player: Player, turn: Turn) -> str:
    """The turn as a person writes it, or nothing for one that cannot be written."""
    rows = [turn.initial, turn.second, *((turn.extra.start, turn.extra.end) if turn.extra else ())]
    told = all(on_board(row) for row in rows if row is not None)
    if not told or (turn.second is None and turn.extra is not None):
        return ""
    return f"Turn: {write(board, player, turn)}"


def move_words(board: Board, player: Player, turn: Turn, moves: tuple[Move, ...]) -> list[str]:
    """What each move of the turn does."""
    steps = _steps(board, player, turn)
    return [_move_words(player, move, steps) for move in moves]


def _move_words(player: Player, move: Move, steps: int) -> str:
    words = f"{move.number} {move.name} move: {move.piece} from {_row_words(move.start)}"
    if move.end is not None:
        words += f" to {_row_words(move.end)}"
    if move.wrong:
        return f"{words}, which breaks a rule"
    if move.end is None or move.number == 3:
        return words
    if move.end == target(player):
        exact = move.number == 2 and steps == way(player, move.start)
        return f"{words}, its target row{', with exact steps' if exact else ''}"
    if move.number == 2:
        return words
    return f"{words}, which held {f'{steps} piece' if steps else 'no piece'}{'s' * (steps > 1)}"


def _row_words(row: int) -> str:
    return f"row {row}" if on_board(row) else "off the board"


def board_words(board: Board) -> str:
    """Where everybody stands, for those who cannot see it."""
    return "; ".join(
        f"{player}: " + ", ".join(f"{n} in row {row}" for row, n in enumerate(board.pieces(player)) if n)
        for player in PLAYERS
    )


def standing_words(board: Board, options: Options) -> str:
    """Who is ahead as the pieces stand, as a part of a sentence."""
    margin = board.margin("A", options)
    leader = "A" if margin > 0 else "B"
    if board.over:
        return f"the game is over: {f'{leader} wins by {abs(margin)}' if margin else 'nobody wins'}"
    return f"{leader} is ahead by {abs(margin)}" if margin else "nobody is ahead"


def worths(player: Player, options: Options) -> list[str]:
    """What a piece of the player scores, row by row of the board."""
    return [f"{worth:+d}" if worth else "0" for worth in own_rows(player, options.worth)]
