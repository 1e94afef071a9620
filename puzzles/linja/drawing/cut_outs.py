"""Linja pieces as drawings of their own, to be cut out."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.drawing.style import CutOut, Look
from puzzles.drawing.svg import document
from puzzles.linja.board import PIECES, PLAYERS
from puzzles.linja.drawing.board import GREYS, RADIUS, piece

SIZE_MM = 16.0


def cut_outs(look: Look) -> Iterator[CutOut]:
    middle = RADIUS + 1
    for player in PLAYERS:
        told = look.words.text("linja.drawing.cut_piece", player=player)
        svg = document(2 * middle, 2 * middle, told, f"{told}.", piece(player, (middle, middle)))
        yield CutOut(look.printed(svg, GREYS), SIZE_MM, SIZE_MM, PIECES)
