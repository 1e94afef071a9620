"""Assigns cards to needs: a maximum flow by push and relabel, in plain Python.

A need (a turn of the line) pushes its demand to the first card that fits. A card keeps as much as its supply
allows and pushes the rest back, to the earlier needs first. Heights keep the flow from running in circles.
The order of all steps is fixed, because the shipped solutions have exactly these cards.
"""

from __future__ import annotations

from collections.abc import Sequence

SINK = -1
Flow = dict[tuple[int, int], int]


def card_flow(demand: Sequence[int], fits: Sequence[Sequence[int]], supply: Sequence[int]) -> Flow | None:
    """Returns how many cards of each type every need gets, by need and card; None where there are too few.

    `demand` is by need, `supply` by card; `fits` has the cards that meet each need, the preferred ones
    first."""
    return _CardFlow(demand, fits, supply).run()


class _CardFlow:
    """The state of the algorithm. Nodes are numbered: cards first, then needs. Flow into the sink uses
    cards."""

    def __init__(self, demand: Sequence[int], fits: Sequence[Sequence[int]], supply: Sequence[int]) -> None:
        cards = range(len(supply))
        needs = range(len(supply), len(supply) + len(demand))
        self.first_need = len(supply)
        self.room = list(supply)
        self.flow: Flow = {(need, card): 0 for need in needs for card in fits[need - self.first_need]}
        self.onward = [self._onward(card) for card in cards] + [list(cards_of) for cards_of in fits]
        self.current = [0] * len(self.onward)
        self.excess = [0] * len(supply) + list(demand)
        # A node from which the sink can be reached never rises above this height.
        self.top = len(self.onward) + 2
        self.height = [1 if n else self.top + 1 for n in supply] + [2] * len(demand) + [0]

    def _onward(self, card: int) -> list[int]:
        needs = [need for need, other in self.flow if other == card]
        return [*needs[:1], SINK, *needs[1:]]

    def run(self) -> Flow | None:
        while active := [node for node, excess in enumerate(self.excess) if excess]:
            highest = max(active, key=lambda node: (self.height[node], -node))
            if self.height[highest] > self.top:
                return None
            self._discharge(highest)
        return {(need - self.first_need, card): n for (need, card), n in self.flow.items()}

    def _discharge(self, node: int) -> None:
        """Pushes all the excess of a node, and raises the node as often as necessary."""
        while self.excess[node] and self.height[node] <= self.top:
            other = self.onward[node][self.current[node]]
            if self.height[node] == self.height[other] + 1 and self._capacity(node, other):
                self._push(node, other)
                if not self.excess[node]:
                    return
            self.current[node] += 1
            if self.current[node] == len(self.onward[node]):
                self.current[node] = 0
                open_to = (other for other in self.onward[node] if self._capacity(node, other))
                self.height[node] = min(self.height[other] for other in open_to) + 1

    def _capacity(self, node: int, other: int) -> int:
        """Returns how much can still be pushed: at most the excess of the node."""
        if other == SINK:
            return min(self.excess[node], self.room[node])
        return (
            self.excess[node] if node >= self.first_need else min(self.excess[node], self.flow[other, node])
        )

    def _push(self, node: int, other: int) -> None:
        n = self._capacity(node, other)
        self.excess[node] -= n
        if other == SINK:
            self.room[node] -= n
            return
        self.excess[other] += n
        if node >= self.first_need:
            self.flow[node, other] += n
        else:
            self.flow[other, node] -= n
