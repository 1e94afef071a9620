"""The board of an END OF LINE puzzle in plain text, for the terminal.

Conventions: a canvas of single characters, row 0 at the top. A cell is HIGH rows high and `inner` characters
wide, with a border between neighbours that they share; arrows on the border show where the line goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from puzzles.drawing.lists import HARD_SPACE, unbreakable
from puzzles.drawing.terminal import Canvas, filled
from puzzles.end_of_line.board import CARDS, HEADINGS, STEPS, Area, Cell, exit_headings
from puzzles.end_of_line.drawing.solution import columns
from puzzles.end_of_line.drawing.trace import GivenCard, LineCard, Trace
from puzzles.texts import ENGLISH, Translator, column_name, row_name

HIGH = 3
LEFT, TOP = 6, 2
# The widest board with roomy cells; wider ones get narrow cells, to stay near 130 columns.
# Beside a vertical line a narrow cell has room for two digits; three-digit order numbers make it wider
# (NARROW_NUMBERED).
MAX_ROOMY_COLS = 15
ROOMY, NARROW, NARROW_NUMBERED = 7, 5, 6
TEXT_WIDTH = 100

SOLID = dict(zip(HEADINGS, "▲►▼◄", strict=True))
THIN = dict(zip(HEADINGS, "↑→↓←", strict=True))

# Box characters by the weight of their arms N E S W, read as a number in base 3: 0 none, 1 light, 2 heavy.
JOINTS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)  # fmt: skip
# The characters of an arm between the middle and the border, across and upright.
ARMS = {"thin": ("─", "│"), "line": ("━", "┃"), "dead": ("═", "║")}

# What the signs mean: the names of texts under [drawing.terminal].
LEGEND = {
    "●": "start", "→": "open_exit", "a": "goes_on", "■": "line_end", "□": "dead_end", "*": "given_card",
    "0": "lsr0", "?": "no_exit_here", "+": "more_here", "x": "breaks_rule", "░": "blocked",
}  # fmt: skip


def board_lines(
    area: Area, givens: tuple[GivenCard, ...], trace: Trace, translator: Translator = ENGLISH
) -> list[str]:
    board = _BoardCanvas(area, _inner(area, trace), translator)
    board.grid()
    for given_card in givens:
        if given_card[0] not in trace.piles:
            board.open_given(*given_card)
    for card in trace.top_cards():
        board.open_exits(card)
    board.start()
    for card in trace.cards:
        board.ways(card)
    fixed = {cell for cell, _, _ in givens}
    for pile in trace.piles.values():
        board.pile(pile, pile[-1].cell in fixed, pile[-1] is trace.end())
    for crossing in trace.wraps:
        back = opposite(crossing.heading)
        board.wrap(crossing.cell, crossing.heading, crossing.letter)
        board.wrap(crossing.other, back, crossing.letter)
        board.arrow(crossing.other, back, crossing.heading)
    return [*board.lines(), *board.legend()]


def _inner(area: Area, trace: Trace) -> int:
    if area.cols <= MAX_ROOMY_COLS:
        return ROOMY
    return NARROW_NUMBERED if any(card.number > 99 for card in trace.cards) else NARROW


def tray_lines(tray: Mapping[str, int], given_counts: Mapping[str, int]) -> list[str]:
    parts = [
        f"{tray.get(card, 0)} {card}"
        + (f" ({given_counts[card]} given)" if given_counts.get(card, 0) else "")
        for card in CARDS
        if tray.get(card, 0) or given_counts.get(card, 0)
    ]
    return filled("Tray: " + (", ".join(map(unbreakable, parts)) or "no cards"), TEXT_WIDTH, 6)


def deck_lines(deck: Sequence[str]) -> list[str]:
    cards = " · ".join(unbreakable(f"{i + 1} {card}") for i, card in enumerate(deck))
    return filled(f"Deck: {cards or 'no cards'}", TEXT_WIDTH, 6)


def round_lines(rounds: Sequence[str]) -> list[str]:
    """The rounds in columns, in reading order; what takes energy may need the room of several."""
    width = len(str(len(rounds)))
    items: list[str] = []
    for i, words in enumerate(rounds):
        first, *more = wrap(words, TEXT_WIDTH - width - 4)
        items += [f"{i + 1:>{width}}. {first}", *(" " * (width + 2) + part for part in more)]
    rows: list[str] = []
    for item, (row, at) in zip(items, columns([*map(len, items)], 3, TEXT_WIDTH - 2), strict=True):
        rows += [""] * (row + 1 - len(rows))
        rows[row] = f"{rows[row]:<{int(at) + 2}}{item.replace(HARD_SPACE, ' ')}"
    return ["Rounds, each card with its number on the board:" if rows else "Rounds: none", *rows]


def note_lines(notes: Iterable[str]) -> list[str]:
    return [line for note in notes for line in filled(note, TEXT_WIDTH, 2)]


class _BoardCanvas(Canvas):
    """The board in characters."""

    def __init__(self, area: Area, inner: int, translator: Translator) -> None:
        super().__init__(TOP + area.rows * (HIGH + 1) + 2, LEFT + area.cols * (inner + 1) + 4)
        self.area, self.inner, self.translator = area, inner, translator
        # The signs that the legend explains, each with position and character. A later one may hide it.
        self.signs: set[tuple[str, Cell, str]] = set()

    def legend(self) -> list[str]:
        """The meanings of the signs on this board."""
        visible = {sign for sign, (row, col), char in self.signs if self.rows[row][col] == char}
        meanings = [
            sign + " " + self.translator.text(f"end_of_line.drawing.terminal.{name}")
            for sign, name in LEGEND.items()
            if sign in visible
        ]
        return filled("   ".join(map(unbreakable, meanings)), TEXT_WIDTH, 0)

    def sign(self, row: int, col: int, sign: str, text: str = "") -> None:
        """A sign that the legend explains, or a text that it explains with that sign."""
        text = text or sign
        self.signs.add((sign, (row, col), text[0]))
        self.write(row, col, text)

    def corner(self, cell: Cell) -> Cell:
        """The first character inside a cell's borders."""
        return TOP + 1 + cell[0] * (HIGH + 1), LEFT + 1 + cell[1] * (self.inner + 1)

    def middle(self, cell: Cell) -> Cell:
        row, col = self.corner(cell)
        return row + HIGH // 2, col + self.inner // 2

    def reach(self, heading: str) -> int:
        """Returns the distance of the border from the middle of a cell."""
        if heading in "NS":
            return HIGH // 2 + 1
        return self.inner // 2 + 1 if heading == "W" else (self.inner + 1) // 2

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
            self.write(self.middle((r, 0))[0], 0, f"{row_name(r):>2}")
        for c in range(cols):
            name = column_name(c)
            self.write(0, self.middle((0, c))[1] - len(name) + 1, name)
        for cell in self.area.blocked:
            row, col = self.corner(cell)
            for k in range(HIGH * self.inner):
                self.sign(row + k // self.inner, col + k % self.inner, "░")

    def arm(self, cell: Cell, heading: str, look: str) -> None:
        """Draws an arm from the middle of a cell to its border."""
        (row, col), (down, right) = self.middle(cell), STEPS[heading]
        for k in range(1, self.reach(heading)):
            self.write(row + k * down, col + k * right, ARMS[look][abs(down)])

    def arrow(self, cell: Cell, side: str, heading: str) -> None:
        """Draws the arrow on the border of a cell where the line crosses it."""
        (row, col), (down, right), reach = self.middle(cell), STEPS[side], self.reach(side)
        self.write(row + reach * down, col + reach * right, SOLID[heading])

    def start(self) -> None:
        cell, heading = self.area.start.cell, self.area.start.heading
        self.arm(cell, heading, "line")
        self.arrow(cell, heading, heading)
        self.sign(*self.middle(cell), "●")

    def open_given(self, cell: Cell, card: str, heading: str | None) -> None:
        """Writes a given card that the line does not reach: its code, its entry, and its exits."""
        row, col = self.corner(cell)
        roomy = self.inner == ROOMY
        code = f"[{card}]" + ("?" if heading is None and roomy else "")
        self.write(row, col, code[: self.inner])
        self.write(row + 1, col, "in " + ("?" if heading is None else THIN[heading]))
        if heading is not None:
            ways = "".join(THIN[h] for h in exit_headings(card, heading))
            self.write(row + 2, col, ("out " if roomy else "o ") + ways)

    def open_exits(self, card: LineCard) -> None:
        """Draws thin arrows at unused exits; none on the start cell, where they would seem its own."""
        for heading in () if card.cell == self.area.start.cell else card.unused():
            self.arm(card.cell, heading, "thin")
            (row, col), (down, right) = self.middle(card.cell), STEPS[heading]
            reach = self.reach(heading) - 1
            self.sign(row + reach * down, col + reach * right, "→", THIN[heading])

    def ways(self, card: LineCard) -> None:
        """Draws the way of the line through a card, whether it is on top or not."""
        for look, ways in (("line", card.onward), ("dead", card.dead_ways)):
            for heading in ways:
                self.arm(card.cell, heading, look)
                self.arrow(card.cell, heading, heading)
        if card.entry is not None:
            back = opposite(card.entry)
            self.arm(card.cell, back, "dead" if card.dead else "line")
            self.arrow(card.cell, back, card.entry)

    def pile(self, pile: tuple[LineCard, ...], fixed: bool, last: bool) -> None:
        """Writes the signs of a cell's cards: those of the card on top, and one for cards below it."""
        card, (row, col) = pile[-1], self.corner(pile[-1].cell)
        low, right = row + HIGH - 1, col + self.inner - 1
        on_start = card.cell == self.area.start.cell
        self.sign(*self.middle(card.cell), "●" if on_start else self.centre(pile, last))
        self.write(row, col, str(card.number))
        if fixed:
            self.sign(low, right, "*")
        if len(pile) > 1:
            self.sign(row, right - 1, "+")
        if any(line_card.breaks_rule for line_card in pile):
            self.sign(row, right, "x")
        if card.entry is None or on_start:
            self.write(low, col, card.card)
        elif card.card == "LSR0":
            self.sign(low, col, "0")

    def centre(self, pile: tuple[LineCard, ...], last: bool) -> str:
        card = pile[-1]
        if card.entry is None:
            return "?"
        if last:
            return "■"
        if card.dead:
            return "□"
        line_headings = {
            heading for line_card in pile for heading in (*line_card.onward, *line_card.dead_ways)
        }
        line_headings |= {opposite(line_card.entry) for line_card in pile if line_card.entry is not None}
        unused = card.unused()
        index = 0
        for heading in HEADINGS:
            index = 3 * index + (2 if heading in line_headings else 1 if heading in unused else 0)
        return JOINTS[index]

    def wrap(self, cell: Cell, side: str, letter: str) -> None:
        """The letter outside the board's edge on one side of a cell."""
        (row, col), (down, right), reach = self.middle(cell), STEPS[side], self.reach(side) + 1
        shift = len(letter) - 1 if side == "W" else 0
        self.sign(row + reach * down, col + reach * right - shift, "a", letter)


def opposite(heading: str) -> str:
    return HEADINGS[(HEADINGS.index(heading) + 2) % 4]
