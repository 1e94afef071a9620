"""Linja pieces as drawings of their own, to be cut out."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import Look
from puzzles.linja.board import PIECES, PLAYERS
from puzzles.linja.drawing.board import GREYS, RADIUS, piece

SIZE_MM = 16.0


def cut_outs(look: Look) -> Iterator[CutOut]:
    middle = RADIUS + 1
    for player in PLAYERS:
        title = look.translator.text("linja.drawing.cut_piece", player=player)
        markup = look.inked(piece(player, (middle, middle)), GREYS)
        yield CutOut(Drawing(2 * middle, 2 * middle, title, f"{title}.", markup), SIZE_MM, SIZE_MM, PIECES)
