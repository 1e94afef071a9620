"""The classic solitaire and its solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from puzzles.end_of_line.board import MAX_CARDS, Area, Cell

ActionName: TypeAlias = Literal["place", "discard", "recover"]
ACTIONS: tuple[ActionName, ...] = ("place", "discard", "recover")
# Every card is drawn once, and a discarded one may be recovered once.
MAX_ACTIONS = 2 * MAX_CARDS
# A reverse needs a card placed last but one, so the line must have this many.
MIN_CARDS_TO_REVERSE = 2


@dataclass(frozen=True)
class ClassicPuzzle:
    """`deck` is in drawing order."""

    area: Area
    deck: tuple[str, ...]
    energy: int


@dataclass(frozen=True)
class Action:
    """Places or discards the card just drawn, or recovers the top card of the discard pile.

    `cell` is where the card is placed, None for one that is discarded. `reverse`: a point of energy is spent,
    and the card continues the last card but one.
    """

    do: ActionName
    cell: Cell | None = None
    reverse: bool = False


@dataclass(frozen=True)
class ClassicSolution:
    actions: tuple[Action, ...]


def cards_of_actions(deck: Sequence[str], actions: Iterable[Action]) -> Iterator[str | None]:
    """Yields the card that each action places or discards; None where the deck or the pile has none left."""
    drawn, pile = iter(deck), list[str]()
    for action in actions:
        if action.do == "recover":
            yield pile.pop() if pile else None
            continue
        card = next(drawn, None)
        if action.do == "discard" and card is not None:
            pile.append(card)
        yield card
