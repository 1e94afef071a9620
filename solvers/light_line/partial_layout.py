"""Partial layouts, as engines of the line kinds see them: by numbers, from a card that the line passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from puzzles.light_line.cards import SOCKETS, TURNED, Card, PlacedCard, Section
from puzzles.light_line.line_kinds import LineSolution
from puzzles.light_line.referee import Passage, follow
from solvers.light_line.palette import Palette, PaletteSection

# Row, column and turn of a card.
Place = tuple[int, int, bool]


@dataclass(frozen=True)
class PartialLayout:
    """The cards of a puzzle, and a partial solution, which breaks no rule so far."""

    cards: Sequence[Card]
    progress: LineSolution

    def number(self, name: str) -> int:
        """Returns the number of a card among the cards of the puzzle."""
        return next(number for number, card in enumerate(self.cards) if card.id == name)

    def laid_cards(self) -> list[int]:
        return [self.number(placed_card.card) for placed_card in self.progress.layout]

    def anchor(self) -> PlacedCard:
        """Returns a laid card that the line must pass, if it passes all that are laid: one of the partial
        line, as no line reaches farther from its cards than it has cards."""
        layout, line = self.progress.layout, self.progress.line
        return next(card for card in layout if not line or card.card == line[0].card)

    def passages(self) -> tuple[Passage, ...]:
        """Returns how the partial line passes its sections."""
        cards = {card.id: card for card in self.cards}
        placed = {placed_card.card: placed_card for placed_card in self.progress.layout}
        return follow(cards, placed, self.progress.line)

    def line_in(self, palette: Palette) -> list[int] | None:
        """Returns the sections of the partial line by their numbers in a palette; None where it lacks one."""
        numbers = {(section.card, section.tube): n for n, section in enumerate(palette.sections)}
        line = [numbers.get((self.number(s.card), s.tube)) for s in self.progress.line]
        return None if None in line else [n for n in line if n is not None]

    def solution(self, new_cards: Iterable[PlacedCard], line: Iterable[Section]) -> LineSolution:
        return LineSolution((*self.progress.layout, *new_cards), tuple(line))


@dataclass(frozen=True)
class AnchoredPalette:
    """What a line of one colour can pass that passes a certain laid card, its anchor.

    palette    the sections that it can pass
    places     by number, the laid cards near enough to matter: their places as seen from the anchor
    anchor     the number of the anchor
    origin     the place of the anchor
    line       the sections of the partial line, by number
    must_pass  the numbers of the laid cards that the line must pass, the anchor among them
    """

    partial_layout: PartialLayout
    palette: Palette
    places: Mapping[int, Place]
    anchor: int
    origin: PlacedCard
    line: Sequence[int]
    must_pass: Sequence[int]

    @property
    def cards(self) -> tuple[int, ...]:
        return self.palette.cards

    @property
    def weight(self) -> int:
        return self.palette.weight

    def placed_card(self, number: int, place: Place) -> PlacedCard:
        """Returns a card at a place as seen from the anchor."""
        row, col, turned = place
        name = self.partial_layout.cards[number].id
        return PlacedCard(name, self.origin.row + row, self.origin.col + col, turned)

    def section(self, number: int) -> Section:
        section = self.palette.sections[number]
        return Section(self.partial_layout.cards[section.card].id, section.tube)


def anchored(
    partial_layout: PartialLayout, palette: Palette, anchor: PlacedCard, all_laid: bool
) -> AnchoredPalette | None:
    """Returns a palette for lines through an anchor; None where there are none.

    `all_laid`: the line must pass all cards that are laid."""
    palette, places = _within_reach(partial_layout, palette, anchor)
    line, number = partial_layout.line_in(palette), partial_layout.number(anchor.card)
    must_pass = partial_layout.laid_cards() if all_laid else [number]
    if line is None or any(card not in places or card not in palette.cards for card in must_pass):
        return None
    return AnchoredPalette(partial_layout, palette, places, number, anchor, line, must_pass)


def _within_reach(
    partial_layout: PartialLayout, palette: Palette, anchor: PlacedCard
) -> tuple[Palette, dict[int, Place]]:
    """Returns the palette without laid cards to which no line through the anchor comes, and the places of
    the laid cards that lie nearer."""
    while True:
        reach = len(palette.cards)
        places = {
            partial_layout.number(card.card): (card.row - anchor.row, card.col - anchor.col, card.turned)
            for card in partial_layout.progress.layout
            if max(abs(card.row - anchor.row), abs(card.col - anchor.col)) <= reach
        }
        rest = without_cards(palette, [card for card in partial_layout.laid_cards() if card not in places])
        if len(rest.cards) == reach:
            return rest, places
        palette = rest  # with fewer cards the line does not reach as far


def palettes_with_anchors(
    partial_layout: PartialLayout, candidates: Iterable[Palette]
) -> Iterator[AnchoredPalette]:
    """Yields palettes for lines that pass any of the laid cards.

    Each line belongs to the first laid card that it passes; a line that is begun, to its own first card."""
    layout, line = partial_layout.progress.layout, partial_layout.progress.line
    for palette in candidates:
        for i, anchor in enumerate(layout):
            earlier = [] if line else [partial_layout.number(card.card) for card in layout[:i]]
            candidate = anchored(partial_layout, without_cards(palette, earlier), anchor, all_laid=False)
            if candidate is not None and (not line or line[0].card == anchor.card):
                yield candidate


def without_cards(palette: Palette, numbers: Sequence[int]) -> Palette:
    sections = tuple(section for section in palette.sections if section.card not in numbers)
    return replace(palette, sections=sections)


def beside_the_laid(partial_layout: PartialLayout, solution: LineSolution) -> LineSolution:
    """Returns a solution that passes no laid card, moved to a place beside those that lie."""
    down = (
        2
        + max(card.row for card in partial_layout.progress.layout)
        - min(card.row for card in solution.layout)
    )
    return partial_layout.solution(
        (replace(card, row=card.row + down) for card in solution.layout), solution.line
    )


def end_at(section: PaletteSection, socket: str, turned: bool) -> int:
    """Returns which of its ends a section has at a socket of its card, turned or not."""
    return section.ends.index(SOCKETS.index(TURNED[socket] if turned else socket))
