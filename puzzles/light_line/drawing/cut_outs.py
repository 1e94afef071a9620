"""LIGHT-LINE! cards as drawings of their own, to be cut out and laid on a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

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
    names = scene_of(cards, (), (), look.translator).names
    return (_cut_out(card, names[card.id], replace(look, answer=False)) for card in cards)


@lru_cache(maxsize=2**9)  # puzzles of a book have many cards in common
def _cut_out(card: Card, name: str, look: Look) -> CutOut:
    translator = look.translator
    wide, high = CARD_WIDTH + 2 * EDGE, CARD_HEIGHT + 2 * EDGE
    face = translator.text("light_line.drawing.card", card=name, tubes=card_words(card, translator))
    description = " ".join([f"{face}.", *map(translator.render, origin((card,)))])
    title = translator.text("light_line.drawing.cut_card", card=name)
    markup = look.inked(cards_markup([CardView(card, name, (EDGE, EDGE), look)]), GREYS)
    return CutOut(Drawing(wide, high, title, description, markup), wide * SCALE, high * SCALE, 1)
