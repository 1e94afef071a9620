"""The tolerant rules of laying a line, shared by all END OF LINE kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.end_of_line.board import HEADINGS, Area, Cell, PlacedCard, exit_headings


@dataclass(frozen=True)
class _End:
    """A card from which the line may go on.

    `ways` holds the headings of its exits for each way in which it may be turned.
    """

    cell: Cell
    ways: tuple[tuple[str, ...], ...]


class LineReferee:
    """Follows a line card by card, legal or not, and reports what is wrong with each card.

    How a card is turned that no exit points to is undecided. What follows it is wrong only if it is wrong
    however that card is turned.
    """

    def __init__(self, area: Area) -> None:
        self._area = area
        self._free = set(area.free_cells())
        self._blocked = frozenset(area.blocked)
        self._occupied: set[Cell] = {area.start.cell}
        # In order of placing.
        self._ends = [_End(area.start.cell, ((area.start.heading,),))]

    def full(self) -> bool:
        return not self._free

    def uncovered(self) -> list[Cell]:
        return sorted(self._free)

    def entry_of(self, cell: Cell, *, back: bool = False) -> str | None:
        """The heading with which a card on `cell` would continue the line; None when it would not."""
        return next((heading for _, heading in self._joints(cell, back)), None)

    def lay(self, card: PlacedCard, *, back: bool | None = False) -> Iterator[tuple[str, str]]:
        """Place a card, and yield each rule that it breaks, with a message.

        `back`: it continues the last card but one instead of the last; None leaves that undecided.
        """
        joints = self._joints(card.cell, back)
        yield from self._wrong_cell(card.cell, back, continues=bool(joints))
        if len(joints) == 1:
            # The card that it continues must be turned so that an exit points here.
            [(at, heading)] = joints
            end = self._ends[at]
            self._ends[at] = _End(end.cell, tuple(way for way in end.ways if heading in way))
        entries = [heading for _, heading in joints] or HEADINGS
        self._ends.append(_End(card.cell, tuple(exit_headings(card.card, entry) for entry in entries)))
        self._occupied.add(card.cell)
        self._free.discard(card.cell)

    def _continued(self, back: bool | None) -> list[int]:
        """The places in `_ends` of the cards that may be continued; none before there is a last but one."""
        last_but_one = [-2] if len(self._ends) > 2 else []
        return last_but_one if back else [-1] if back is False else [-1, *last_but_one]

    def _joints(self, cell: Cell, back: bool | None) -> list[tuple[int, str]]:
        """The places in `_ends` of the cards that a card on `cell` can continue, with the exit's heading."""
        ends = [(at, self._ends[at]) for at in self._continued(back)]
        headings = [
            (at, end, self._area.heading_between(end.cell, cell))
            for at, end in ends
            if self._area.has(end.cell)
        ]
        return [
            (at, heading)
            for at, end, heading in headings
            if heading and any(heading in way for way in end.ways)
        ]

    def _wrong_cell(self, cell: Cell, back: bool | None, continues: bool) -> Iterator[tuple[str, str]]:
        where = list(cell)
        if not self._area.has(cell):
            yield "range", f"{where} is outside the {self._area.rows}x{self._area.cols} area."
            return
        if cell in self._blocked:
            yield "blocked", f"{where} is blocked."
        if cell in self._occupied:
            yield "occupied", f"{where} is taken already."
        if continues:
            return
        ends = [self._ends[at].cell for at in self._continued(back)]
        # With no last card but one yet, the energy was spent too early: that is reported already.
        if ends and all(map(self._area.has, ends)):
            which = "last card but one" if back else "last card"
            yield "exit", f"no exit of the {which}, at {list(ends[0])}, points to {where}."
