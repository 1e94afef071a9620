"""END OF LINE cards as drawings of their own, to be cut out and laid on a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzles.drawing.drawing import CutOut, Drawing
from puzzles.drawing.letters import words
from puzzles.drawing.style import Look
from puzzles.drawing.svg import line, tag
from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.drawing.cards import CARD_EDGE, CARD_FILL, band, card_picture
from puzzles.end_of_line.drawing.line_style import PLAYER_STYLES, START_LETTERS, LineStyle
from puzzles.end_of_line.drawing.signs import GREYS, SIDE, start_sign
from puzzles.texts import Part, Phrase, phrase

SIZE_MM = 32.0
MIDDLE = SIDE / 2, SIDE / 2


def deck_cut_outs(deck: Sequence[str], look: Look) -> Iterator[CutOut]:
    """The start card, and the deck's cards with their numbers in it, so that they can be put in order."""
    yield _start(look)
    for number, card in enumerate(deck, 1):
        title = phrase("end_of_line.drawing.cut_deck_card", card=card, place=number)
        yield _cut_out(_card(card, look) + words(str(number), (5, 5.5), look.letters(9)), title, 1, look)


def tray_cut_outs(tray: Mapping[str, int], look: Look) -> Iterator[CutOut]:
    yield _start(look)
    for card in CARDS:
        if tray.get(card, 0):
            yield _cut_out(
                _card(card, look), phrase("end_of_line.drawing.cut_card", card=card), tray[card], look
            )


def cut_outs_by_type(cards: Iterable[str], look: Look) -> Iterator[CutOut]:
    """The start card, and these cards by their sorts."""
    return tray_cut_outs(Counter(cards), look)


def players_cut_outs(decks: Iterable[Sequence[str]], look: Look) -> Iterator[CutOut]:
    """The start card and the deck of each player, as deck_cut_outs; every card shows whose it is."""
    for style, deck in zip(PLAYER_STYLES, decks, strict=False):
        yield _start_of(style, look)
        for place, card in enumerate(deck, 1):
            parts: dict[str, Part] = {"card": card, "player": style.player or 0, "place": place}
            title = phrase("end_of_line.coop.drawing.cut_card", **parts)
            number = words(str(place), (5, 5.5), look.letters(9))
            yield _cut_out(_card_of(style, card, look) + number, title, 1, look)


def players_cut_outs_by_type(decks: Iterable[Sequence[str]], look: Look) -> Iterator[CutOut]:
    """The start card of each player and the cards of the deck by their types, for any puzzle of a book."""
    for style, deck in zip(PLAYER_STYLES, decks, strict=False):
        yield _start_of(style, look)
        for card in CARDS:
            if card in deck:
                parts: dict[str, Part] = {"card": card, "player": style.player or 0}
                title = phrase("end_of_line.coop.drawing.cut_card_of_type", **parts)
                yield _cut_out(_card_of(style, card, look), title, deck.count(card), look)


def _start_of(style: LineStyle, look: Look) -> CutOut:
    face = style.band(line(MIDDLE, (SIDE / 2, 0)), SIDE) + style.start(
        MIDDLE, "N", look.letters(START_LETTERS)
    )
    title = phrase("end_of_line.coop.drawing.cut_start", player=style.player or 0)
    return _cut_out(face, title, 1, look)


def _card_of(style: LineStyle, card: str, look: Look) -> str:
    """A player's card, with the player's number in the corner opposite to the initiative."""
    high = look.letters(9)
    owner = words(str(style.player), (5.5, SIDE - 5 - high), high, 0, style.colour)
    return _card(card, look, style) + owner


def _start(look: Look) -> CutOut:
    face = band(line(MIDDLE, (SIDE / 2, 0)), SIDE) + start_sign(MIDDLE, "N")
    return _cut_out(face, phrase("end_of_line.drawing.cut_start"), 1, look)


def _card(card: str, look: Look, style: LineStyle | None = None) -> str:
    high = look.letters(9)
    initiative = words(str(INITIATIVE[card]), (SIDE - 5.5, SIDE - 5 - high), high, 1)
    return card_picture(card, MIDDLE, "N", SIDE, look.min_letters, style) + initiative


def _cut_out(face: str, title: Phrase, count: int, look: Look) -> CutOut:
    """A square card. Its border is drawn inside it, as cutting may remove what lies right on the edge."""
    ground = tag("rect", x=0.75, y=0.75, width=SIDE - 1.5, height=SIDE - 1.5, rx=9, fill=CARD_FILL)
    edge = tag(
        "rect", x=0.75, y=0.75, width=SIDE - 1.5, height=SIDE - 1.5, rx=9, fill="none", stroke=CARD_EDGE,
        stroke_width=1.5,
    )  # fmt: skip
    text = look.translator.render(title)
    markup = look.inked("\n".join((ground, face, edge)), GREYS)
    return CutOut(Drawing(SIDE, SIDE, text, f"{text}.", markup), SIZE_MM, SIZE_MM, count)
