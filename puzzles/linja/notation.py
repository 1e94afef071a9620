"""A turn as a person writes it: `0 5+ 1>2`.

The numbers are the rows from which the initial and the second move start, and the two rows of the extra move.
`+` says that the second move has earned an extra move, whether or not it is made. An extra move of an
opponent's piece begins with its owner: `0 5+ B4>3`. A turn without an initial move is `pass`.
"""

from __future__ import annotations

import re

from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import quote
from puzzles.linja.board import LAST, Board, Player, distance_to_target, opponent
from puzzles.linja.turns import PASS, Extra, Turn, second_steps

_TURN = re.compile(
    r"(?P<initial>[0-9])(?:\s+(?P<second>[0-9])\s*\+?(?:\s+(?P<piece>[AB]?)\s*(?P<start>[0-9])\s*(?:>|-)\s*(?P<end>[0-9]))?)?",
    re.IGNORECASE,
)


def turn_notation(board: Board, player: Player, turn: Turn) -> str:
    if turn.initial is None:
        return "pass"
    if turn.second is None:
        return f"{turn.initial}"
    earned = "+" if _earned(board, player, turn.initial, turn.second) else ""
    moves = f"{turn.initial} {turn.second}{earned}"
    if turn.extra is None:
        return moves
    return f"{moves} {extra_notation(player, turn.extra)}"


def extra_notation(player: Player, extra: Extra) -> str:
    """The extra move of the player: `1>2`, or `B4>3` with an opponent's piece."""
    whose = extra.owner if extra.owner == opponent(player) else ""
    return f"{whose}{extra.start}>{extra.end}"


def parse_turn(text: str, player: Player) -> Turn:
    """The turn that a person wrote, or BadInput. `+` may be left out, and commas may stand for blanks."""
    tidy = " ".join(text.replace(",", " ").split())
    if tidy.lower() == "pass":
        return PASS
    match = _TURN.fullmatch(tidy)
    if match is None:
        detail = f'expected a turn like "0", "0 5", "0 5+ 1>2" or "pass", got {quote(text)}'
        raise BadInput([Problem("", detail)])
    second, start = match["second"], match["start"]
    if start is None:
        return Turn(int(match["initial"]), None if second is None else int(second))
    piece: Player = player if not match["piece"] else "A" if match["piece"].upper() == "A" else "B"
    return Turn(int(match["initial"]), int(second), Extra(piece, int(start), int(match["end"])))


def _earned(board: Board, player: Player, initial: int, second: int) -> bool:
    # The turn may break rules, and its rows may not exist.
    if not 0 <= initial <= LAST or not board.can_go(player, initial, 1):
        return False
    steps = second_steps(board, player, initial)
    return 0 < steps == distance_to_target(player, second)
