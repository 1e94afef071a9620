"""The board of an END OF LINE puzzle in plain text, for the terminal.

Conventions: a canvas of single characters, row 0 at the top. A cell is HIGH rows high and `inner` characters
wide, with a border between neighbours that they share; arrows on the border show where the line goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from puzzles.end_of_line.board import CARDS, HEADINGS, STEPS, Area, Cell, exit_headings
from puzzles.end_of_line.draw_trace import Given, Laid, Trace

HIGH = 3
LEFT, TOP = 6, 2
# The widest board with roomy cells; wider ones get narrow cells, to stay near 130 columns.
MOST_ROOMY_COLS = 15
TEXT_WIDTH = 100
HARD_SPACE = "\xa0"

SOLID = dict(zip(HEADINGS, "▲►▼◄", strict=True))
THIN = dict(zip(HEADINGS, "↑→↓←", strict=True))

# Box characters by the weight of their arms N E S W, read as a number in base 3: 0 none, 1 light, 2 heavy.
JOINTS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)  # fmt: skip
# The characters of an arm between the middle and the border, across and upright.
ARMS = {"thin": ("─", "│"), "line": ("━", "┃"), "left": ("═", "║")}

LEGEND = {
    "●": "start", "■": "end of the line", "□": "dead end that a reverse left", "*": "given card",
    "0": "LSR0", "?": "no exit leads here", "x": "breaks a rule", "░": "blocked",
}  # fmt: skip


def board_lines(area: Area, givens: tuple[Given, ...], trace: Trace) -> list[str]:
    board = _Canvas(area, 7 if area.cols <= MOST_ROOMY_COLS else 5)
    board.grid()
    board.start()
    covered = trace.covered()
    for given in givens:
        if given[0] not in covered:
            board.given(*given)
    fixed = {cell for cell, _, _ in givens}
    for card in trace.laid:
        board.card(card, card.cell in fixed, card is trace.end())
    for crossing in trace.wraps:
        back = opposite(crossing.heading)
        board.wrap(crossing.cell, crossing.heading, crossing.letter)
        board.wrap(crossing.other, back, crossing.letter)
        board.arrow(crossing.other, back, crossing.heading)
    return [*board.lines(), *board.legend()]


def tray_lines(tray: Mapping[str, int], given: Mapping[str, int]) -> list[str]:
    parts = [
        f"{tray.get(card, 0)} {card}" + (f" ({given[card]} given)" if given.get(card, 0) else "")
        for card in CARDS
        if tray.get(card, 0) or given.get(card, 0)
    ]
    return _filled("Tray: " + (", ".join(part.replace(" ", HARD_SPACE) for part in parts) or "no cards"))


def deck_lines(deck: Sequence[str]) -> list[str]:
    return _filled(
        "Deck: " + (" · ".join(f"{i + 1}{HARD_SPACE}{card}" for i, card in enumerate(deck)) or "no cards")
    )


@dataclass
class _Canvas:
    """The board being drawn."""

    area: Area
    inner: int
    signs: set[str] = field(default_factory=set)
    chars: list[list[str]] = field(init=False)

    def __post_init__(self) -> None:
        width = LEFT + self.area.cols * (self.inner + 1) + 4
        height = TOP + self.area.rows * (HIGH + 1) + 2
        self.chars = [[" "] * width for _ in range(height)]

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.chars]

    def legend(self) -> list[str]:
        """What the signs mean that this board shows."""
        shown = (f"{sign} {told}" for sign, told in LEGEND.items() if sign in self.signs)
        return _filled("   ".join(words.replace(" ", HARD_SPACE) for words in shown), 0)

    def write(self, row: int, col: int, text: str) -> None:
        self.chars[row][col : col + len(text)] = text

    def sign(self, row: int, col: int, sign: str) -> None:
        """A sign that the legend explains."""
        self.signs.add(sign)
        self.write(row, col, sign)

    def corner(self, cell: Cell) -> Cell:
        """The first character inside a cell's borders."""
        return TOP + 1 + cell[0] * (HIGH + 1), LEFT + 1 + cell[1] * (self.inner + 1)

    def middle(self, cell: Cell) -> Cell:
        row, col = self.corner(cell)
        return row + HIGH // 2, col + self.inner // 2

    def reach(self, heading: str) -> int:
        """How far the border is from the middle of a cell."""
        return HIGH // 2 + 1 if heading in "NS" else self.inner // 2 + 1

    def grid(self) -> None:
        rows, cols = self.area.rows, self.area.cols
        for r in range(rows + 1):
            ends = "┌┬┐" if r == 0 else "└┴┘" if r == rows else "├┼┤"
            across = ends[1].join(["─" * self.inner] * cols)
            self.write(TOP + r * (HIGH + 1), LEFT, ends[0] + across + ends[2])
        upright = "│" + (" " * self.inner + "│") * cols
        for r in range(rows):
            for k in range(HIGH):
                self.write(TOP + r * (HIGH + 1) + 1 + k, LEFT, upright)
            self.write(self.middle((r, 0))[0], 0, f"{r:>2}")
        for c in range(cols):
            self.write(0, self.middle((0, c))[1] - (c > 9), str(c))
        for cell in self.area.blocked:
            self.signs.add("░")
            for k in range(HIGH):
                row, col = self.corner(cell)
                self.write(row + k, col, "░" * self.inner)

    def arm(self, cell: Cell, heading: str, look: str, tip: str = "") -> None:
        """From the middle of a cell to its border, with another last character when there is a tip."""
        (row, col), (down, right) = self.middle(cell), STEPS[heading]
        reach = self.reach(heading)
        for k in range(1, reach):
            self.write(row + k * down, col + k * right, ARMS[look][abs(down)])
        if tip:
            self.write(row + (reach - 1) * down, col + (reach - 1) * right, tip)

    def arrow(self, cell: Cell, side: str, heading: str) -> None:
        """On the border of a cell, where the line crosses it."""
        (row, col), (down, right), reach = self.middle(cell), STEPS[side], self.reach(side)
        self.write(row + reach * down, col + reach * right, SOLID[heading])

    def start(self) -> None:
        cell, heading = self.area.start.cell, self.area.start.heading
        self.arm(cell, heading, "line")
        self.arrow(cell, heading, heading)
        self.sign(*self.middle(cell), "●")

    def given(self, cell: Cell, card: str, heading: str | None) -> None:
        """A given card that the line does not reach: its code, its entry, and where its exits point."""
        row, col = self.corner(cell)
        roomy = self.inner > 5
        self.write(row, col, f"[{card}]" + ("?" if heading is None and roomy else ""))
        self.write(row + 1, col, "in " + ("?" if heading is None else THIN[heading]))
        if heading is not None:
            ways = "".join(THIN[h] for h in exit_headings(card, heading))
            self.write(row + 2, col, ("out " if roomy else "o ") + ways)

    def card(self, card: Laid, fixed: bool, last: bool) -> None:
        cell, (row, col) = card.cell, self.corner(card.cell)
        for heading in card.unused():
            self.arm(cell, heading, "thin", THIN[heading])
        for look, ways in (("line", card.onward), ("left", card.left)):
            for heading in ways:
                self.arm(cell, heading, look)
                self.arrow(cell, heading, heading)
        if card.entry is not None:
            back = opposite(card.entry)
            self.arm(cell, back, "left" if card.dead else "line")
            self.arrow(cell, back, card.entry)
        self.sign(*self.middle(cell), self.centre(card, last))
        self.order(card)
        low, right = row + HIGH - 1, col + self.inner - 1
        if fixed:
            self.sign(low, right, "*")
        if card.broken:
            self.sign(row, right, "x")
        if card.entry is None:
            self.write(low, col, card.card)
        elif card.card == "LSR0":
            self.sign(low, col, "0")

    def order(self, card: Laid) -> None:
        """The order number, on the border where it would hide the line that goes up."""
        (row, col), text = self.corner(card.cell), str(card.number)
        middle = self.inner // 2
        hides = len(text) > middle and self.chars[row][col + middle] != " "
        self.write(row, col - 1 if hides else col, text)

    def centre(self, card: Laid, last: bool) -> str:
        if card.entry is None:
            return "?"
        if last:
            return "■"
        if card.dead:
            return "□"
        taken = {opposite(card.entry), *card.onward, *card.left}
        unused = card.unused()
        index = 0
        for heading in HEADINGS:
            index = 3 * index + (2 if heading in taken else 1 if heading in unused else 0)
        return JOINTS[index]

    def wrap(self, cell: Cell, side: str, letter: str) -> None:
        """The letter outside the board's edge on one side of a cell."""
        (row, col), (down, right), reach = self.middle(cell), STEPS[side], self.reach(side) + 1
        shift = len(letter) - 1 if side == "W" else 0
        self.write(row + reach * down, col + reach * right - shift, letter)


def opposite(heading: str) -> str:
    return HEADINGS[(HEADINGS.index(heading) + 2) % 4]


def _filled(text: str, indent: int = 6) -> list[str]:
    """Lines that fit a terminal; what a hard space joins stays together."""
    return [part.replace(HARD_SPACE, " ") for part in wrap(text, TEXT_WIDTH, subsequent_indent=" " * indent)]
