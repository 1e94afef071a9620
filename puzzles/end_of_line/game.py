"""END OF LINE as a game: see puzzles.game.Game for what each member is for."""

from __future__ import annotations

from puzzles.end_of_line import captions, classic, coop, cover, solo
from puzzles.end_of_line.drawing.cut_outs import cut_outs_by_type, players_cut_outs_by_type
from puzzles.game import Game

GAME = Game(
    id="end_of_line",
    kinds=(solo.KIND, classic.KIND, cover.KIND, coop.KIND),
    rule_sections=("area", "cards", "line"),
    captions={
        solo.KIND.id: captions.solo,
        classic.KIND.id: captions.classic,
        cover.KIND.id: captions.cover,
        coop.KIND.id: captions.coop,
    },
    # A puzzle's own cut-outs are numbered in its deck's order; those of a book serve all its puzzles.
    book_cut_outs={
        solo.KIND.id: lambda puzzle, look: tuple(cut_outs_by_type(puzzle.deck, look)),
        classic.KIND.id: lambda puzzle, look: tuple(cut_outs_by_type(puzzle.deck, look)),
        coop.KIND.id: lambda puzzle, look: tuple(
            players_cut_outs_by_type((player.deck for player in puzzle.players), look)
        ),
    },
    deal_kinds=(solo.KIND.id, classic.KIND.id, cover.KIND.id, coop.KIND.id),
)
