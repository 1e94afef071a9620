"""Reports every rule of Linja that a turn breaks. Whether a legal turn is good is for a solver to say."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.kind import Violation
from puzzles.linja.board import LAST, ROWS, Board, Options, Player, ahead, distance_to_target, target
from puzzles.linja.turns import Extra, Turn, movable, second_steps
from puzzles.plural import plural


def violations(board: Board, player: Player, options: Options, turn: Turn) -> tuple[Violation, ...]:
    if board.over:
        return (Violation("over", "The game is over: there is no turn to make.", {}),)
    if turn.initial is None:
        if not board.has_initial_move(player):
            return ()
        return (Violation("pass", f"Player {player} has an initial move and may not pass.", {}),)
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
            words = f"A second move of {plural(steps, 'row')} must be made."
            yield Violation("second", words, {"action": "second"})
    elif not steps:
        why = (
            "entered the target row"
            if ahead(player, initial, 1) == target(player)
            else "entered a row without pieces"
        )
        words = f"No second move is allowed: the initial move {why}."
        yield Violation("second", words, {"action": "second"})
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
    at = {"action": "extra"}
    if not earned:
        words = "No extra move was earned: the second move did not reach the target row by an exact count."
        yield Violation("extra", words, at)
    if extra.owner != player and options.extra_move == "own":
        words = "With these rules an extra move may not move an opponent's piece."
        yield Violation("extra", words, at)
    off = list(_off_board(Turn(None, None, extra)))
    yield from off
    if off or not earned:
        return
    if not board.pieces(extra.owner)[extra.start]:
        words = f"Extra move: {extra.owner} has no piece in row {extra.start}."
        yield Violation("no_piece", words, at)
    elif not movable(player, extra.owner, extra.start):
        words = "An extra move may not move an opponent's piece that has reached its target row."
        yield Violation("extra", words, at)
    elif board.full(extra.end):
        yield Violation("full", f"Extra move: row {extra.end} is full.", at)


def _cannot_go(board: Board, player: Player, row: int, steps: int, action: str) -> list[Violation]:
    name, at = action.capitalize(), {"action": action}
    if not _is_row(row):
        return [_outside(row, action)]
    if not board.pieces(player)[row]:
        return [Violation("no_piece", f"{name} move: {player} has no piece in row {row}.", at)]
    if row == target(player):
        return [Violation("range", f"{name} move: a piece in its target row goes no farther.", at)]
    end = ahead(player, row, steps)
    if board.full(end):
        return [Violation("full", f"{name} move: row {end}, {plural(steps, 'row')} ahead, is full.", at)]
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
            words = f"Extra move: row {turn.extra.start} to row {turn.extra.end} is not a step of one row."
            yield Violation("distance", words, {"action": "extra"})


def _is_row(row: int) -> bool:
    return 0 <= row <= LAST


def _outside(row: int, action: str) -> Violation:
    words = f"{action.capitalize()} move: there is no row {row}; rows are 0 to {LAST}."
    return Violation("range", words, {"action": action})
