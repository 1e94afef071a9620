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


def tray_of(counts: Mapping[str, int]) -> tuple[int, ...]:
    """A tray from counts by card; a card that is not named counts 0."""
    return tuple(counts.get(card, 0) for card in CARDS)
