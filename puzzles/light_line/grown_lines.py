"""The lines of a single colour that grow by the last card of a layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.light_line.cards import Card, Cell, PlacedCard, Section, Tube, ends_of, socket_across

# A socket on the grid.
_Socket = tuple[Cell, str]


@dataclass(frozen=True)
class GrownLine:
    """A line's sections in order; those of a ring in order from any one."""

    sections: tuple[Section, ...]
    ring: bool


def grown_lines(cards: Sequence[Card], layout: Sequence[PlacedCard]) -> list[GrownLine]:
    """The whole lines that have sections of the last card and of other cards, longest first.

    A line without sections of other cards did not grow: it is new. `cards` are those of the layout, in its
    order.
    """
    at: dict[_Socket, tuple[Section, Tube, PlacedCard]] = {
        (placed_card.cell, end): (Section(card.id, i), tube, placed_card)
        for card, placed_card in zip(cards, layout, strict=True)
        for i, tube in enumerate(card.tubes)
        for end in ends_of(tube, placed_card.turned)
    }
    new, placed_card = cards[-1], layout[-1]
    lines: list[GrownLine] = []
    for i, tube in enumerate(new.tubes):
        first = Section(new.id, i)
        if any(first in line.sections for line in lines):
            continue
        one, other = ends_of(tube, placed_card.turned)
        after = _sections_from(at, (placed_card.cell, one), first)
        before = _sections_from(at, (placed_card.cell, other), first)
        ring = bool(after) and set(after) == set(before)
        sections = (first, *after) if ring else (*reversed(before), first, *after)
        lines.append(GrownLine(sections, ring))
    grown = (line for line in lines if any(section.card != new.id for section in line.sections))
    return sorted(grown, key=lambda line: -len(line.sections))


def _sections_from(
    at: dict[_Socket, tuple[Section, Tube, PlacedCard]], out: _Socket, first: Section
) -> list[Section]:
    """The sections that follow `first` from this socket on, until the line ends or is back at `first`."""
    sections: list[Section] = []
    colour = at[out][1].colour
    while True:
        place, socket = socket_across(*out)
        if (place, socket) not in at:
            return sections
        section, tube, placed_card = at[place, socket]
        if tube.colour != colour or section == first:
            return sections
        sections.append(section)
        one, other = ends_of(tube, placed_card.turned)
        out = place, other if one == socket else one
