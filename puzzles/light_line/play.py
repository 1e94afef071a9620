"""How the LIGHT-LINE! kinds with cards in the hand are played: cards are laid, and then a line is followed.

- Rows count downwards and columns to the right from the first card, which lies at row 0, column 0, and is not
  turned. This loses nothing, since shifting a layout or turning all of it by half a turn leaves it the same.
- Cards are laid in any order, each beside a placed one. Cards apart from the others, which the referee of
  LONG-LINE accepts, would never be on the line.
- No card is laid once the line has begun.
- A line begins with any tube on the table and grows at one end only; its second section decides at which.
  So a play that begins in the middle of the only line is lost: begin at one of its ends.
- A play is over as soon as the line cannot go on.

The other rules of each kind are in its module, beside its `verify`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from puzzles.drawing.terminal import PLAIN_TEXT, TextLook
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Flag, ObjectShape, quote
from puzzles.light_line.cards import (
    BLACK,
    PLACED,
    SECTION,
    Card,
    Cell,
    PlacedCard,
    Section,
    ends_of,
    neighbours,
    read_placed_card,
    socket_across,
    write_placed_card,
)
from puzzles.light_line.drawing.position import lay_words, position_text, section_words
from puzzles.light_line.drawing.scene import short_names, tube_names
from puzzles.light_line.line_kinds import Deal, LineSolution
from puzzles.light_line.referee import follow
from puzzles.play import IllegalMove, Outcome
from puzzles.texts import ENGLISH, Phrase, phrase

P = TypeVar("P", bound=Deal)


@dataclass(frozen=True)
class Stop:
    """End the line where it is."""


# To lay a card, to follow the line into a section, or to stop.
LineMove: TypeAlias = PlacedCard | Section | Stop

_STOP = ObjectShape({"stop": Flag()}, what="an object with stop")


@dataclass(frozen=True)
class LinePosition(Generic[P]):
    """What lies on the table, in the order of laying, and the line so far."""

    puzzle: P
    layout: tuple[PlacedCard, ...] = ()
    line: tuple[Section, ...] = ()
    stopped: bool = False

    @cached_property
    def cards(self) -> dict[str, Card]:
        return {card.id: card for card in self.puzzle.cards}

    @cached_property
    def placed_cards(self) -> dict[str, PlacedCard]:
        """The placed cards by their ids."""
        return {placed_card.card: placed_card for placed_card in self.layout}

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the cards in drawings, by their ids."""
        return short_names(self.cards, ENGLISH)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that are not laid."""
        return tuple(card for card in self.puzzle.cards if card.id not in self.placed_cards)

    @property
    def passed(self) -> frozenset[str]:
        """The cards that the line has met."""
        return frozenset(section.card for section in self.line)

    def sections(self) -> dict[Section, tuple[str, str]]:
        """The sections on the table, each with the sockets that it joins."""
        return {
            Section(card.id, i): ends_of(tube, self.placed_cards[card.id].turned)
            for card in self.puzzle.cards
            if card.id in self.placed_cards
            for i, tube in enumerate(card.tubes)
        }

    def colour(self, section: Section) -> str:
        return self.cards[section.card].tubes[section.tube].colour


class LinePlay(ABC, Generic[P]):
    """What the plays share; see puzzles.play.Play for what each member is for."""

    def begin(self, puzzle: P) -> LinePosition[P]:
        return LinePosition(puzzle)

    def player(self, position: LinePosition[P]) -> str | None:
        return None

    @abstractmethod
    def moves(self, position: LinePosition[P]) -> tuple[LineMove, ...]: ...

    @abstractmethod
    def end(self, position: LinePosition[P]) -> Outcome:
        """How a play ended in which no move is left."""

    def after(self, position: LinePosition[P], move: LineMove) -> LinePosition[P]:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is not legal in this position")
        if isinstance(move, PlacedCard):
            return replace(position, layout=(*position.layout, move))
        if isinstance(move, Section):
            return replace(position, line=(*position.line, move))
        return replace(position, stopped=True)

    def outcome(self, position: LinePosition[P]) -> Outcome | None:
        return None if self.moves(position) else self.end(position)

    def solution(self, position: LinePosition[P]) -> LineSolution:
        return LineSolution(position.layout, position.line)

    def describe(self, position: LinePosition[P], move: LineMove) -> Phrase:
        if isinstance(move, PlacedCard):
            return lay_words(move, position.names[move.card], position.layout)
        if isinstance(move, Section):
            key = "light_line.play.follow" if position.line else "light_line.play.begin"
            tube = section_words(position.cards[move.card], move.tube)
            return phrase(key, card=position.names[move.card], tube=tube)
        return phrase("light_line.play.stop")

    def notation(self, position: LinePosition[P], move: LineMove) -> str:
        """A move as it is typed: a card and where it lies, a card and a tube's letter, or `stop`.

        `07 -1,0`: row -1, column 0. `07 -1,0 t`: the same, turned. `07 R`: the red tube."""
        if isinstance(move, PlacedCard):
            return f"{position.names[move.card]} {placement_notation(move.cell, move.turned)}"
        if isinstance(move, Section):
            return f"{position.names[move.card]} {tube_names(position.cards[move.card])[move.tube]}"
        return "stop"

    def draw_text(self, position: LinePosition[P], look: TextLook = PLAIN_TEXT) -> str:
        return position_text(position.puzzle.cards, position.layout, position.line, look)

    def parse_move(self, document: object) -> LineMove:
        return read_move(document)

    def serialise_move(self, move: LineMove) -> dict[str, Any]:
        if isinstance(move, PlacedCard):
            return write_placed_card(move)
        if isinstance(move, Section):
            return {"card": move.card, "tube": move.tube}
        return {"stop": True}


def placements(position: LinePosition[P]) -> tuple[PlacedCard, ...]:
    """The ways to lay a card of the hand."""
    if not position.layout:
        return tuple(PlacedCard(card.id, 0, 0, turned=False) for card in position.hand)
    cells = cells_beside([placed_card.cell for placed_card in position.layout])
    return tuple(
        PlacedCard(card.id, *cell, turned)
        for card in position.hand
        for cell in cells
        for turned in (False, True)
    )


def cells_beside(occupied: list[Cell]) -> list[Cell]:
    """The free places beside those that are taken, row by row."""
    return sorted({cell for place in occupied for cell in neighbours(place)}.difference(occupied))


def sections_ahead(position: LinePosition[P], wild: bool) -> tuple[Section, ...]:
    """The sections with which the line can begin or go on.

    It goes on where sockets meet, in one colour, and never into a section that it has; `wild`: black goes
    with every colour.
    """
    sections = position.sections()
    if not position.line:
        return tuple(sections)
    last = follow(position.cards, position.placed_cards, position.line)[-1]
    across = {socket_across(position.placed_cards[last.section.card].cell, end) for end in last.exits}
    return tuple(
        section
        for section, ends in sections.items()
        if section not in position.line
        and any((position.placed_cards[section.card].cell, end) in across for end in ends)
        and _in_one_colour(position, section, wild)
    )


def _in_one_colour(position: LinePosition[P], section: Section, wild: bool) -> bool:
    colours = {position.colour(step) for step in (*position.line, section)}
    return len(colours - {BLACK} if wild else colours) <= 1


def no_way_on(position: LinePosition[P]) -> Phrase:
    """Why the line did not get as far as it should."""
    if not position.line:
        return phrase("light_line.play.no_tube")
    last = position.names[position.line[-1].card]
    return phrase(
        "light_line.play.no_way_on", card=last, passed=len(position.passed), cards=len(position.layout)
    )


def placement_notation(place: Cell, turned: bool) -> str:
    """`-1,0`: row -1, column 0; `-1,0 t`: turned."""
    return f"{place[0]},{place[1]}{' t' * turned}"


def read_move(document: object) -> LineMove:
    """A move from JSON; which one it is shows in the names of its fields."""
    names = document.keys() if isinstance(document, dict) else ()
    if "stop" in names:
        _STOP.read(document)
        return Stop()
    if "tube" in names:
        section = SECTION.read(document)
        return Section(section["card"], section["tube"])
    if "card" not in names:
        expected = "a move: an object with card, row, col and turned, with card and tube, or with stop"
        raise BadInput([Problem("", f"expected {expected}, got {quote(document)}")])
    return read_placed_card(PLACED.read(document))
