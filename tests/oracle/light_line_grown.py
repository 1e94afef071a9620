"""LIGHT-LINE! solved by growing the line, section by section: a second way, held against `light_line`.

A line is begun on any card by any tube, followed in either direction, and continued on the card that lies
there or, on an empty cell, on any card that is left. Every line comes about in this way from its first
section, with just the cards that it passes, so nothing is missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.light_line import MOST_FOR_A_PLACING, Cell, Layout, Placed, canonical, palettes
from tests.oracle.light_line_legal import Place, met, sockets

Step = tuple[str, int]  # a card's id and the index of a tube


class Growth:
    """Lines of sections of some colours."""

    def __init__(self, document: dict[str, Any], colours: set[str]) -> None:
        self.cards = {card["id"]: card["tubes"] for card in document["cards"]}
        self.laid: dict[Cell, tuple[str, bool]] = {}
        self.line: list[Step] = []
        # The sections that can be entered by a socket of the grid: card, turned, tube, the socket at its end.
        self.doors: dict[str, list[tuple[str, bool, int, str]]] = {}
        for card, tubes in self.cards.items():
            for turned in (False, True):
                for index, tube in enumerate(tubes):
                    if tube[0] in colours:
                        one, other = sockets(tube, turned)
                        self.doors.setdefault(one, []).append((card, turned, index, other))
                        self.doors.setdefault(other, []).append((card, turned, index, one))

    def lines(self, longest: int | None = None, cards: int | None = None) -> Iterator[None]:
        """Stops at every line, which then is in `line` and its layout in `laid`; begins with every section.

        A line of `longest` sections or on as many as `cards` cards grows no further. The first card is not
        turned: the rest are half turns of these.
        """
        for socket in sorted(self.doors):
            yield from self.follow(((0, 0), socket), longest, cards)

    def follow(self, place: Place, longest: int | None, cards: int | None) -> Iterator[None]:
        cell, socket = place
        there = self.laid.get(cell)
        used = {card for card, _ in self.laid.values()}
        for card, turned, tube, out in self.doors.get(socket, []):
            if there is None:
                if card in used or (not self.line and turned):
                    continue
            elif there != (card, turned) or (card, tube) in self.line:
                continue
            self.laid[cell] = card, turned
            self.line.append((card, tube))
            yield
            if len(self.line) != longest and len(self.laid) != cards:
                yield from self.follow(met(cell, out), longest, cards)
            self.line.pop()
            if there is None:
                del self.laid[cell]

    def layout(self) -> Layout:
        return canonical(Placed(card, row, col, turned) for (row, col), (card, turned) in self.laid.items())

    def solution(self) -> dict[str, Any]:
        """The line as a solution document."""
        return {
            "layout": [
                {"card": card, "row": row, "col": col, "turned": turned}
                for (row, col), (card, turned) in self.laid.items()
            ],
            "line": [{"card": card, "tube": tube} for card, tube in self.line],
        }


def layouts_solo(document: dict[str, Any]) -> set[Layout]:
    size = len(document["cards"])
    found = set()
    for colours in palettes(wild=True):
        growth = Growth(document, colours)
        found |= {growth.layout() for _ in growth.lines(cards=size) if len(growth.laid) == size}
    return found


def any_line(document: dict[str, Any], wild: bool) -> dict[str, Any] | None:
    """A line on all of the cards, with its layout, if there is one: in wild colours, a solo's."""
    size = len(document["cards"])
    for colours in palettes(wild):
        growth = Growth(document, colours)
        for _ in growth.lines(cards=size):
            if len(growth.laid) == size:
                return growth.solution()
    return None


def any_once(document: dict[str, Any], length: int, wild: bool) -> dict[str, Any] | None:
    """A line with one section on each of `length` cards, if there is one: in tame colours, a head's."""
    for colours in palettes(wild):
        growth = Growth(document, colours)
        for _ in growth.lines(longest=length):
            if len(growth.line) == len(growth.laid) == length:
                return growth.solution()
    return None


def best_longest(document: dict[str, Any]) -> dict[str, Any] | None:
    """A solution with the greatest score, None if there is none at all."""
    best: dict[str, Any] | None = None
    score = 0
    for colours in palettes(wild=False):
        growth = Growth(document, colours)
        for _ in growth.lines(cards=len(document["cards"])):
            if len(growth.laid) > score:
                best, score = growth.solution(), len(growth.laid)
    return best


def score_place(document: dict[str, Any], row: int, col: int, turned: bool) -> int:
    """What a placing on an empty cell scores, 0 if it is not legal: the lines of the card are walked."""
    items = [*document["layout"], {"card": document["card"], "row": row, "col": col, "turned": turned}]
    ends: dict[Place, tuple[str, Step, Place]] = {}
    for item in items:
        cell = int(item["row"]), int(item["col"])
        for index, tube in enumerate(item["card"]["tubes"]):
            one, other = sockets(tube, item["turned"])
            step = item["card"]["id"], index
            ends[cell, one] = tube[0], step, (cell, other)
            ends[cell, other] = tube[0], step, (cell, one)
    new = document["card"]["id"]
    lines: set[frozenset[Step]] = set()
    for place, (colour, step, _) in ends.items():
        if step[0] == new:
            line = walked(ends, place, colour) | walked(ends, ends[place][2], colour)
            if any(card != new for card, _ in line):
                lines.add(line)
    return min(sum(map(len, lines)), MOST_FOR_A_PLACING)


def walked(ends: dict[Place, tuple[str, Step, Place]], place: Place, colour: str) -> frozenset[Step]:
    """The sections of a line entered at `place`, as far as it goes in its colour or until it is a ring."""
    seen: set[Step] = set()
    while place in ends:
        own, step, out = ends[place]
        if own != colour or step in seen:
            break
        seen.add(step)
        place = met(*out)
    return frozenset(seen)
