"""A second brute force for LIGHT-LINE!, compared with `light_line`: it grows the line section by section.

A line begins on any card with any tube, is followed in either direction, and continues on the card on the
next cell or, if the cell is empty, on any unused card. Every line arises in this way from its first section,
with just the cards that it passes, so nothing is missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.light_line import MAX_FOR_A_PLACING, Cell, Layout, Placed, canonical, palettes
from tests.oracle.light_line_legal import Place, meeting_socket, sockets

Step = tuple[str, int]  # a card's id and the index of a tube


class Growth:
    """Lines of sections of some colours."""

    def __init__(self, document: dict[str, Any], colours: set[str]) -> None:
        self.cards = {card["id"]: card["tubes"] for card in document["cards"]}
        self.placed: dict[Cell, tuple[str, bool]] = {}
        self.line: list[Step] = []
        # The sections that can be entered by a socket of the grid: card, turned, tube, the socket at its end.
        self.doors: dict[str, list[tuple[str, bool, int, str]]] = {}
        for card, tubes in self.cards.items():
            for turned in (False, True):
                for index, tube in enumerate(tubes):
                    if tube[0] in colours:
                        start, end = sockets(tube, turned)
                        self.doors.setdefault(start, []).append((card, turned, index, end))
                        self.doors.setdefault(end, []).append((card, turned, index, start))

    def lines(self, longest: int | None = None, cards: int | None = None) -> Iterator[None]:
        """Stops at every line, which then is in `line` and its layout in `placed`; begins with every section.

        A line of `longest` sections or on as many as `cards` cards grows no further. The first card is not
        turned: the rest are half turns of these.
        """
        for socket in sorted(self.doors):
            yield from self.follow(((0, 0), socket), longest, cards)

    def follow(self, place: Place, longest: int | None, cards: int | None) -> Iterator[None]:
        cell, socket = place
        card_here = self.placed.get(cell)
        used = {card for card, _ in self.placed.values()}
        for card, turned, tube, out in self.doors.get(socket, []):
            if card_here is None:
                if card in used or (not self.line and turned):
                    continue
            elif card_here != (card, turned) or (card, tube) in self.line:
                continue
            self.placed[cell] = card, turned
            self.line.append((card, tube))
            yield
            if len(self.line) != longest and len(self.placed) != cards:
                yield from self.follow(meeting_socket(cell, out), longest, cards)
            self.line.pop()
            if card_here is None:
                del self.placed[cell]

    def layout(self) -> Layout:
        return canonical(Placed(card, row, col, turned) for (row, col), (card, turned) in self.placed.items())

    def solution(self) -> dict[str, Any]:
        """The line as a solution document."""
        return {
            "layout": [
                {"card": card, "row": row, "col": col, "turned": turned}
                for (row, col), (card, turned) in self.placed.items()
            ],
            "line": [{"card": card, "tube": tube} for card, tube in self.line],
        }


def layouts_solo(document: dict[str, Any]) -> set[Layout]:
    size = len(document["cards"])
    layouts = set()
    for colours in palettes(wild=True):
        growth = Growth(document, colours)
        layouts |= {growth.layout() for _ in growth.lines(cards=size) if len(growth.placed) == size}
    return layouts


def any_line(document: dict[str, Any], wild: bool) -> dict[str, Any] | None:
    """Returns a line on all of the cards, with its layout, if there is one."""
    size = len(document["cards"])
    for colours in palettes(wild):
        growth = Growth(document, colours)
        for _ in growth.lines(cards=size):
            if len(growth.placed) == size:
                return growth.solution()
    return None


def any_once(document: dict[str, Any], length: int, wild: bool) -> dict[str, Any] | None:
    """Returns a line with one section on each of `length` cards, if there is one."""
    for colours in palettes(wild):
        growth = Growth(document, colours)
        for _ in growth.lines(longest=length):
            if len(growth.line) == len(growth.placed) == length:
                return growth.solution()
    return None


def best_longest(document: dict[str, Any]) -> dict[str, Any] | None:
    """Returns a solution with the greatest score, or None if there is none."""
    best: dict[str, Any] | None = None
    score = 0
    for colours in palettes(wild=False):
        growth = Growth(document, colours)
        for _ in growth.lines(cards=len(document["cards"])):
            if len(growth.placed) > score:
                best, score = growth.solution(), len(growth.placed)
    return best


def score_place(document: dict[str, Any], row: int, col: int, turned: bool) -> int:
    """Returns the score of a placing on an empty cell, found by following lines; 0 if it is not legal."""
    items = [*document["layout"], {"card": document["card"], "row": row, "col": col, "turned": turned}]
    ends: dict[Place, tuple[str, Step, Place]] = {}
    for item in items:
        cell = int(item["row"]), int(item["col"])
        for index, tube in enumerate(item["card"]["tubes"]):
            start, end = sockets(tube, item["turned"])
            step = item["card"]["id"], index
            ends[cell, start] = tube[0], step, (cell, end)
            ends[cell, end] = tube[0], step, (cell, start)
    new = document["card"]["id"]
    lines: set[frozenset[Step]] = set()
    for place, (colour, step, _) in ends.items():
        if step[0] == new:
            line = sections_from(ends, place, colour) | sections_from(ends, ends[place][2], colour)
            if any(card != new for card, _ in line):
                lines.add(line)
    return min(sum(map(len, lines)), MAX_FOR_A_PLACING)


def sections_from(ends: dict[Place, tuple[str, Step, Place]], place: Place, colour: str) -> frozenset[Step]:
    """Returns the sections of a line entered at `place`, until its colour ends or it closes into a ring."""
    sections: set[Step] = set()
    while place in ends:
        own, step, out = ends[place]
        if own != colour or step in sections:
            break
        sections.add(step)
        place = meeting_socket(*out)
    return frozenset(sections)
