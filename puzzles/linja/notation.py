"""A turn as a person writes it: `0 5+ 1>2`.

The rows from which the initial and the second move start, and from where to where the extra move goes. `+`
says that the second move has earned an extra move, taken or not. An opponent's piece that an extra move takes
has its owner before it: `0 5+ B4>3`. Who has no initial move writes `pass`.
"""

from __future__ import annotations

import re

from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import quote
from puzzles.linja.board import LAST, Board, Player, opponent, way
from puzzles.linja.turns import PASS, Extra, Turn, second_steps

_TURN = re.compile(
    r"(?P<initial>[0-9])(?:\s+(?P<second>[0-9])\s*\+?(?:\s+(?P<piece>[AB]?)\s*(?P<start>[0-9])\s*(?:>|-)\s*(?P<end>[0-9]))?)?",
    re.IGNORECASE,
)


def write(board: Board, player: Player, turn: Turn) -> str:
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
    whose = extra.piece if extra.piece == opponent(player) else ""
    return f"{whose}{extra.start}>{extra.end}"


def read(text: str, player: Player) -> Turn:
    """The turn; BadInput where it is none. `+` may be left out, and commas stand for blanks."""
    tidy = " ".join(text.replace(",", " ").split())
    if tidy.lower() == "pass":
        return PASS
    found = _TURN.fullmatch(tidy)
    if found is None:
        detail = f'expected a turn like "0", "0 5", "0 5+ 1>2" or "pass", got {quote(text)}'
        raise BadInput([Problem("", detail)])
    second, start = found["second"], found["start"]
    if start is None:
        return Turn(int(found["initial"]), None if second is None else int(second))
    piece: Player = player if not found["piece"] else "A" if found["piece"].upper() == "A" else "B"
    return Turn(int(found["initial"]), int(second), Extra(piece, int(start), int(found["end"])))


def _earned(board: Board, player: Player, initial: int, second: int) -> bool:
    # What is written may break a rule, and start from no row at all.
    if not 0 <= initial <= LAST or not board.can_go(player, initial, 1):
        return False
    steps = second_steps(board, player, initial)
    return 0 < steps == way(player, second)
