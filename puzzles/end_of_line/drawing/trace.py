"""The trace of a line: how its cards lie on the board, for the picture and for the terminal.

Illegal lines are drawn too: a card that no exit leads to has no direction, a card that breaks a rule is
marked, and of several cards on one cell the last is on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from puzzles.drawing.lists import listing, unbreakable
from puzzles.end_of_line.board import MAX_CARDS, STEPS, Area, Cell, exit_headings
from puzzles.end_of_line.drawing.solution import JudgedSolution, board_cell
from puzzles.end_of_line.referee import Joint, LineReferee
from puzzles.texts import ENGLISH, Translator

# Its cell, its code, and the heading with which it is entered, None where that is open.
GivenCard = tuple[Cell, str, str | None]


@dataclass(frozen=True)
class LineCard:
    """A card of the line as it lies on the board.

    `number` counts from 1 in order of placing. `entry` is the heading with which the line enters, None when
    no exit leads here. The line goes on along `onward`; `dead_ways` lead to dead ends that a reverse left.
    `dead`: the card is such a dead end.
    """

    number: int
    card: str
    cell: Cell
    entry: str | None
    onward: tuple[str, ...]
    dead_ways: tuple[str, ...]
    dead: bool
    breaks_rule: bool

    def in_words(self, translator: Translator) -> str:
        """Its number, its code and its cell."""
        return translator.text(
            "end_of_line.drawing.card_on", number=self.number, card=self.card, cell=board_cell(self.cell)
        )

    def unused(self) -> tuple[str, ...]:
        """The headings of the exits that the line does not take."""
        if self.entry is None:
            return ()
        return tuple(h for h in exit_headings(self.card, self.entry) if h not in self.onward + self.dead_ways)


@dataclass(frozen=True)
class Wrap:
    """The line leaves the board from `cell` and comes back on `other`, with the same heading."""

    letter: str
    cell: Cell
    other: Cell
    heading: str


@dataclass(frozen=True)
class Trace:
    """A line on its board: `cards` are those on the board in order of placing, `off_board` the others."""

    start: Cell
    cards: tuple[LineCard, ...]
    off_board: tuple[LineCard, ...]
    wraps: tuple[Wrap, ...]

    def end(self) -> LineCard | None:
        return self.cards[-1] if self.cards else None

    @cached_property
    def piles(self) -> dict[Cell, tuple[LineCard, ...]]:
        """The cards on each cell that has any, the one on top last."""
        piles: dict[Cell, list[LineCard]] = {}
        for card in self.cards:
            piles.setdefault(card.cell, []).append(card)
        return {cell: tuple(pile) for cell, pile in piles.items()}

    def top_cards(self) -> tuple[LineCard, ...]:
        """The card on top of each cell."""
        return tuple(pile[-1] for pile in self.piles.values())

    def wrong_cells(self) -> frozenset[Cell]:
        """Returns the cells with a card that breaks a rule, on top or not."""
        return frozenset(card.cell for card in self.cards if card.breaks_rule)

    def notes(self, translator: Translator = ENGLISH) -> Iterator[str]:
        """Yields notes on what the board cannot show."""
        piles = [
            f"{unbreakable(translator.render(board_cell(cell)))} "
            + listing([str(card.number) for card in pile], translator=translator)
            for cell, pile in self.piles.items()
            if len(pile) > 1
        ]
        on_start = [unbreakable(f"{card.number} {card.card}") for card in self.piles.get(self.start, ())]
        off = [unbreakable(card.in_words(translator)) for card in self.off_board]
        for key, cards in (
            ("end_of_line.drawing.several", listing(piles, MAX_CARDS, "; ", translator)),
            ("end_of_line.drawing.on_start", listing(on_start, translator=translator)),
            ("end_of_line.drawing.off_board", listing(off, MAX_CARDS, translator=translator)),
        ):
            if cards:
                yield translator.text(key, cards=cards)


def trace_of(area: Area, solution: JudgedSolution | None, joints: Sequence[Joint] | None = None) -> Trace:
    """The trace of a solution; `joints` say how its cards continue the line, where that is known."""
    solution = solution or JudgedSolution(())
    placed_cards = [card for played_round in solution.rounds for card in played_round.cards]
    joints, wrong = joints or _joints(area, solution), solution.wrong_cards()
    # The card that each one continues: -1 is the start card.
    parents = {i: i - 2 if joint.reverse else i - 1 for i, joint in enumerate(joints) if joint.entry}
    dead = {i - 1 for i, joint in enumerate(joints) if joint.reverse} - set(parents.values())
    onward: dict[int, list[str]] = {}
    dead_ways: dict[int, list[str]] = {}
    for i, parent in parents.items():
        (dead_ways if i in dead else onward).setdefault(parent, []).append(joints[i].entry or "")
    cards = [
        LineCard(i + 1, placed_card.card, placed_card.cell, joint.entry, tuple(onward.get(i, ())),
             tuple(dead_ways.get(i, ())), i in dead, i + 1 in wrong)
        for i, (placed_card, joint) in enumerate(zip(placed_cards, joints, strict=True))
    ]  # fmt: skip
    on_board = tuple(card for card in cards if area.has(card.cell))
    off_board = tuple(card for card in cards if not area.has(card.cell))
    return Trace(area.start.cell, on_board, off_board, tuple(_wraps(area, on_board)))


def wrap_letter(index: int) -> str:
    """a, b, ... z, aa, ab, ..."""
    text = ""
    while index >= 0:
        index, digit = divmod(index, 26)
        text, index = ascii_lowercase[digit] + text, index - 1
    return text


def _joints(area: Area, solution: JudgedSolution) -> tuple[Joint, ...]:
    referee = LineReferee(area)
    for played_round in solution.rounds:
        may_reverse = played_round.energy == "reverse"
        referee.begin_round(may_reverse=may_reverse)
        for placed_card in played_round.cards:
            broken_rules = referee.lay(
                placed_card, must_reverse=may_reverse and solution.turns_every_card_back
            )
            tuple(broken_rules)  # the drawing does not need them
    return referee.joints()


def _wraps(area: Area, cards: tuple[LineCard, ...]) -> Iterator[Wrap]:
    """Every crossing of the line with an edge of the board, once, in order of placing.

    The start card's first step is known before any card lies.
    """
    steps = [(area.first_cell(), area.start.heading)]
    steps += [(card.cell, card.entry) for card in cards if card.entry is not None]
    crossings: set[frozenset[Cell]] = set()
    for other, heading in steps:
        down, right = STEPS[heading]
        cell = (other[0] - down) % area.rows, (other[1] - right) % area.cols
        edge = frozenset((cell, other))
        if (cell[0] + down, cell[1] + right) != other and edge not in crossings:
            yield Wrap(wrap_letter(len(crossings)), cell, other, heading)
            crossings.add(edge)
