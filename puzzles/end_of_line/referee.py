"""The rules of laying a line, shared by the checkers of all END OF LINE kinds."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.end_of_line.board import HEADINGS, Area, Cell, Placed, exit_headings


class LineReferee:
    """Follows a line card by card, whatever is laid, and tells what is wrong with each card.

    After a card that lies where no exit pointed nobody can say which way it is turned; then only what is
    wrong however it is turned is told.
    """

    def __init__(self, area: Area) -> None:
        self._area = area
        self._free = set(area.free_cells())
        self._blocked = frozenset(area.blocked)
        self._laid: set[Cell] = {area.start.cell}
        # In order of placing: the cell and the headings that its exits may point to.
        self._ends: list[tuple[Cell, tuple[str, ...]]] = [(area.start.cell, (area.start.heading,))]

    def full(self) -> bool:
        return not self._free

    def uncovered(self) -> list[Cell]:
        return sorted(self._free)

    def entry_of(self, cell: Cell, *, back: bool = False) -> str | None:
        """The heading with which a card on `cell` would continue the line; None when it would not."""
        if back and len(self._ends) <= 2:
            return None
        from_cell, headings = self._ends[-2 if back else -1]
        if not self._area.has(from_cell):
            return None
        return next((h for h in headings if self._area.neighbour(from_cell, h) == cell), None)

    def lay(self, card: Placed, *, back: bool = False) -> Iterator[tuple[str, str]]:
        """Lay a card, and yield each broken rule with a message."""
        yield from self._wrong_cell(card.cell, back)
        entry = self.entry_of(card.cell, back=back)
        self._ends.append((card.cell, HEADINGS if entry is None else exit_headings(card.card, entry)))
        self._laid.add(card.cell)
        self._free.discard(card.cell)

    def _wrong_cell(self, cell: Cell, back: bool) -> Iterator[tuple[str, str]]:
        shown = list(cell)
        if not self._area.has(cell):
            yield "range", f"{shown} is outside the {self._area.rows}x{self._area.cols} area."
            return
        if cell in self._blocked:
            yield "blocked", f"{shown} is blocked."
        if cell in self._laid:
            yield "occupied", f"{shown} is taken already."
        if back and len(self._ends) <= 2:
            return  # Nothing to go back to: the energy spent too early has been told already.
        from_cell = self._ends[-2 if back else -1][0]
        if self._area.has(from_cell) and self.entry_of(cell, back=back) is None:
            which = "last card but one" if back else "last card"
            yield "exit", f"no exit of the {which}, at {list(from_cell)}, points to {shown}."
