"""Where searches for solo solutions begin: at the start card, or at what follows a partial solution.

A search draws a line whose last cell, the head, has no card yet (see solo_kernel). After cards that are laid
the head is a cell that one of the last two points to. The kernel decides for itself which card lies as a stub
behind a reverse, as long as the cards concerned are not laid yet; what involves laid cards is decided here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from puzzles.end_of_line.board import Cell, PlacedCard, Round
from puzzles.end_of_line.moves import PlaceCard, SpendEnergy
from puzzles.end_of_line.play import OrientedCard, cells_ahead
from puzzles.end_of_line.play_solo import SoloPlay, SoloPosition
from puzzles.end_of_line.solo import SoloPuzzle, SoloSolution, round_size
from puzzles.play import IllegalMove

# What comes between the cards laid and the head, see solo_kernel.root_states.
NOTHING, STUB, REVERSE = range(3)
_PLAY = SoloPlay()


@dataclass(frozen=True)
class Root:
    """Where a search begins.

    rounds   those played so far; the last of them may be incomplete
    used     the cells of the cards laid
    hand     the cards in hand, as many of them drawn as can be
    drawn    how many cards have been drawn
    energy   the points left
    left     how many cards the round still places; 0 where a round begins, and energy may be spent on it
    spent    whether a point was spent on the round, so that none can be any more
    before   the cell of the card that the head continues
    heading  the heading with which the line enters the head
    head     the cell that is covered next, or after the stub
    after    what comes before the head: NOTHING, a STUB, or a REVERSE that makes a stub of the last card laid
    stub     the cell of that STUB
    """

    rounds: tuple[Round, ...]
    used: frozenset[Cell]
    hand: tuple[str, ...]
    drawn: int
    energy: int
    left: int
    spent: bool
    before: Cell
    heading: str
    head: Cell
    after: int = NOTHING
    stub: Cell | None = None

    @property
    def index(self) -> int:
        """How many cards are laid."""
        return len(self.used)

    def solution(self, placed: list[PlacedCard], effects: list[str | None]) -> SoloSolution:
        """Returns the rounds so far, continued by these cards.

        effects[i]: what energy is spent on where a round begins with placed[i]."""
        rounds, at = list(self.rounds), 0
        if self.left and rounds:
            at, last = self.left, rounds.pop()
            rounds.append(replace(last, cards=(*last.cards, *placed[:at])))
        while at < len(placed):
            size = round_size(len(rounds) + 1, effects[at])
            rounds.append(Round(tuple(placed[at : at + size]), effects[at]))
            at += size
        return SoloSolution(tuple(rounds))


def start_roots(puzzle: SoloPuzzle) -> list[Root]:
    """Returns the root of a puzzle of which nothing is solved yet; none where the first cell is blocked."""
    return list(roots_after(_PLAY.begin(puzzle)))


def roots_after(position: SoloPosition) -> Iterator[Root]:
    """Yields the roots after the cards laid in a position in which no reverse is pending (see `settled`)."""
    area, last = position.puzzle.area, position.line[-1]
    is_fresh = position.round == Round(()) and len(position.rounds) > 1
    root = Root(
        rounds=position.rounds if position.round != Round(()) else position.rounds[:-1],
        used=frozenset(card.cell for card in position.line[1:]),
        hand=position.hand,
        drawn=len(position.puzzle.deck) - len(position.deck),
        energy=position.energy,
        left=0 if is_fresh else position.cards_to_place(),
        spent=position.round.energy is not None,
        before=last.cell,
        heading="",
        head=last.cell,
    )

    def ways_on(card: OrientedCard) -> list[dict[str, Any]]:
        return [
            {"before": card.cell, "head": cell, "heading": area.torus.heading[card.cell, cell]}
            for cell in cells_ahead(area, card, position.free)
        ]

    ahead = ways_on(last)
    yield from (replace(root, **way) for way in ahead)
    if position.energy:
        yield from (
            replace(root, **way, after=STUB, stub=stub["head"])
            for way, stub in itertools.permutations(ahead, 2)
        )
        if is_fresh and len(position.line) > 2:  # the start card does not count
            yield from (replace(root, **way, after=REVERSE) for way in ways_on(position.line[-2]))


@lru_cache(maxsize=8)  # refutations and engines ask for the same positions one after the other
def positions_after(puzzle: SoloPuzzle, progress: SoloSolution) -> tuple[SoloPosition, ...]:
    """Returns the positions that a partial solution may stand for: which card was reversed is not written."""
    positions = [_PLAY.begin(puzzle)]
    for played_round in progress.rounds:
        if played_round.energy is not None:
            spend = SpendEnergy(played_round.energy)
            positions = [_PLAY.after(position, spend) for position in positions]
        ways = (False, True) if played_round.energy == "reverse" else (False,)
        for card in played_round.cards:
            moves = [PlaceCard(card.card, card.cell, reverse) for reverse in ways]
            positions = _different(_legal(itertools.product(positions, moves)))
    return tuple(positions)


def _legal(moves: Iterable[tuple[SoloPosition, PlaceCard]]) -> Iterator[SoloPosition]:
    """Yields the positions after those of the moves that are legal."""
    for position, move in moves:
        with suppress(IllegalMove):
            yield _PLAY.after(position, move)


def settled(positions: Iterable[SoloPosition]) -> list[SoloPosition]:
    """Returns the positions, with every round played on in which the kernel does not know its energy.

    It does not know rounds of three cards, and reverses that are paid for and were not made yet."""
    current = list(positions)
    while any(map(_is_open, current)):
        current = _different(
            following
            for position in current
            for following in (_followers(position) if _is_open(position) else [position])
        )
    return current


def _is_open(position: SoloPosition) -> bool:
    return bool(position.free) and (position.may_reverse or position.cards_to_place() > round_size(2, None))


def _followers(position: SoloPosition) -> list[SoloPosition]:
    return [_PLAY.after(position, move) for move in _PLAY.moves(position) if isinstance(move, PlaceCard)]


def _different(positions: Iterable[SoloPosition]) -> list[SoloPosition]:
    """Returns the positions without those in which the same can be done as in another one."""
    unlike: dict[tuple[Any, ...], SoloPosition] = {}
    for position in positions:
        ends = tuple((card.cell, card.exits) for card in position.line[-2:])
        state = (position.free, position.hand, position.energy, position.may_reverse, position.round.energy)
        unlike.setdefault((*state, *ends, position.cards_to_place()), position)
    return list(unlike.values())
