"""What the boards of END OF LINE in plain text share: their characters, their styles and their legend."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from puzzles.drawing.lists import unbreakable
from puzzles.drawing.terminal import BLUE, BOLD, GREEN, GREY, RED, YELLOW, Canvas, TextLook, filled
from puzzles.end_of_line.board import HEADINGS, Cell, Start
from puzzles.end_of_line.drawing.trace import LineCard, Trace

SOLID = dict(zip(HEADINGS, "▲►▼◄", strict=True))
THIN = dict(zip(HEADINGS, "↑→↓←", strict=True))

# Box characters by the weight of their arms N E S W, read as a number in base 3: 0 none, 1 light, 2 heavy.
JOINTS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)  # fmt: skip
# The characters of an arm between the middle and the border, across and upright.
ARMS = {"thin": ("─", "│"), "line": ("━", "┃"), "dead": ("═", "║"), "turning": ("┄", "┆")}
ARM_STYLES = {"thin": YELLOW, "line": BLUE, "dead": RED, "turning": YELLOW}

# What the signs mean: the names of texts under [drawing.terminal].
LEGEND = {
    "●": "start", "►": "entered", "→": "open_exit", "a": "goes_on", "■": "line_end", "□": "dead_end",
    "*": "given_card", "↻": "may_turn", "0": "lsr0", "?": "no_exit_here", "+": "more_here",
    "x": "breaks_rule", "1": "player", "░": "blocked",
}  # fmt: skip
_STYLES = {
    "●": f"{BOLD};{GREEN}", "►": BLUE, "→": YELLOW, "a": BOLD, "■": f"{BOLD};{BLUE}", "□": RED, "*": YELLOW,
    "↻": YELLOW, "?": RED, "+": RED, "x": RED, "░": GREY,
}  # fmt: skip


# The styles of the players' lines, by the player's index.
PLAYER_STYLES = tuple(f"38;5;{colour}" for colour in (27, 166, 30, 133, 136, 94, 245, 205))


@dataclass(frozen=True)
class TextLine:
    """A line to be drawn. `player` is the number of its player, counted from 1, None for a line alone."""

    start: Start
    trace: Trace
    player: int | None = None

    @property
    def style(self) -> str:
        return BLUE if self.player is None else PLAYER_STYLES[self.player - 1]


class SignedCanvas(Canvas):
    """A canvas with signs that a legend explains. In the legend a sign can be `written` in another way."""

    def __init__(self, high: int, wide: int, look: TextLook) -> None:
        super().__init__(high, wide)
        self.look, self.written = look, dict[str, str]()
        # Each sign with position and character. A later one may hide it.
        self.signs: set[tuple[str, Cell, str]] = set()

    def sign(self, row: int, col: int, sign: str, text: str = "", style: str = "") -> None:
        """A sign that the legend explains, or a text that it explains with that sign."""
        text = text or sign
        self.signs.add((sign, (row, col), text[0]))
        self.write(row, col, text, style or _STYLES.get(sign, ""))

    def legend(self) -> list[str]:
        """The meanings of the signs on this board."""
        visible = {sign for sign, (row, col), char in self.signs if self.rows[row][col] == char}
        meanings = {sign: self._meaning(sign) for sign in LEGEND if sign in visible}
        lines = filled("   ".join(map(unbreakable, meanings.values())), self.look.text_width, 0)
        for sign, meaning in meanings.items():
            coloured = self.look.styled(meaning[0], _STYLES.get(sign, "")) + meaning[1:]
            lines = [line.replace(meaning, coloured) for line in lines]
        return lines

    def _meaning(self, sign: str) -> str:
        meaning = self.look.translator.text(f"end_of_line.drawing.terminal.{LEGEND[sign]}")
        return f"{self.written.get(sign, sign)} {meaning}"


def joint(line_headings: Collection[str], thin_headings: Collection[str]) -> str:
    """The middle of a cell from which arms go to its sides."""
    index = 0
    for heading in HEADINGS:
        index = 3 * index + (2 if heading in line_headings else 1 if heading in thin_headings else 0)
    return JOINTS[index]


def _ways_through(pile: tuple[LineCard, ...]) -> set[str]:
    """The sides of a cell that the line crosses."""
    headings = {heading for card in pile for heading in (*card.onward, *card.dead_ways)}
    return headings | {opposite(card.entry) for card in pile if card.entry is not None}


def centre(trace: Trace, pile: tuple[LineCard, ...], open_exits: Collection[str]) -> str:
    """What is drawn in the middle of a cell with cards, and with these exits that the line does not take."""
    card = pile[-1]
    if card.entry is None:
        return "?"
    if card is trace.end():
        return "■"
    return "□" if card.dead else joint(_ways_through(pile), open_exits)


def opposite(heading: str) -> str:
    return HEADINGS[(HEADINGS.index(heading) + 2) % 4]
