"""Brute force for `linja.endgame`, written from the rules alone.

It plays every turn in every legal way and stores the values of the positions in a dict, without symmetry or
bounds. Rows are board rows for both players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

ROWS = range(8)
ROW_CAPACITY = 6  # how many pieces an inner row holds
FORWARD = {"A": 1, "B": -1}
TARGET = {"A": 7, "B": 0}
OTHER = {"A": "B", "B": "A"}
SCORES = (-5, -3, -2, -1, 1, 2, 3, 5)

Rows = tuple[int, ...]  # how many pieces of a player stand in each row
Extra = tuple[str, int, int]  # whose piece goes, from which row, to which
Result = tuple[Rows, Rows, bool]  # what a turn leads to: both players' rows, and whether the game is over
Memo = dict["Position", int]


class Position(NamedTuple):
    A: Rows
    B: Rows
    to_move: str


class Turn(NamedTuple):
    """A turn; no initial move means a pass."""

    initial: int | None
    second: int | None = None
    extra: Extra | None = None


class Outcome(NamedTuple):
    turn: Turn
    A: Rows
    B: Rows
    over: bool  # by the sheet, which may depend on what happened during the turn


class TooLarge(Exception):
    """More positions than the limit allows."""


START = Position((6, 1, 1, 1, 1, 1, 1, 0), (0, 1, 1, 1, 1, 1, 1, 6), "A")


def after_move(position: Position, owner: str, start: int, end: int) -> Position | None:
    """The pieces after one of them goes, or None: no piece there, no such row, or no room in it."""
    rows = list(position.A if owner == "A" else position.B)
    if start not in ROWS or end not in ROWS or rows[start] == 0:
        return None
    inner = end not in (0, 7)
    if inner and position.A[end] + position.B[end] >= ROW_CAPACITY:
        return None
    rows[start] -= 1
    rows[end] += 1
    return position._replace(A=tuple(rows)) if owner == "A" else position._replace(B=tuple(rows))


def initials(position: Position, player: str) -> list[tuple[int, Position]]:
    """The initial moves: from which row, and the pieces after it."""
    moves = []
    for row in ROWS:
        # From the target row this would leave the board, which `after_move` forbids.
        after = after_move(position, player, row, row + FORWARD[player])
        if after is not None:
            moves.append((row, after))
    return moves


def seconds(position: Position, steps: int) -> list[tuple[int, Position, bool]]:
    """The second moves: from which row, the pieces after it, and whether it earns an extra move."""
    player = position.to_move
    moves = []
    for row in ROWS:
        distance = abs(TARGET[player] - row)  # rows still to go
        if distance == 0:
            continue
        after = after_move(position, player, row, row + FORWARD[player] * min(steps, distance))
        if after is not None:
            moves.append((row, after, steps == distance))
    return moves


def extras(position: Position, extra_move: str) -> list[tuple[Extra, Position]]:
    """The extra moves: which piece goes from where to where, and the pieces after it."""
    player = position.to_move
    moves = []
    for owner in (player, OTHER[player]) if extra_move == "any" else (player,):
        for start in ROWS:
            # The opponent's pieces that have come home are safe; one's own may step back.
            if owner != player and start == TARGET[owner]:
                continue
            for end in (start + 1, start - 1):
                after = after_move(position, owner, start, end)
                if after is not None:
                    moves.append(((owner, start, end), after))
    return moves


def lines(position: Position, extra_move: str) -> Iterator[tuple[Turn, list[Position]]]:
    """Every turn that makes an initial move, with the pieces after each of its actions."""
    player = position.to_move
    for initial, first in initials(position, player):
        entered = initial + FORWARD[player]
        met_pieces = position.A[entered] + position.B[entered]  # the piece itself is not there yet
        choices = [] if entered == TARGET[player] or met_pieces == 0 else seconds(first, met_pieces)
        if not choices:
            yield Turn(initial), [first]
        for second, then, earned in choices:
            yield Turn(initial, second), [first, then]
            if earned:
                for extra, last in extras(then, extra_move):
                    yield Turn(initial, second, extra), [first, then, last]


def passed(a: Rows, b: Rows) -> bool:
    """Whether the sides have passed each other completely."""
    return min(row for row in ROWS if a[row]) > max(row for row in ROWS if b[row])


def stuck(a: Rows, b: Rows) -> bool:
    """Whether neither player has an initial move."""
    return not any(initials(Position(a, b, player), player) for player in FORWARD)


def is_over(a: Rows, b: Rows) -> bool:
    """Whether a position is over, judged only by where the pieces stand."""
    return passed(a, b) or stuck(a, b)


def turns(position: Position, extra_move: str) -> list[Outcome]:
    """Every legal turn; none when the position is over."""
    if is_over(position.A, position.B):
        return []
    if not initials(position, position.to_move):
        # The other player has an initial move, otherwise the position would be over.
        return [Outcome(Turn(None), position.A, position.B, False)]
    outcomes = []
    for turn, line in lines(position, extra_move):
        last = line[-1]
        # Once the sides have passed each other, stepping back does not undo the end.
        over = any(passed(then.A, then.B) for then in line) or stuck(last.A, last.B)
        outcomes.append(Outcome(turn, last.A, last.B, over))
    return outcomes


def margin(a: Rows, b: Rows, player: str, negatives: bool) -> int:
    """By how much the player's total is higher than the other's."""
    scores = [score if negatives else max(score, 0) for score in SCORES]
    total_a = sum(a[row] * scores[row] for row in ROWS)
    total_b = sum(b[row] * scores[7 - row] for row in ROWS)
    return total_a - total_b if player == "A" else total_b - total_a


def value(
    position: Position, extra_move: str, negatives: bool, limit: int = 100_000, memo: Memo | None = None
) -> int:
    """The margin for the player to move when both play to make their own as large as possible.

    A memo may be shared by calls with the same two options. It holds the positions that are not over.
    """
    memo = {} if memo is None else memo
    if is_over(position.A, position.B):
        return margin(position.A, position.B, position.to_move, negatives)
    if position not in memo:
        best = max(results(position, extra_move, negatives, limit, memo).values())
        if len(memo) >= limit:
            raise TooLarge(f"more than {limit} positions")
        memo[position] = best
    return memo[position]


def results(
    position: Position, extra_move: str, negatives: bool, limit: int = 100_000, memo: Memo | None = None
) -> dict[Result, int]:
    """Returns the results of the turns, each with its value for the player who made the turn.

    The same pieces can be a result twice, with the game over and with the game going on.
    """
    memo = {} if memo is None else memo
    player = position.to_move
    value_by_result: dict[Result, int] = {}
    for _, a, b, over in turns(position, extra_move):
        if (a, b, over) in value_by_result:
            continue
        if over:
            value_by_result[a, b, over] = margin(a, b, player, negatives)
        else:
            reply = Position(a, b, OTHER[player])
            value_by_result[a, b, over] = -value(reply, extra_move, negatives, limit, memo)
    return value_by_result


def perft(position: Position, depth: int, extra_move: str) -> tuple[int, int]:
    """Counts the sequences of exactly `depth` turns, and the different positions at their ends.

    A pass is a turn. Positions differ by the pieces, by who is to move and by whether the game is over.
    """
    over = is_over(position.A, position.B)
    layer = Counter({(position, over): 1})  # the number of sequences that reach each
    for _ in range(depth):
        following: Counter[tuple[Position, bool]] = Counter()
        for (before, ended), ways in layer.items():
            if not ended:
                for _, a, b, over in turns(before, extra_move):
                    following[Position(a, b, OTHER[before.to_move]), over] += ways
        layer = following
    return sum(layer.values()), len(layer)


def turn_document(turn: Turn) -> Any:
    """Returns a turn as a document."""
    if turn.initial is None:
        return "pass"
    second = None if turn.second is None else {"from": turn.second}
    extra = None if turn.extra is None else dict(zip(("piece", "from", "to"), turn.extra, strict=True))
    return {"initial": {"from": turn.initial}, "second": second, "extra": extra}
