"""Pictures of single cards, and what lies below the board: the tray, the deck and the energy.

A card is a thick band from its entry to the middle, with a white arrow in the direction of the line, and a
thin arrow for every exit. The card with initiative 0 carries a ringed 0, for its exits are those of LSR.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Protocol

from puzzles.drawing.blocks import Block
from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.svg import INK, Point, along, arrow_head, line, polygon, strokes, tag
from puzzles.end_of_line.board import CARDS, INITIATIVE, STEPS, exit_headings
from puzzles.texts import Translator

BAND, CASING, PAPER = "#3f8fdc", "#123c66", "#ffffff"
CARD_FILL, CARD_EDGE, GIVEN_FILL, SPARK = "#faf8f3", "#b9b3a6", "#fff1c9", "#ffd23f"

# Parts of a card's side.
BAND_WIDTH, CASING_WIDTH, OPEN_EXIT_WIDTH = 0.18, 0.24, 0.055

TILE, TILE_GAP, HEAD = 38.0, 8.0, 24.0


def direction(heading: str) -> Point:
    down, right = STEPS[heading]
    return right, down


def band(d: str, side: float, core: str = BAND) -> str:
    """The thick line: a dark casing, so that it also stands out in black and white, and a bright core."""
    casing = tag("path", d=d, fill="none", stroke=CASING, stroke_width=CASING_WIDTH * side)
    return casing + tag("path", d=d, fill="none", stroke=core, stroke_width=BAND_WIDTH * side)


def open_exits(arms: Iterable[tuple[Point, str]], side: float) -> str:
    """A thin arrow from the middle of a card for each of its exits that the line does not take."""
    stems, heads = "", ""
    for middle, heading in arms:
        way = direction(heading)
        stems += line(middle, along(middle, way, 0.28 * side))
        heads += arrow_head(along(middle, way, 0.26 * side), way, 0.14 * side, 0.16 * side)
    if not stems:
        return ""
    stem = tag("path", d=stems, fill="none", stroke=INK, stroke_width=OPEN_EXIT_WIDTH * side)
    return stem + tag("path", d=heads, fill=INK)


def chevron(middle: Point, heading: str, side: float) -> str:
    """The `d` of the white arrow on the band where the line enters a card."""
    way = direction(heading)
    tip = along(middle, way, -0.28 * side)
    return line(along(tip, way, -0.07 * side, -0.06 * side), tip, along(tip, way, -0.07 * side, 0.06 * side))


def chevrons(d: str, side: float, colour: str = PAPER) -> str:
    return strokes(d, 0.035 * side, colour)


def hub(middle: Point, side: float) -> str:
    """The round end of a band that does not go on."""
    return tag("circle", cx=middle[0], cy=middle[1], r=CASING_WIDTH * side / 2, fill=CASING)


def zero_ring(middle: Point, side: float, min_letters: float = 0.0) -> str:
    """The mark of LSR0."""
    high = max(0.17 * side, min_letters)
    (x, y), edge = middle, 0.04 * side
    ring = tag(
        "circle", cx=x, cy=y, r=max(0.17 * side, 0.8 * high), fill=PAPER, stroke=INK, stroke_width=edge
    )
    return ring + words("0", (x, y - high / 2), high, 0.5)


class CardLook(Protocol):
    """How the line on a card is drawn, from the `d` of it and of the arrows on it."""

    def band(self, d: str, side: float) -> str: ...
    def chevrons(self, d: str, side: float) -> str: ...


def card_picture(
    card: str,
    middle: Point,
    heading: str,
    side: float,
    min_letters: float = 0.0,
    look: CardLook | None = None,
) -> str:
    """Draws what is printed on an unused card, entered with `heading`; `look` is that of its line."""
    entry = line(along(middle, direction(heading), -side / 2), middle)
    arrow = chevron(middle, heading, side)
    arms = [(middle, way_out) for way_out in exit_headings(card, heading)]
    parts = [open_exits(arms, side), look.band(entry, side) if look else band(entry, side)]
    parts.append(hub(middle, side))
    parts.append(look.chevrons(arrow, side) if look else chevrons(arrow, side))
    if card == "LSR0":
        parts.append(zero_ring(middle, side, min_letters))
    return "".join(parts)


def tile(card: str, corner: Point, look: CardLook | None = None, **address: str) -> str:
    """A small card as it comes from the deck: entry at the bottom, initiative in the corner."""
    x, y = corner
    ground = tag(
        "rect", x=x, y=y, width=TILE, height=TILE, rx=6, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.2,
        data_card=card, **address,
    )  # fmt: skip
    middle = x + TILE / 2, y + TILE / 2
    initiative = words(str(INITIATIVE[card]), (x + TILE - 4, y + TILE - 11.5), 7.5, 1)
    return ground + card_picture(card, middle, "N", TILE, look=look) + initiative


def given_frame(corner: Point, side: float, **address: str) -> str:
    """The look of a card that is fixed: a heavy double frame, plain without any colour."""
    x, y = corner
    outer = tag(
        "rect", x=x + 2.5, y=y + 2.5, width=side - 5, height=side - 5, rx=8, fill=GIVEN_FILL,
        stroke=INK, stroke_width=3, **address,
    )  # fmt: skip
    inner = tag(
        "rect", x=x + 6.5, y=y + 6.5, width=side - 13, height=side - 13, rx=4.5, fill="none",
        stroke=INK, stroke_width=1,
    )  # fmt: skip
    return outer + inner


def tray_block(
    tray: Mapping[str, int], given_counts: Mapping[str, int], width: float, translator: Translator
) -> Block:
    """The tray's cards with their counts; how many of them are given stands beside a small frame."""
    sorts = [card for card in CARDS if tray.get(card, 0) or given_counts.get(card, 0)]
    pitch, tall = TILE + 44, TILE + 22
    heading = "end_of_line.drawing.tray" if sorts else "end_of_line.drawing.no_tray"
    parts = [_heading(translator.text(heading), width)]
    for card, (x, y) in zip(sorts, _corners(len(sorts), width, pitch, tall, centred=True), strict=True):
        beside = x + TILE + 6
        parts.append(tile(card, (x, y)))
        parts.append(words(card, (x + TILE / 2, y + TILE + 5), 7, 0.5))
        parts.append(words(f"x{tray.get(card, 0)}", (beside, y + 4), 11))
        if given_counts.get(card, 0):
            parts.append(_given_count(given_counts[card], (beside, y + 22)))
    return Block("".join(parts), width, HEAD + _rows(len(sorts), width, pitch)[0] * tall)


def deck_block(
    deck: Sequence[str],
    width: float,
    translator: Translator,
    heading: str | None = None,
    look: CardLook | None = None,
) -> Block:
    """The deck in the order of drawing, each card under its number; `heading` is the markup above it."""
    pitch, tall = TILE + TILE_GAP, TILE + 24
    if heading is None:
        title = "end_of_line.drawing.deck" if deck else "end_of_line.drawing.no_deck"
        heading = _heading(translator.text(title), width)
    parts = [heading]
    for i, (x, y) in enumerate(_corners(len(deck), width, pitch, tall, centred=False)):
        parts.append(words(str(i + 1), (x + TILE / 2, y), 7.5, 0.5))
        parts.append(tile(deck[i], (x, y + 11), look, data_deck=str(i)))
    return Block("".join(parts), width, HEAD + _rows(len(deck), width, pitch)[0] * tall)


def energy_block(energy: int, left: int | None, width: float, translator: Translator) -> Block:
    """Draws a spark for each point; those that a solution has spent are only outlined."""
    title = translator.text(
        "end_of_line.drawing.energy_all" if left is None else "end_of_line.drawing.energy_left"
    )
    wide = lettering_width(title, 11)
    x = (width - wide - 12 - max(1, energy) * 20) / 2
    parts = [words(title, (x, 4), 11)]
    for k in range(energy):
        parts.append(spark((x + wide + 22 + 20 * k, 9.5), left is None or k < left))
    if energy == 0:
        parts.append(words("0", (x + wide + 14, 4), 11))
    return Block("".join(parts), width, 30)


def _heading(text: str, width: float) -> str:
    return words(text, (width / 2, 0), 11, 0.5)


def _rows(count: int, width: float, pitch: float) -> tuple[int, int]:
    """Returns how many rows hold `count` things, and how many are in each: few rows, evenly filled."""
    fit = max(1, int((width - 20) // pitch))
    rows = ceil(count / fit)
    return rows, ceil(count / rows) if rows else 0


def _corners(count: int, width: float, pitch: float, tall: float, centred: bool) -> Iterator[Point]:
    """The top left corner of each of `count` things in rows.

    A last row that is not full is centred, or begins on the left where the order matters.
    """
    _, length = _rows(count, width, pitch)
    for i in range(count):
        row, column = divmod(i, length)
        in_row = min(length, count - row * length) if centred else length
        yield (width - in_row * pitch) / 2 + column * pitch + TILE_GAP / 2, HEAD + row * tall


def _given_count(count: int, at: Point) -> str:
    x, y = at
    frame = tag("rect", x=x, y=y, width=11, height=11, rx=2, fill=GIVEN_FILL, stroke=INK, stroke_width=2)
    return frame + words(str(count), (x + 16, y + 1), 9)


def spark(middle: Point, bright: bool) -> str:
    """A point of energy; one that is spent is only outlined."""
    x, y = middle
    if not bright:
        return tag(
            "circle", cx=x, cy=y, r=8, fill="none", stroke=INK, stroke_width=1, stroke_dasharray="2.5 2.5"
        )
    disc = tag("circle", cx=x, cy=y, r=8, fill=SPARK, stroke=INK, stroke_width=1.5)
    bolt = ((1.5, -6), (-3.6, 1), (-0.6, 1), (-1.5, 6), (3.6, -1.2), (0.6, -1.2))
    return disc + tag("path", d=polygon(*((x + dx, y + dy) for dx, dy in bolt)), fill=INK)
