"""Linja as a game: see puzzles.game.Game for what each member is for."""

from __future__ import annotations

from puzzles.game import Game, RecordField
from puzzles.json_shapes import Described, ListOf, Text
from puzzles.linja import captions, endgame

GAME = Game(
    id="linja",
    kinds=(endgame.KIND,),
    rule_sections=("board", "turn", "end"),
    captions={endgame.KIND.id: captions.endgame},
    # Pieces, which are no cards.
    cuts_to_size=False,
    deal_kinds=(endgame.KIND.id,),
    has_analysis_board=True,
    record_fields={
        "tags": RecordField(
            Described(
                ListOf(Text(char_bytes=1), max_items=20), "What the right turn is about.", ["exact landing"]
            )
        )
    },
)
