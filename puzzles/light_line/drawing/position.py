"""A position of a play for the terminal, and its moves in words."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.drawing.terminal import TextLook
from puzzles.light_line.cards import Card, PlacedCard, Section, colour_name
from puzzles.light_line.drawing.scene import numbered_colours, scene_of
from puzzles.light_line.drawing.text import board_lines, hand_lines, note_lines
from puzzles.light_line.places import Places
from puzzles.texts import Phrase, phrase, translator_for


def position_text(
    cards: Sequence[Card],
    layout: Sequence[PlacedCard],
    line: Sequence[Section],
    look: TextLook,
    new: str | None = None,
    notes: Sequence[Phrase] = (),
) -> str:
    """The cards on the table, the line on them, and the cards in the hand.

    `new` is the one card to be placed, if any; `line` then is several lines.
    """
    translator = translator_for(look.language)  # moves are typed with the rows and columns of JSON
    scene = scene_of(cards, layout, line, translator, new)
    key = "hand" if new is None else "to_be_placed"
    heading = translator.text(f"light_line.drawing.{key if layout else 'cards'}")
    sentences = [scene.line_words(several=new is not None), *scene.full_names(lettered=False)]
    below = [*filter(None, sentences), *map(translator.render, notes)]
    board, hand = board_lines(scene, new, look), hand_lines(scene, heading, new, look)
    return look.document([board, hand, note_lines(scene, new, below, look)])


def lay_words(placed_card: PlacedCard, name: str, layout: Sequence[PlacedCard]) -> Phrase:
    """The move that lays a card beside those of a layout, in words."""
    places = Places.of(lying.cell for lying in layout)
    key = "light_line.play.lay_turned" if placed_card.turned else "light_line.play.lay"
    return phrase(key, card=name, where=places.where(placed_card.cell))


def section_words(card: Card, tube: int) -> Phrase:
    """The colour of a tube, and its number where the card has several of that colour."""
    colour, number = list(numbered_colours(card))[tube]
    if not number:
        return colour_name(colour)
    return phrase("light_line.play.numbered_tube", colour=colour_name(colour), number=number)
