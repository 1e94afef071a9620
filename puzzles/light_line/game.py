"""LIGHT-LINE! as a game: see puzzles.game.Game for what each member is for."""

from __future__ import annotations

from puzzles.game import Game, RecordField
from puzzles.json_shapes import Integer, Text
from puzzles.light_line import captions, head, longest, place, solo

GAME = Game(
    id="light_line",
    kinds=(solo.KIND, longest.KIND, head.KIND, place.KIND),
    rule_sections=("cards", "line"),
    captions={
        solo.KIND.id: captions.solo,
        longest.KIND.id: captions.longest,
        head.KIND.id: captions.head,
        place.KIND.id: captions.place,
    },
    # Cards are 18 mm wide.
    least_scale=0.18,
    record_fields={
        "layouts": RecordField(
            Integer(0), heading=lambda n: f"{n} layout" if n == 1 else f"{n} layouts", is_count=True
        ),
        "deck": RecordField(Text(char_bytes=1), heading=lambda name: f"deck: {name}"),
    },
)
