"""What a line may be made of: the sections of one colour, and where their ends can meet.

Cards and sections are numbered. Sockets are numbered as in puzzles.light_line.cards.SOCKETS.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.light_line.cards import BLACK, COLOURS, MEETS, SOCKETS, TURNED, Card

_NUMBER = {socket: number for number, socket in enumerate(SOCKETS)}
MEET = [_NUMBER[MEETS[socket]] for socket in SOCKETS]
TURN = [_NUMBER[TURNED[socket]] for socket in SOCKETS]
# Sockets of different places never meet, however their cards are turned: a place is the middle or the rest of
# the level or of the upright sides.
_PLACE = [2 * (socket[0] in "NS") + (socket[1] == "1") for socket in SOCKETS]


@dataclass(frozen=True)
class Piece:
    """A section by the numbers of its card and tube, and the sockets that it joins on the unturned card."""

    card: int
    tube: int
    ends: tuple[int, int]


@dataclass(frozen=True)
class Join:
    """Two ends that can meet: an end is the number of a piece and which of its two ends it is.

    `alike`: they meet when both cards lie turned or neither, else when one of them does."""

    one: tuple[int, int]
    other: tuple[int, int]
    alike: bool


@dataclass(frozen=True)
class Palette:
    """All that a line of one colour can pass."""

    colour: str
    size: int  # how many cards the puzzle has
    pieces: tuple[Piece, ...]

    @cached_property
    def on_card(self) -> tuple[tuple[int, ...], ...]:
        """The pieces of every card."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for number, piece in enumerate(self.pieces):
            found[piece.card].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The cards that have a piece."""
        return tuple(card for card, pieces in enumerate(self.on_card) if pieces)

    @property
    def weight(self) -> int:
        """How large a model of it is: its joins times the cards."""
        return len(self.joins) * self.size

    @cached_property
    def joins(self) -> tuple[Join, ...]:
        return tuple(self._joins())

    def _joins(self) -> Iterator[Join]:
        ends = [(number, end) for number in range(len(self.pieces)) for end in (0, 1)]
        for i, one in enumerate(ends):
            for other in ends[i + 1 :]:
                a, b = self.pieces[one[0]], self.pieces[other[0]]
                if a.card != b.card:
                    here, there = a.ends[one[1]], b.ends[other[1]]
                    if MEET[here] in (there, TURN[there]):
                        yield Join(one, other, MEET[here] == there)


def palettes(cards: Sequence[Card], wild: bool) -> list[Palette]:
    """One for every colour that a line can have; `wild`: black goes with each, and is none of its own."""
    colours = [colour for colour in COLOURS if not (wild and colour == BLACK)]
    return [_palette(cards, colour, wild) for colour in colours]


def full_palettes(cards: Sequence[Card]) -> Iterator[Palette]:
    """Those of SOLO-LINE in which every card has a piece; the richest come first.

    Made one by one: the first is mostly the only one that is needed."""
    ways = {}
    for colour in COLOURS:
        counts = [sum(each.colour in (colour, BLACK) for each in card.tubes) for card in cards]
        if colour != BLACK and all(counts):
            ways[colour] = sum(counts)
    for colour in sorted(ways, key=ways.__getitem__, reverse=True):
        yield _palette(cards, colour, wild=True)


def _palette(cards: Sequence[Card], colour: str, wild: bool) -> Palette:
    colours = (colour, BLACK) if wild else (colour,)
    pieces = tuple(
        Piece(number, i, (_NUMBER[each.ends[0]], _NUMBER[each.ends[1]]))
        for number, card in enumerate(cards)
        for i, each in enumerate(card.tubes)
        if each.colour in colours
    )
    return Palette(colour, len(cards), pieces)


def parts(palette: Palette) -> list[Palette]:
    """The palette taken apart where no line can pass from one part to another."""
    part = [0, 1, 2, 3]  # by place
    for piece in palette.pieces:
        one, other = (part[_PLACE[end]] for end in piece.ends)
        if one != other:
            part = [one if each == other else each for each in part]
            if len(set(part)) == 1:
                return [palette]
    of = [part[_PLACE[piece.ends[0]]] for piece in palette.pieces]
    if len(set(of)) <= 1:
        return [palette]
    return [
        replace(palette, pieces=tuple(p for p, its in zip(palette.pieces, of, strict=True) if its == each))
        for each in sorted(set(of))
    ]


def large_parts(among: Iterable[Palette], least: int) -> Iterator[Palette]:
    """The parts on at least so many cards, one by one, as the first is often enough."""
    for palette in among:
        if len(palette.cards) >= least:
            yield from (part for part in parts(palette) if len(part.cards) >= least)
