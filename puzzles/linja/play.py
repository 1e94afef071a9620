"""How a turn of Linja is played, move by move.

Rows are the board's, for both players. The initial move comes first, or the pass of a player who has none;
then the second move, if one is owed and some piece can make it; then the extra move or the choice of none, if
one was earned and some piece can make it. A move that cannot be made is skipped, so a turn is
complete as soon as there is nothing left to choose.

A game is a sequence of turns: each begins on the board after the one before, the players taking turns, until
a board is over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Flag, ObjectShape, Optional, quote
from puzzles.linja.board import Board, Options, Player, ahead, distance_to_target
from puzzles.linja.drawing.moves import move_words, moves_of
from puzzles.linja.drawing.position import position_text
from puzzles.linja.notation import extra_notation
from puzzles.linja.turn_json import EXTRA, FROM, extra_of, write_extra
from puzzles.linja.turns import PASS, Extra, Turn, extras, rows_to_start_from, second_steps
from puzzles.play import IllegalMove
from puzzles.texts import Phrase, phrase


@dataclass(frozen=True)
class InitialMove:
    """A piece goes forward by one row from this one."""

    start: int


@dataclass(frozen=True)
class SecondMove:
    """A piece goes forward from this row, by as many rows as the initial move met pieces."""

    start: int


@dataclass(frozen=True)
class NoExtraMove:
    """Decline the extra move."""


@dataclass(frozen=True)
class Pass:
    """Pass, for want of an initial move."""


TurnMove: TypeAlias = InitialMove | SecondMove | Extra | NoExtraMove | Pass

_MOVE = ObjectShape(
    {"initial": FROM, "second": FROM, "extra": Optional(EXTRA), "pass": Flag()},
    optional=("initial", "second", "extra", "pass"),
    what="a move: an object with initial, second, extra or pass",
)


@dataclass(frozen=True)
class TurnPosition:
    """A turn as far as it has been played.

    `before` is the board on which it began, `board` the one after the moves so far, `turn` these moves; None
    before the first of them. `complete`: the turn is over, or the game was before it.
    """

    before: Board
    player: Player
    options: Options
    board: Board
    turn: Turn | None = None
    complete: bool = False


def begin_turn(board: Board, player: Player, options: Options) -> TurnPosition:
    return TurnPosition(board, player, options, board, complete=board.over)


class TurnPlay:
    """The rules of a turn; see puzzles.play.Play for what each member is for."""

    def player(self, position: TurnPosition) -> str | None:
        return None if position.complete else position.player

    def moves(self, position: TurnPosition) -> tuple[TurnMove, ...]:
        """Returns the moves by the rows where they start, in the order in which the player comes to them."""
        board, player, turn = position.board, position.player, position.turn
        if position.complete:
            return ()
        if turn is None:
            return tuple(map(InitialMove, rows_to_start_from(board, player, 1))) or (Pass(),)
        if turn.second is None:
            return tuple(map(SecondMove, rows_to_start_from(board, player, _steps_owed(position))))
        return (*extras(board, player, position.options), NoExtraMove())

    def after(self, position: TurnPosition, move: TurnMove) -> TurnPosition:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        if isinstance(move, InitialMove):
            return _after_initial(position, move.start)
        if isinstance(move, SecondMove):
            return _after_second(position, move.start)
        board = _after_extra(position.board, move) if isinstance(move, Extra) else position.board
        return replace(position, board=board, turn=_turn_with(position, move), complete=True)

    def describe(self, position: TurnPosition, move: TurnMove) -> Phrase:
        if isinstance(move, NoExtraMove):
            return phrase("linja.play.no_extra")
        if isinstance(move, Pass):
            return phrase("linja.play.pass")
        turn = _turn_with(position, move)
        moves = moves_of(position.before, position.player, turn, ())
        return move_words(position.before, position.player, turn, moves, numbered=False)[-1]

    def notation(self, position: TurnPosition, move: TurnMove) -> str:
        """`0`: the row from which the move starts. `1>2`, `B4>3`: an extra move; `none`, `pass`."""
        if isinstance(move, Extra):
            return extra_notation(position.player, move)
        if isinstance(move, NoExtraMove):
            return "none"
        return "pass" if isinstance(move, Pass) else str(move.start)

    def draw_text(self, position: TurnPosition, look: TextLook = PLAIN_TEXT) -> str:
        return position_text(position, look, self._task(position))

    def parse_move(self, document: object) -> TurnMove:
        fields = _MOVE.read(document)
        if len(fields) != 1:
            raise BadInput([Problem("", f"expected {_MOVE.what}, and only one, got {quote(document)}")])
        if "initial" in fields:
            return InitialMove(fields["initial"]["from"])
        if "second" in fields:
            return SecondMove(fields["second"]["from"])
        if "pass" in fields:
            return Pass()
        return NoExtraMove() if fields["extra"] is None else extra_of(fields["extra"])

    def serialise_move(self, move: TurnMove) -> dict[str, Any]:
        if isinstance(move, InitialMove):
            return {"initial": {"from": move.start}}
        if isinstance(move, SecondMove):
            return {"second": {"from": move.start}}
        if isinstance(move, Pass):
            return {"pass": True}
        return {"extra": write_extra(move) if isinstance(move, Extra) else None}

    def _task(self, position: TurnPosition) -> Phrase | None:
        """The text that asks for the next move."""
        moves = self.moves(position)
        if not moves or isinstance(moves[0], Pass):
            return phrase("linja.play.task.pass") if moves else None
        if isinstance(moves[0], InitialMove):
            return phrase("linja.play.task.initial")
        if isinstance(moves[0], SecondMove):
            return phrase("linja.play.task.second", n=_steps_owed(position))
        return phrase("linja.play.task.extra")


def _steps_owed(position: TurnPosition) -> int:
    """Returns how many rows the second move goes."""
    if position.turn is None or position.turn.initial is None:
        return 0
    return second_steps(position.before, position.player, position.turn.initial)


def _turn_with(position: TurnPosition, move: TurnMove) -> Turn:
    """The turn with one more move."""
    if position.turn is None:
        return Turn(move.start) if isinstance(move, InitialMove) else PASS
    if isinstance(move, SecondMove):
        return replace(position.turn, second=move.start)
    return replace(position.turn, extra=move) if isinstance(move, Extra) else position.turn


def _after_initial(position: TurnPosition, start: int) -> TurnPosition:
    board = position.board.after_move(position.player, start, ahead(position.player, start, 1))
    next_position = replace(position, board=board, turn=Turn(start))
    # A second move that no piece can make is forfeited.
    owed = rows_to_start_from(board, position.player, _steps_owed(next_position))
    return replace(next_position, complete=not owed)


def _after_second(position: TurnPosition, start: int) -> TurnPosition:
    player, steps = position.player, _steps_owed(position)
    board = position.board.after_move(player, start, ahead(player, start, steps))
    earned = steps == distance_to_target(player, start) and any(
        True for _ in extras(board, player, position.options)
    )
    turn = _turn_with(position, SecondMove(start))
    return replace(position, board=board, turn=turn, complete=not earned)


def _after_extra(board: Board, extra: Extra) -> Board:
    """The board after an extra move. The game is over even if the move steps back over the other side."""
    after_extra = board.after_move(extra.owner, extra.start, extra.end)
    return replace(after_extra, ended=board.passed and not after_extra.passed)
