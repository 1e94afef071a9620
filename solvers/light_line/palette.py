"""The sections that a line of one colour can have, and where their ends can meet.

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
# The class of each socket. Sockets of different classes never meet, however their cards are turned: a class
# is the middle or the outer sockets, of the N/S or the W/E sides.
_CLASS = [2 * (socket[0] in "NS") + (socket[1] == "1") for socket in SOCKETS]


@dataclass(frozen=True)
class PaletteSection:
    """A section: the numbers of its card and tube, and the sockets that it joins on the unturned card."""

    card: int
    tube: int
    ends: tuple[int, int]


@dataclass(frozen=True)
class Join:
    """Two ends that can meet. An end is the number of a section, and which of its two ends it is.

    `alike`: they meet when both cards are turned or neither is; else when exactly one of them is turned."""

    one: tuple[int, int]
    other: tuple[int, int]
    alike: bool


@dataclass(frozen=True)
class Palette:
    """All sections that a line of one colour can pass."""

    colour: str
    size: int  # how many cards the puzzle has
    sections: tuple[PaletteSection, ...]

    @cached_property
    def on_card(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the sections of every card."""
        by_card: list[list[int]] = [[] for _ in range(self.size)]
        for number, section in enumerate(self.sections):
            by_card[section.card].append(number)
        return tuple(map(tuple, by_card))

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The cards that have a section."""
        return tuple(card for card, sections in enumerate(self.on_card) if sections)

    @property
    def weight(self) -> int:
        """How large a model of the palette is: the number of joins times the number of cards."""
        return len(self.joins) * self.size

    @cached_property
    def joins(self) -> tuple[Join, ...]:
        return tuple(self._joins())

    def _joins(self) -> Iterator[Join]:
        ends = [(number, end) for number in range(len(self.sections)) for end in (0, 1)]
        for i, one in enumerate(ends):
            for other in ends[i + 1 :]:
                a, b = self.sections[one[0]], self.sections[other[0]]
                if a.card != b.card:
                    here, there = a.ends[one[1]], b.ends[other[1]]
                    if MEET[here] in (there, TURN[there]):
                        yield Join(one, other, MEET[here] == there)


def palettes(cards: Sequence[Card], wild: bool) -> list[Palette]:
    """Returns a palette for every colour; `wild`: black goes with every colour, and has no palette of its
    own."""
    colours = [colour for colour in COLOURS if not (wild and colour == BLACK)]
    return [_palette(cards, colour, wild) for colour in colours]


def full_palettes(cards: Sequence[Card]) -> Iterator[Palette]:
    """Yields the palettes of SOLO-LINE in which every card has a section, those with most sections first.

    They are created one by one: mostly the first is the only one that is needed."""
    ways = {}
    for colour in COLOURS:
        counts = [sum(tube.colour in (colour, BLACK) for tube in card.tubes) for card in cards]
        if colour != BLACK and all(counts):
            ways[colour] = sum(counts)
    for colour in sorted(ways, key=ways.__getitem__, reverse=True):
        yield _palette(cards, colour, wild=True)


def _palette(cards: Sequence[Card], colour: str, wild: bool) -> Palette:
    colours = (colour, BLACK) if wild else (colour,)
    sections = tuple(
        PaletteSection(number, i, (_NUMBER[tube.ends[0]], _NUMBER[tube.ends[1]]))
        for number, card in enumerate(cards)
        for i, tube in enumerate(card.tubes)
        if tube.colour in colours
    )
    return Palette(colour, len(cards), sections)


def parts(palette: Palette) -> list[Palette]:
    """Splits a palette where no line can pass from one part to another."""
    part = [0, 1, 2, 3]  # by class of sockets
    for section in palette.sections:
        one, other = (part[_CLASS[end]] for end in section.ends)
        if one != other:
            part = [one if number == other else number for number in part]
            if len(set(part)) == 1:
                return [palette]
    part_of = [part[_CLASS[section.ends[0]]] for section in palette.sections]
    if len(set(part_of)) <= 1:
        return [palette]
    numbered = tuple(zip(palette.sections, part_of, strict=True))
    return [
        replace(palette, sections=tuple(section for section, n in numbered if n == number))
        for number in sorted(set(part_of))
    ]


def large_parts(candidates: Iterable[Palette], min_cards: int) -> Iterator[Palette]:
    """Yields the parts with at least `min_cards` cards, one by one, as the first is often enough."""
    for palette in candidates:
        if len(palette.cards) >= min_cards:
            yield from (part for part in parts(palette) if len(part.cards) >= min_cards)
