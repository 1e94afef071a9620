"""Reports every rule of Linja that a turn breaks. Whether a legal turn is good is for a solver to say."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.kind import Violation
from puzzles.linja.board import LAST, ROWS, Board, Options, Player, ahead, distance_to_target, target
from puzzles.linja.turns import Extra, Turn, movable, second_steps
from puzzles.texts import Part, phrase


def violations(board: Board, player: Player, options: Options, turn: Turn) -> tuple[Violation, ...]:
    if board.over:
        return (_violation("over"),)
    if turn.initial is None:
        if not board.has_initial_move(player):
            return ()
        return (_violation("pass", player=player),)
    return tuple(_broken(board, player, options, turn.initial, turn))


def _broken(board: Board, player: Player, options: Options, initial: int, turn: Turn) -> Iterator[Violation]:
    """Reports the rules broken by a turn with an initial move.

    The board after a move that cannot be made is unknown: then only what is wrong on any board is reported.
    """
    wrong = _cannot_go(board, player, initial, 1, "initial")
    yield from wrong
    if wrong:
        yield from _off_board(turn)
        return
    steps = second_steps(board, player, initial)
    board = board.after_move(player, initial, ahead(player, initial, 1))
    earned = False
    if turn.second is None:
        if steps and any(board.can_go(player, row, steps) for row in range(ROWS)):
            yield _violation("second", "second", "second_owed", n=steps)
    elif not steps:
        into_target = ahead(player, initial, 1) == target(player)
        yield _violation("second", "second", "second_from_target" if into_target else "second_from_empty")
        if not _is_row(turn.second):
            yield _outside(turn.second, "second")
    else:
        wrong = _cannot_go(board, player, turn.second, steps, "second")
        yield from wrong
        if wrong:
            yield from _off_board(Turn(None, None, turn.extra))
            return
        earned = steps == distance_to_target(player, turn.second)
        board = board.after_move(player, turn.second, ahead(player, turn.second, steps))
    if turn.extra is not None:
        yield from _extra_violations(board, player, options, turn.extra, earned)


def _extra_violations(
    board: Board, player: Player, options: Options, extra: Extra, earned: bool
) -> Iterator[Violation]:
    if not earned:
        yield _violation("extra", "extra", "extra_not_earned")
    if extra.owner != player and options.extra_move == "own":
        yield _violation("extra", "extra", "extra_of_opponent")
    off = list(_off_board(Turn(None, None, extra)))
    yield from off
    if off or not earned:
        return
    if not board.pieces(extra.owner)[extra.start]:
        yield _of_move("no_piece", "extra", player=extra.owner, row=extra.start)
    elif not movable(player, extra.owner, extra.start):
        yield _violation("extra", "extra", "extra_from_target")
    elif board.full(extra.end):
        yield _of_move("full", "extra", row=extra.end)


def _cannot_go(board: Board, player: Player, row: int, steps: int, action: str) -> list[Violation]:
    if not _is_row(row):
        return [_outside(row, action)]
    if not board.pieces(player)[row]:
        return [_of_move("no_piece", action, player=player, row=row)]
    if row == target(player):
        return [_of_move("range", action, "in_target")]
    end = ahead(player, row, steps)
    if board.full(end):
        return [_of_move("full", action, "full_ahead", row=end, n=steps)]
    return []


def _off_board(turn: Turn) -> Iterator[Violation]:
    """Reports rows of the second and the extra move that are wrong on any board."""
    if turn.second is not None and not _is_row(turn.second):
        yield _outside(turn.second, "second")
    if turn.extra is not None:
        for row in dict.fromkeys((turn.extra.start, turn.extra.end)):
            if not _is_row(row):
                yield _outside(row, "extra")
        if abs(turn.extra.start - turn.extra.end) != 1:
            yield _of_move("distance", "extra", start=turn.extra.start, end=turn.extra.end)


def _is_row(row: int) -> bool:
    return 0 <= row <= LAST


def _outside(row: int, action: str) -> Violation:
    return _of_move("range", action, row=row, last=LAST)


def _of_move(rule: str, action: str, text: str | None = None, **parts: Part) -> Violation:
    """A violation whose message begins with the move that breaks the rule."""
    return _violation(rule, action, text, move=phrase(f"linja.violation.move.{action}"), **parts)


def _violation(rule: str, action: str | None = None, text: str | None = None, **parts: Part) -> Violation:
    """`text`: the key of the message, where it is not the rule."""
    message = phrase(f"linja.violation.{text or rule}", **parts)
    return Violation(rule, message, {} if action is None else {"action": action})
