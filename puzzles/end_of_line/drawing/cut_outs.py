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
from puzzles.end_of_line.drawing.signs import GREYS, SIDE, start_sign
from puzzles.texts import Phrase, phrase

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


def _start(look: Look) -> CutOut:
    face = band(line(MIDDLE, (SIDE / 2, 0)), SIDE) + start_sign(MIDDLE, "N")
    return _cut_out(face, phrase("end_of_line.drawing.cut_start"), 1, look)


def _card(card: str, look: Look) -> str:
    high = look.letters(9)
    initiative = words(str(INITIATIVE[card]), (SIDE - 5.5, SIDE - 5 - high), high, 1)
    return card_picture(card, MIDDLE, "N", SIDE, look.min_letters) + initiative


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
