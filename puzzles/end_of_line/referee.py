"""The referee of laid lines, tolerant of mistakes, which all END OF LINE kinds share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puzzles.end_of_line.board import HEADINGS, Area, Cell, PlacedCard, exit_headings
from puzzles.texts import BoardCell, Part, Phrase, phrase


class _World(NamedTuple):
    """One way in which the cards may lie.

    last         the headings of the exits of the card placed last
    before       those of the card placed last but one
    may_reverse  whether the next card may continue the last but one
    """

    last: tuple[str, ...]
    before: tuple[str, ...]
    may_reverse: bool


class BrokenRule(NamedTuple):
    """A rule that a card breaks, with a sentence that says how."""

    rule: str
    words: Phrase


def broken_rule(rule: str, **parts: Part) -> BrokenRule:
    return BrokenRule(rule, phrase(f"end_of_line.violation.{rule}", **parts))


def not_covered(line: LineReferee) -> BrokenRule:
    """Returns the rule that a line breaks which ends too early."""
    return broken_rule("covered", cells=tuple(BoardCell(*cell) for cell in line.uncovered()))


@dataclass(frozen=True)
class Joint:
    """How a card continues the line: the heading with which it is entered, and from which card.

    `entry` is None for a card that continues nothing; `reverse`: it continues the last card but one.
    """

    entry: str | None
    reverse: bool = False


# The joint of a card that continues nothing.
NOT_JOINED = Joint(None)


class LineReferee:
    """Follows a line card by card, legal or not, and reports what is wrong with each card.

    A solution does not say which card of a round was reversed, and a card that no exit points to may be
    turned in any way. Every possibility is followed: a card is wrong only if it is wrong in all of them.
    """

    def __init__(self, area: Area) -> None:
        self._area = area
        self._free = set(area.free_cells())
        self._blocked = frozenset(area.blocked)
        self._occupied: set[Cell] = {area.start.cell}
        # In order of placing, the start card's first.
        self._cells = [area.start.cell]
        self._worlds = [_World((area.start.heading,), (), may_reverse=False)]
        # For every card placed, by the world after it: the world before it, and how it continues the line.
        self._steps: list[dict[_World, tuple[_World, Joint]]] = []

    def full(self) -> bool:
        return not self._free

    def uncovered(self) -> list[Cell]:
        return sorted(self._free)

    def begin_round(self, *, may_reverse: bool) -> None:
        """`may_reverse`: one card of the round may continue the last card but one instead of the last."""
        self._worlds = list(dict.fromkeys(w._replace(may_reverse=may_reverse) for w in self._worlds))
        if self._steps:
            steps: dict[_World, tuple[_World, Joint]] = {}
            for world, step in self._steps[-1].items():
                steps.setdefault(world._replace(may_reverse=may_reverse), step)
            self._steps[-1] = steps

    def entry_of(self, cell: Cell) -> str | None:
        """The heading with which a card on `cell` would continue the line; None when it would not."""
        return next((entry for _, entry, _ in self._continuations(cell)), None)

    def lay(self, card: PlacedCard, *, must_reverse: bool = False) -> Iterator[BrokenRule]:
        """Place a card, and yield each rule that it breaks.

        `must_reverse`: it has to continue the last card but one, if it may do so at all.
        """
        must_reverse = must_reverse and self._may_reverse()
        continuations = self._continuations(card.cell)
        if must_reverse:
            continuations = [continuation for continuation in continuations if continuation[-1]]
        yield from self._wrong_cell(card.cell, continues=bool(continuations), must_reverse=must_reverse)
        steps: dict[_World, tuple[_World, Joint]] = {}
        for world, entry, reverse in continuations:
            exits = exit_headings(card.card, entry)
            after = _World(exits, world.last, world.may_reverse and not reverse)
            steps.setdefault(after, (world, Joint(entry, reverse)))
        self._steps.append(steps or self._turned_in_any_way(card.card))
        self._worlds = list(self._steps[-1])
        self._cells.append(card.cell)
        self._occupied.add(card.cell)
        self._free.discard(card.cell)

    def _turned_in_any_way(self, card: str) -> dict[_World, tuple[_World, Joint]]:
        """The worlds after a card that continues nothing."""
        befores = {(world.last, world.may_reverse): world for world in reversed(self._worlds)}
        all_exits = [exit_headings(card, entry) for entry in HEADINGS]
        return {
            _World(exits, *remembered): (world, NOT_JOINED)
            for remembered, world in befores.items()
            for exits in all_exits
        }

    def joints(self) -> tuple[Joint, ...]:
        """How the cards so far continue the line, in one of the ways in which they may lie."""
        joints = []
        world = self._worlds[0]
        for steps in reversed(self._steps):
            world, joint = steps[world]
            joints.append(joint)
        return tuple(reversed(joints))

    def _continuations(self, cell: Cell) -> list[tuple[_World, str, bool]]:
        """The worlds in which a card on `cell` continues the line, its entry, and whether by a reverse.

        A reverse comes first."""
        last = self._heading_from(-1, cell)
        before = self._heading_from(-2, cell) if self._has_last_but_one() else None
        continuations = []
        for world in self._worlds:
            if world.may_reverse and before is not None and before in world.before:
                continuations.append((world, before, True))
            if last is not None and last in world.last:
                continuations.append((world, last, False))
        return continuations

    def _has_last_but_one(self) -> bool:
        """Whether there is a last card but one; the start card does not count."""
        return len(self._cells) > 2

    def _heading_from(self, at: int, cell: Cell) -> str | None:
        """The heading that leads to `cell` from the card that lies at a place of the line."""
        other = self._cells[at]
        return self._area.heading_between(other, cell) if self._area.has(other) else None

    def _may_reverse(self) -> bool:
        """Whether the next card may continue the last card but one, in some world."""
        return self._has_last_but_one() and any(world.may_reverse for world in self._worlds)

    def _wrong_cell(self, cell: Cell, *, continues: bool, must_reverse: bool) -> Iterator[BrokenRule]:
        where = BoardCell(*cell)
        if not self._area.has(cell):
            yield broken_rule("range", cell=where, rows=self._area.rows, cols=self._area.cols)
            return
        if cell in self._blocked:
            yield broken_rule("blocked", cell=where)
        if cell in self._occupied:
            yield broken_rule("occupied", cell=where)
        if continues:
            return
        ends = {"last": self._cells[-1]}
        if self._may_reverse():
            ends["before"] = self._cells[-2]
        if must_reverse:
            del ends["last"]
        if all(map(self._area.has, ends.values())):
            text = "exit_or_reverse" if len(ends) == 2 else "exit_behind" if must_reverse else "exit"
            names = {name: BoardCell(*end) for name, end in ends.items()}
            yield BrokenRule("exit", phrase(f"end_of_line.violation.{text}", cell=where, **names))
