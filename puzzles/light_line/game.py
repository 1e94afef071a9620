"""LIGHT-LINE! as a game: see puzzles.game.Game for what each member is for."""

from __future__ import annotations

from puzzles.drawing.style import Look
from puzzles.game import Game, RecordField
from puzzles.json_shapes import Described, Integer, Text
from puzzles.light_line import captions, head, longest, place, solo
from puzzles.light_line.deck import synthetic_deck, write_deck
from puzzles.texts import phrase

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
    # Of answers, the numbers of the cards would hide their tubes.
    board_look=Look(legend=False, proportion=1.2),
    deal_kinds=(solo.KIND.id, longest.KIND.id, head.KIND.id, place.KIND.id),
    page_data={"synthetic_deck": lambda: write_deck(synthetic_deck())},
    record_fields={
        "layouts": RecordField(
            Described(Integer(0), "How many layouts solve it, counted up to 500."),
            heading=lambda n: phrase("light_line.record.layouts", n=n),
            is_count=True,
        ),
        "deck": RecordField(
            Described(Text(char_bytes=1), "The name of the deck from which the cards were dealt."),
            heading=lambda name: phrase("light_line.record.deck", name=name),
        ),
    },
)
