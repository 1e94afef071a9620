"""The sections of Linja puzzles as lines of text; see puzzles.line_form.

The pieces in a row are one digit: a, b and c for 10 to 12.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.line_form import LineForm, Section, choice, matching, one_of, section
from puzzles.linja.board import EXTRA_MOVES, PIECES, PLAYERS, ROWS

_DIGITS = "0123456789abc"
_BASE = PIECES + 1
_ROWS = f"[{_DIGITS}]{{{ROWS}}}"
_BOARD = matching(
    f"({_ROWS})/({_ROWS})",
    "eight digits for each player, such as 61111110/01111116",
    lambda match: {
        player: [int(digit, _BASE) for digit in rows]
        for player, rows in zip(PLAYERS, match.groups(), strict=True)
    },
    lambda document: "/".join("".join(_DIGITS[n] for n in document[player]) for player in PLAYERS),
)


def _write_board(document: Mapping[str, Any]) -> str:
    return _BOARD.write(document)


ENDGAME = LineForm(
    (
        Section("the rows of A and B", PLAYERS, _BOARD.read, _write_board),
        section("the player to move", "to_move", choice(PLAYERS)),
        section("the goal", "goal", choice(("margin", "win", "draw")), optional=True),
        section("the extra move", "extra_move", choice(EXTRA_MOVES), optional=True),
        section("the negatives", "negatives", one_of({"yes": True, "no": False}), optional=True),
    )
)
