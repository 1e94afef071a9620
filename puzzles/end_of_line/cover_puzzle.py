"""The cover puzzle and its solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.end_of_line.board import CARDS, Area, Cell, PlacedCard


@dataclass(frozen=True)
class Given:
    """A cell whose card is fixed. `heading` is the one with which the line enters; None leaves it open."""

    cell: Cell
    card: str
    heading: str | None = None


@dataclass(frozen=True)
class CoverPuzzle:
    """`tray` counts the cards in the order of CARDS; `givens` are kept in reading order."""

    area: Area
    tray: tuple[int, ...]
    givens: tuple[Given, ...]

    def tray_left(self) -> tuple[int, ...]:
        """The tray once the given cards are laid; negative where it cannot pay for them."""
        given_counts = Counter(g.card for g in self.givens)
        return tuple(n - given_counts[card] for card, n in zip(CARDS, self.tray, strict=True))


@dataclass(frozen=True)
class CoverSolution:
    line: tuple[PlacedCard, ...]


@dataclass(frozen=True)
class LineCell:
    """A cell of a partial line, and the card on it; None leaves open which one that is."""

    cell: Cell
    card: str | None = None


@dataclass(frozen=True)
class PartialLine:
    """The first cells of a line, with the cards that are settled."""

    line: tuple[LineCell, ...]

    def settled_cards(self, puzzle: CoverPuzzle) -> tuple[str | None, ...]:
        """The card of every cell: the one that is stated, or else the given one; None where it is open."""
        given_cards = {given.cell: given.card for given in puzzle.givens}
        return tuple(laid.card or given_cards.get(laid.cell) for laid in self.line)

    def begins(self, line: tuple[PlacedCard, ...]) -> bool:
        """Whether a line begins with these cells and the cards stated for them."""
        return len(self.line) <= len(line) and all(
            laid.cell == placed.cell and laid.card in (None, placed.card)
            for laid, placed in zip(self.line, line, strict=False)
        )


def tray_of(counts: Mapping[str, int]) -> tuple[int, ...]:
    """A tray from counts by card; a card that is not named counts 0."""
    return tuple(counts.get(card, 0) for card in CARDS)
