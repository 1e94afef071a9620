"""Linja pieces as drawings of their own, to be cut out."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.linja.board import PIECES, PLAYERS
from puzzles.linja.draw_svg import GREYS, RADIUS, piece
from puzzles.look import CutOut, Look
from puzzles.svg import document

SIZE_MM = 16.0


def cut_outs(look: Look) -> Iterator[CutOut]:
    middle = RADIUS + 1
    for player in PLAYERS:
        told = look.words.say("drawings.linja.cut_piece", player=player)
        svg = document(2 * middle, 2 * middle, told, f"{told}.", piece(player, (middle, middle)))
        yield CutOut(look.printed(svg, GREYS), SIZE_MM, SIZE_MM, PIECES)
