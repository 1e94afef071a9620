"""LIGHT-LINE! cards as drawings of their own, to be cut out and laid on a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.style import Look
from puzzles.light_line.cards import Card
from puzzles.light_line.deck import origin
from puzzles.light_line.drawing.bands import GREYS
from puzzles.light_line.drawing.cards import CardView, cards_markup
from puzzles.light_line.drawing.scene import card_words, scene_of
from puzzles.light_line.drawing.tubes import CARD_HEIGHT, CARD_WIDTH

# Millimetres of a unit: a card is 40 mm wide and 60 mm high, and has some paper around its edge.
SCALE, EDGE = 0.4, 1.0


def cut_outs(cards: Sequence[Card], look: Look) -> Iterator[CutOut]:
    whole, translator = replace(look, answer=False), look.translator
    names = scene_of(cards, (), (), translator).names
    wide, high = CARD_WIDTH + 2 * EDGE, CARD_HEIGHT + 2 * EDGE
    for card in cards:
        view = CardView(card, names[card.id], (EDGE, EDGE), whole)
        tubes = card_words(card, translator)
        face = translator.text("light_line.drawing.card", card=view.name, tubes=tubes)
        description = " ".join([f"{face}.", *map(translator.render, origin((card,)))])
        title = translator.text("light_line.drawing.cut_card", card=view.name)
        drawing = Drawing(wide, high, title, description, look.inked(cards_markup([view]), GREYS))
        yield CutOut(drawing, wide * SCALE, high * SCALE, 1)
