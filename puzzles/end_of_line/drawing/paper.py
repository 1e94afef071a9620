"""What a book has beside and below the board, for those who play with a pencil: the tray, or deck and tracks.

Every card of the deck has a box to tick when it is drawn. The tracks have a point of energy to cross out,
and for a solo puzzle a box to tick for every round, and a place for the number of every card in the hand; for
a classic solitaire places for the numbers of the cards on the discard pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil

from puzzles.drawing.blocks import Block, reach, stack
from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.style import Look
from puzzles.drawing.svg import INK, Point, tag, translation
from puzzles.end_of_line.board import CARDS, INITIATIVE
from puzzles.end_of_line.drawing.board import Board
from puzzles.end_of_line.drawing.cards import (
    CARD_EDGE,
    CARD_FILL,
    GIVEN_FILL,
    PAPER,
    TILE,
    CardLook,
    card_picture,
    spark,
)
from puzzles.end_of_line.drawing.signs import PLATE_EDGE
from puzzles.end_of_line.solo_puzzle import HAND_SIZE

LETTERS, HEADING, GAP = 9.0, 11.0, 8.0
TRACK_WIDTH = 124.0
SPARK = 20.0
# Cards beside the board are worth it where the drawing becomes so much larger.
_BESIDE = 1.1


def tray_by_board(
    board: Board, tray: Mapping[str, int], given_counts: Mapping[str, int]
) -> tuple[Block | None, list[Block]]:
    """Returns what stands beside the board and below: the tray, where the drawing is larger."""
    types, pitch = _types(tray, given_counts), _tray_pitch(board.look)
    per_row = _per_row_beside(board, Block("", 0, 0), len(types), pitch)
    if per_row == 0:
        return None, [_tray_block(tray, given_counts, board.width(), board.look)]
    beside = _tray_block(tray, given_counts, per_row * pitch[0] - GAP, board.look)
    return replace(beside, width=beside.width + GAP), []


def deck_by_board(board: Board, tracks: Block, deck: Sequence[str]) -> tuple[Block, list[Block]]:
    """Returns the tracks beside the board, with the deck where that is larger, else the deck below."""
    look, aside = board.look, tracks
    pitch = deck_pitch(look)
    per_row = _per_row_beside(board, aside, len(deck), pitch)
    if per_row == 0:
        return aside, [paper_deck(deck, board.width() + aside.width, look)]
    beside = paper_deck(deck, per_row * pitch[0] - GAP, look)
    moved = tag("g", beside.markup, transform=translation(aside.width + 2 * GAP, 0))
    width, height = aside.width + 2 * GAP + beside.width, max(aside.height, beside.height)
    return Block(aside.markup + moved, width, height), []


def _per_row_beside(board: Board, aside: Block, cards: int, pitch: Point) -> int:
    """How many cards stand in a row beside the board; 0 where the drawing is larger with them below it."""
    look, (across, down) = board.look, pitch
    wide, high = board.width() + aside.width, max(board.height(), board.margin + aside.height)

    def size(per_row: int) -> tuple[float, float]:
        rows = ceil(cards / (per_row or _per_row(wide, across)))
        block = look.letters(HEADING) + GAP + rows * down
        if per_row:
            return wide + 2 * GAP + per_row * across, max(high, board.margin + block)
        return wide, high + block

    def cost(per_row: int) -> float:
        return reach(size(per_row), look.proportion) * (_BESIDE if per_row else 1.0)

    return min(range(cards + 1), key=cost)


def _per_row(width: float, pitch: float) -> int:
    return max(1, int((width + GAP) / pitch))


def _types(tray: Mapping[str, int], given_counts: Mapping[str, int]) -> list[str]:
    return [card for card in CARDS if tray.get(card, 0) or given_counts.get(card, 0)]


def _tray_pitch(look: Look) -> Point:
    """The distances from one card of the tray to the next, across and down."""
    high = look.letters(LETTERS)
    count_width = max(lettering_width("x10", high), high * 1.9)
    return max(TILE + 4 + count_width, lettering_width("LSR0", high)) + GAP, _tray_high(high) + high + 16


def _tray_high(high: float) -> float:
    """The height of a card of the tray with its counts beside it, above its code."""
    return max(TILE, high + 4 + high + 6)


def _tray_block(tray: Mapping[str, int], given_counts: Mapping[str, int], width: float, look: Look) -> Block:
    """The tray's cards with their counts; how many of them are given stands in a small frame."""
    types, high = _types(tray, given_counts), look.letters(LETTERS)
    pitch, tall = _tray_pitch(look)
    per_row = _per_row(width, pitch)
    per_row = ceil(len(types) / ceil(len(types) / per_row)) if types else 1
    left = (width - per_row * pitch + GAP) / 2
    markup = ""
    for i, card in enumerate(types):
        x, y = left + i % per_row * pitch, i // per_row * tall
        markup += _face(card, x, y, TILE, data_card=card)
        markup += words(card, (x + TILE / 2, y + _tray_high(high) + 5), high, 0.5)
        markup += words(f"×{tray.get(card, 0)}", (x + TILE + 4, y + 1), high)  # noqa: RUF001  # as in print
        if given_counts.get(card, 0):
            side = high + 6
            top = y + max(high + 4, TILE - side)
            frame = {"x": x + TILE + 5, "y": top, "width": side, "height": side, "rx": 2}
            markup += tag("rect", **frame, fill=GIVEN_FILL, stroke=INK, stroke_width=2)
            at = x + TILE + 5 + side / 2, top + 3
            markup += words(str(given_counts[card]), at, high, 0.5)
    rows = ceil(len(types) / per_row)
    return _headed("end_of_line.drawing.tray" if types else "end_of_line.drawing.no_tray", markup, width,
                   rows * tall, look)  # fmt: skip


def deck_pitch(look: Look) -> Point:
    """The distances from one card of the deck to the next, across and down."""
    high = look.letters(LETTERS)
    return max(TILE, lettering_width("88", high) + 6) + GAP, high + 6 + 3 + TILE + high + 8 + GAP


def paper_deck(deck: Sequence[str], width: float, look: Look, card_look: CardLook | None = None) -> Block:
    """The deck in the order of drawing: each card with its number, a box to tick, and its initiative."""
    high = look.letters(LETTERS)
    box = lettering_width("88", high) + 6, high + 6
    pitch, tall = deck_pitch(look)
    wide, per_row = pitch - GAP, _per_row(width, pitch)
    left = (width - min(per_row, len(deck)) * pitch + GAP) / 2
    markup = ""
    for i, card in enumerate(deck):
        x, y = left + i % per_row * pitch, i // per_row * tall
        markup += _box(str(i + 1), (x + (wide - box[0]) / 2, y), box, high)
        aside, top = x + (wide - TILE) / 2, y + box[1] + 3
        markup += _face(card, aside, top, TILE + high + 6, card_look, data_card=card, data_deck=str(i))
        markup += words(str(INITIATIVE[card]), (aside + TILE / 2, top + TILE + 1), high, 0.5)
    heading = "end_of_line.drawing.deck" if deck else "end_of_line.drawing.no_deck"
    return _headed(heading, markup, width, ceil(len(deck) / per_row) * tall - GAP, look)


def solo_tracks(energy: int, deck: int, look: Look) -> Block:
    """The energy, the rounds and the hand, one below the other."""
    # One card in the first round, and two in each that follows; a brake makes up for a card too many.
    rounds = 1 + ceil(max(0, deck - 1) / 2)
    boxes = _boxes("end_of_line.drawing.rounds", [str(i + 1) for i in range(rounds)], look)
    return _tracks([_energy(energy, look), boxes, _hand(look)])


def classic_tracks(energy: int, deck: int, look: Look) -> Block:
    """The energy and the discard pile, one below the other."""
    # More than half of the deck seldom lies there at once.
    return _tracks([_energy(energy, look), _boxes("end_of_line.book.pile", [""] * ceil(deck / 2), look)])


def _tracks(parts: Sequence[Block]) -> Block:
    groups, below = stack(parts, (0, 0), gap=14)
    return Block("".join(groups), max(part.width for part in parts), below - 14)


def _energy(energy: int, look: Look) -> Block:
    per_row = int(TRACK_WIDTH / SPARK)
    markup = "".join(
        spark((SPARK * (i % per_row + 0.5), SPARK * (i // per_row + 0.5)), bright=True) for i in range(energy)
    )
    if not energy:
        markup = words("0", (0, 0), look.letters(LETTERS))
    return _titled("end_of_line.drawing.energy_all", markup, SPARK * max(1, ceil(energy / per_row)), look)


def _boxes(heading: str, labels: Sequence[str], look: Look) -> Block:
    """Boxes in rows, each with its label."""
    high = look.letters(LETTERS)
    wide, tall = lettering_width("88", high) + 6, high + 6
    per_row = max(1, int((TRACK_WIDTH + 3) / (wide + 3)))
    markup = ""
    for i, label in enumerate(labels):
        x, y = i % per_row * (wide + 3), i // per_row * (tall + 3)
        markup += _box(label, (x, y), (wide, tall), high)
    return _titled(heading, markup, max(0, ceil(len(labels) / per_row) * (tall + 3) - 3), look)


def _box(label: str, corner: Point, size: tuple[float, float], letters: float) -> str:
    """A box to tick or to write in, with a label that does not hide the tick."""
    (x, y), (wide, tall) = corner, size
    frame = tag("rect", width=wide, height=tall, rx=2, fill=PAPER, stroke=INK, stroke_width=1,
                transform=translation(x, y))  # fmt: skip
    return frame + words(label, (x + wide / 2, y + 3), letters, 0.5, PLATE_EDGE)


def _hand(look: Look) -> Block:
    side, per_row = TILE, 3
    markup = "".join(
        tag("rect", x=i % per_row * (side + 4), y=i // per_row * (side + 4), width=side, height=side, rx=6,
            fill=PAPER, stroke=INK, stroke_width=1, stroke_dasharray="4 3")
        for i in range(HAND_SIZE)
    )  # fmt: skip
    return _titled("end_of_line.book.hand", markup, ceil(HAND_SIZE / per_row) * (side + 4) - 4, look)


def _face(card: str, x: float, y: float, height: float, look: CardLook | None = None, **address: str) -> str:
    """A card with its entry at the bottom, and room below it where it is higher than wide.

    Its code or its initiative stands below it, so that LSR0 needs no mark."""
    ground = tag(
        "rect", width=TILE, height=height, rx=6, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.2, **address
    )
    face = ground + card_picture(card.rstrip("0"), (TILE / 2, TILE / 2), "N", TILE, look=look)
    # Drawn at the origin and moved, as equal shapes take few bytes in a PDF.
    return tag("g", face, transform=translation(x, y))


def _headed(key: str, markup: str, width: float, height: float, look: Look) -> Block:
    """A block with its heading in the middle."""
    high, title = look.letters(HEADING), look.translator.text(key)
    aside = max(0.0, lettering_width(title, high) - width) / 2
    if aside:
        markup, width = tag("g", markup, transform=translation(aside, 0)), width + 2 * aside
    heading = words(title, (width / 2, 0), high, 0.5)
    groups, below = stack(_both(heading, high, markup, width, height), (0, 0), gap=GAP)
    return Block("".join(groups), width, below - GAP)


def _titled(key: str, markup: str, height: float, look: Look) -> Block:
    """A track with its heading on the left."""
    high = look.letters(LETTERS)
    title = look.translator.text(key)
    width = max(TRACK_WIDTH, lettering_width(title, high))
    groups, below = stack(_both(words(title, (0, 0), high), high, markup, width, height), (0, 0), gap=6)
    return Block("".join(groups), width, below - 6)


def _both(heading: str, high: float, markup: str, width: float, height: float) -> Iterator[Block]:
    yield Block(heading, width, high)
    yield Block(markup, width, height)
