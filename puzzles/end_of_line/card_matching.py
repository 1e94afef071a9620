"""Hands out the cards of a tray along a line, so that each cell has a card with the exit that it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from puzzles.end_of_line.board import CARDS, EXITS, TURNS


def can_pay(tray: tuple[int, ...], turns: Iterable[str | None]) -> bool:
    """Whether the tray has a card for every turn; a turn of None needs any card.

    By Hall's theorem it has if, for every set of turns, there are as many cards with one of these exits as
    cells that need one.
    """
    demand = Counter(turns)
    if demand.total() > sum(tray):
        return False
    return all(sum(map(demand.__getitem__, some)) <= cards for some, cards in _cards_for(tray))


@cache
def _cards_for(tray: tuple[int, ...]) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Every set of turns, and how many cards of the tray have one of these exits."""
    counts = list(zip(CARDS, tray, strict=True))
    return tuple(
        (some, sum(n for card, n in counts if any(fits(card, turn) for turn in some)))
        for size in range(1, len(TURNS) + 1)
        for some in combinations(TURNS, size)
    )


def hand_out(tray: Sequence[int], turns: Sequence[str | None]) -> tuple[str, ...] | None:
    """A card for every turn; None where the tray cannot pay.

    `tray` counts the cards in the order of CARDS; a turn of None needs any card. This is a bipartite matching
    between cells and cards, found by augmenting paths; as all copies of a card are alike, a path visits each
    type of card at most once.
    """
    copies = dict(zip(CARDS, tray, strict=True))
    holders: dict[str, list[int]] = {card: [] for card in CARDS}

    def give(index: int, visited: set[str]) -> bool:
        """Give the cell a card, if need be one whose holder can take another."""
        for card in CARDS:
            if card in visited or not fits(card, turns[index]):
                continue
            visited.add(card)
            if len(holders[card]) < copies[card]:
                holders[card].append(index)
                return True
            for holder in holders[card]:
                if give(holder, visited):
                    holders[card].remove(holder)
                    holders[card].append(index)
                    return True
        return False

    if not all(give(index, set()) for index in range(len(turns))):
        return None
    cards = {index: card for card, indices in holders.items() for index in indices}
    return tuple(cards[index] for index in range(len(turns)))


def fits(card: str, turn: str | None) -> bool:
    """Whether a card has the exit that a turn needs; None needs none."""
    return turn is None or turn in EXITS[card]
