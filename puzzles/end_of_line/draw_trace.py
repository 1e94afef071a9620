"""What a drawing of a line shows, worked out once for the picture and for the terminal.

The line may be illegal, and somebody wants to see it all the same: a card that no exit leads to is shown
without a direction, a card that breaks a rule is marked, and a card off the board is only counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase

from puzzles.end_of_line.board import STEPS, Area, Cell, Placed, exit_headings
from puzzles.end_of_line.referee import LineReferee

Steps = tuple[tuple[Placed, bool], ...]
Given = tuple[Cell, str, str | None]


@dataclass(frozen=True)
class Laid:
    """A card of the line as it lies on the board.

    `number` counts from 1 in order of placing. `entry` is the heading with which the line enters, None when
    no exit leads here. The line goes on along `onward`; `left` lead to dead ends that a reverse left behind.
    """

    number: int
    card: str
    cell: Cell
    entry: str | None
    onward: tuple[str, ...]
    left: tuple[str, ...]
    dead: bool
    broken: bool

    def unused(self) -> tuple[str, ...]:
        if self.entry is None:
            return ()
        return tuple(h for h in exit_headings(self.card, self.entry) if h not in self.onward + self.left)


@dataclass(frozen=True)
class Wrap:
    """The line leaves the board from `cell` and comes back on `other`, with the same heading."""

    letter: str
    cell: Cell
    other: Cell
    heading: str


@dataclass(frozen=True)
class Trace:
    """`laid` are the cards on the board in order of placing; `off_board` counts the others."""

    laid: tuple[Laid, ...]
    wraps: tuple[Wrap, ...]
    off_board: int

    def end(self) -> Laid | None:
        return self.laid[-1] if self.laid else None

    def covered(self) -> frozenset[Cell]:
        return frozenset(card.cell for card in self.laid)


def trace_of(area: Area, givens: tuple[Given, ...], steps: Steps | None) -> Trace:
    joints = tuple(_joints(area, givens, steps or ()))
    continued = {joint.parent for joint in joints}
    dead = {i - 1 for i, joint in enumerate(joints) if joint.parent == i - 2} - continued
    onward: dict[int, list[str]] = {}
    left: dict[int, list[str]] = {}
    for i, joint in enumerate(joints):
        if joint.parent is not None and joint.entry is not None:
            (left if i in dead else onward).setdefault(joint.parent, []).append(joint.entry)
    laid = tuple(
        Laid(i + 1, joint.placed.card, joint.placed.cell, joint.entry, tuple(onward.get(i, ())),
             tuple(left.get(i, ())), i in dead, joint.broken)
        for i, joint in enumerate(joints)
        if area.has(joint.placed.cell)
    )  # fmt: skip
    return Trace(laid, tuple(_wraps(area, laid)), len(joints) - len(laid))


def wrap_letter(index: int) -> str:
    """a, b, ... z, aa, ab, ..."""
    text = ""
    while index >= 0:
        index, digit = divmod(index, 26)
        text, index = ascii_lowercase[digit] + text, index - 1
    return text


@dataclass(frozen=True)
class _Joint:
    """A step, and the step that it continues: -1 for the start card, None when it continues nothing."""

    placed: Placed
    entry: str | None
    parent: int | None
    broken: bool


def _joints(area: Area, givens: tuple[Given, ...], steps: Steps) -> Iterator[_Joint]:
    referee = LineReferee(area)
    told = {cell: (card, heading) for cell, card, heading in givens}
    for i, (placed, back) in enumerate(steps):
        entry = referee.entry_of(placed.cell, back=back)
        broken = bool(list(referee.lay(placed, back=back)))
        parent = None if entry is None else i - (2 if back else 1)
        yield _Joint(placed, entry, parent, broken or _against(told, placed, entry))


def _against(told: Mapping[Cell, tuple[str, str | None]], placed: Placed, entry: str | None) -> bool:
    """Whether a card lies where another card, or another heading, is given."""
    card, heading = told.get(placed.cell, (placed.card, None))
    return card != placed.card or (heading is not None and entry is not None and heading != entry)


def _wraps(area: Area, laid: tuple[Laid, ...]) -> Iterator[Wrap]:
    """Every place where the line crosses an edge of the board, once, in order of placing.

    The start card's first step is known before any card lies.
    """
    steps = [(area.first_cell(), area.start.heading)]
    steps += [(card.cell, card.entry) for card in laid if card.entry is not None]
    seen: set[frozenset[Cell]] = set()
    for other, heading in steps:
        down, right = STEPS[heading]
        cell = (other[0] - down) % area.rows, (other[1] - right) % area.cols
        place = frozenset((cell, other))
        if (cell[0] + down, cell[1] + right) != other and place not in seen:
            yield Wrap(wrap_letter(len(seen)), cell, other, heading)
            seen.add(place)
