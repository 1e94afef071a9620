"""END OF LINE as a game: see puzzles.game.Game for what each member is for."""

from __future__ import annotations

from puzzles.end_of_line import captions, classic, cover, solo
from puzzles.end_of_line.drawing.cut_outs import cut_outs_by_type
from puzzles.game import Game

GAME = Game(
    id="end_of_line",
    kinds=(solo.KIND, classic.KIND, cover.KIND),
    rule_sections=("area", "cards", "line"),
    captions={
        solo.KIND.id: captions.solo,
        classic.KIND.id: captions.classic,
        cover.KIND.id: captions.cover,
    },
    # A puzzle's own cut-outs are numbered in its deck's order; those of a book serve all its puzzles.
    book_cut_outs={
        kind.id: lambda puzzle, look: tuple(cut_outs_by_type(puzzle.deck, look))
        for kind in (solo.KIND, classic.KIND)
    },
    deal_kinds=(solo.KIND.id, classic.KIND.id, cover.KIND.id),
)
