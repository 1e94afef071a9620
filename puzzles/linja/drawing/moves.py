"""The moves of a turn as they are drawn, in the picture and on the terminal, and words for them.

A turn may be wrong in any way. Its rows and its pieces may not exist: then the end of a move is unknown, and
no piece stands where it starts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from puzzles.linja.board import (
    LAST,
    PLAYERS,
    Board,
    Options,
    Player,
    ahead,
    distance_to_target,
    own_rows,
    target,
)
from puzzles.linja.notation import turn_notation
from puzzles.linja.turns import Turn, second_steps
from puzzles.texts import ENGLISH, Phrase, Translator, phrase

NAMES = ("initial", "second", "extra")


@dataclass(frozen=True)
class Move:
    """One of the up to three moves of a turn.

    `stands`: one of the player's own pieces that has not yet moved in this turn stands at the start. `after`:
    the number of the earlier move that brought the piece there.
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

    Where pieces that have moved and others stand in one row, one that has not moved is drawn: pieces of a row
    are alike, and such arrows are easier to follow.
    """
    unmoved = {side: list(board.pieces(side)) for side in PLAYERS}
    arrivals: dict[tuple[Player, int], int] = {}
    moves = []
    for number, piece, start, end in _ways(board, player, turn):
        stands = on_board(start) and unmoved[piece][start] > 0
        after = None if stands else arrivals.pop((piece, start), None)
        if stands:
            unmoved[piece][start] -= 1
        if end is not None:
            arrivals[piece, end] = number
        moves.append(Move(number, piece, start, end, stands, after, NAMES[number - 1] in wrong))
    return tuple(moves)


def _ways(board: Board, player: Player, turn: Turn) -> Iterator[tuple[int, Player, int, int | None]]:
    """Each move's number, whose piece it moves, and from where to where."""
    if turn.initial is not None:
        yield 1, player, turn.initial, _end(player, turn.initial, 1)
    if turn.second is not None:
        yield 2, player, turn.second, _end(player, turn.second, _steps(board, player, turn))
    if turn.extra is not None:
        yield 3, turn.extra.owner, turn.extra.start, turn.extra.end


def _steps(board: Board, player: Player, turn: Turn) -> int:
    """Returns how many rows the second move goes, or 0 if that is unknown."""
    if turn.initial is None or not on_board(turn.initial):
        return 0
    return second_steps(board, player, turn.initial)


def _end(player: Player, row: int, steps: int) -> int | None:
    """Returns the row in which a move forward ends; None if it has no way to go."""
    return ahead(player, row, steps) if steps and on_board(row) and row != target(player) else None


def turn_words(board: Board, player: Player, turn: Turn) -> Phrase | None:
    """The turn as a person writes it, None for one that cannot be written."""
    rows = [turn.initial, turn.second, *((turn.extra.start, turn.extra.end) if turn.extra else ())]
    rows_exist = all(on_board(row) for row in rows if row is not None)
    if not rows_exist or (turn.second is None and turn.extra is not None):
        return None
    if turn.initial is None:
        return phrase("linja.drawing.turn_pass")
    return phrase("linja.drawing.turn", turn=turn_notation(board, player, turn))


def move_words(
    board: Board, player: Player, turn: Turn, moves: tuple[Move, ...], numbered: bool = True
) -> list[Phrase]:
    """Describes each move of the turn; `numbered`: with the number that it has in the drawing."""
    steps = _steps(board, player, turn)
    return [_move_words(player, move, steps, numbered) for move in moves]


def _move_words(player: Player, move: Move, steps: int, numbered: bool) -> Phrase:
    if move.end is None:
        path = phrase("linja.drawing.way_from", start=_row_words(move.start))
    else:
        path = phrase("linja.drawing.way", start=_row_words(move.start), end=_row_words(move.end))
    key = f"linja.drawing.move.{move.name}" if numbered else f"linja.play.{move.name}"
    words = phrase(key, number=move.number, piece=move.piece, way=path)
    if move.wrong:
        return phrase("linja.drawing.move_wrong", move=words)
    if move.end is None or move.number == 3:
        return words
    if move.end == target(player):
        exact = move.number == 2 and steps == distance_to_target(player, move.start)
        return phrase("linja.drawing.move_exact" if exact else "linja.drawing.move_target", move=words)
    if move.number == 2:
        return words
    return phrase("linja.drawing.move_held" if steps else "linja.drawing.move_held_none", move=words, n=steps)


def _row_words(row: int) -> Phrase:
    return phrase("linja.drawing.row", row=row) if on_board(row) else phrase("linja.drawing.off_board")


def board_words(board: Board, translator: Translator = ENGLISH) -> str:
    """Describes where the pieces stand, for people who cannot see the board."""
    return "; ".join(translator.render(_side_words(player, board)) for player in PLAYERS)


def _side_words(player: Player, board: Board) -> Phrase:
    rows = tuple(
        phrase("linja.drawing.in_row", number=n, row=row) for row, n in enumerate(board.pieces(player)) if n
    )
    return phrase("linja.drawing.side", player=player, rows=rows)


def standing_words(board: Board, options: Options) -> Phrase:
    """Who is ahead as the pieces stand, as a part of a sentence."""
    margin = board.margin("A", options)
    leader, by = "A" if margin > 0 else "B", abs(margin)
    if board.over:
        result = (
            phrase("linja.drawing.wins", player=leader, by=by)
            if margin
            else phrase("linja.drawing.nobody_wins")
        )
        return phrase("linja.drawing.over", result=result)
    return (
        phrase("linja.drawing.ahead", player=leader, by=by)
        if margin
        else phrase("linja.drawing.nobody_ahead")
    )


def piece_scores(player: Player, options: Options) -> list[str]:
    """Returns what a piece of the player scores, row by row of the board."""
    return [f"{worth:+d}" if worth else "0" for worth in own_rows(player, options.worth)]


def option_words(options: Options) -> list[Phrase]:
    """Describes how the rules differ from the usual ones."""
    words = []
    if options.extra_move == "any":
        words.append(phrase("linja.drawing.extra_any"))
    if not options.negatives:
        words.append(phrase("linja.drawing.no_negatives"))
    return words
