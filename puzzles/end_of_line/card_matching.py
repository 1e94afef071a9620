"""Hands out the cards of a tray along a line, so that each cell has a card with the exit that it needs."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.end_of_line.board import CARDS, EXITS


def hand_out(tray: Sequence[int], turns: Sequence[str | None]) -> tuple[str, ...] | None:
    """A card for every turn; None when the tray cannot pay.

    `tray` counts the cards in the order of CARDS. A turn of None needs any card. This is a bipartite matching
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
