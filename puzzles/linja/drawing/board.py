"""The board of Linja as a picture: row 7 on top, A's pieces on the left, B's on the right.

A's pieces are dark and round and point up, B's are light and square and point down, so that they differ in
print without colours as well. The moves of a turn have a lane each in the middle. There the piece that moves
stands in front of its row, and where it goes an empty outline carries the number of the move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist

from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.style import PLAIN, Look
from puzzles.drawing.svg import INK, WHITE, Point, along, arrow_head, line, strokes, tag
from puzzles.linja.board import LAST, PLAYERS, ROWS, Board, Options, Player
from puzzles.linja.drawing.moves import Move, piece_scores

GROUND, EDGE, DIM = "#fbf8f1", "#8d8676", "#5d6470"
FILLS: dict[Player, str] = {"A": "#23588f", "B": "#ffc95c"}
MARKS: dict[Player, str] = {"A": "#ffffff", "B": INK}
TINTS: dict[Player, str] = {"A": "#dbe7f3", "B": "#fdf0d0"}
STICK, STICK_EDGE, STICK_LIGHT = "#b78a58", "#6f5233", "#dcb98c"
PAPER, WRONG = "#ffffff", "#b3261e"
# What becomes of the colours where there are none; all others become black, A's pieces too.
GREYS = {
    **dict.fromkeys((PAPER, GROUND, *TINTS.values(), FILLS["B"], STICK_LIGHT), WHITE),
    EDGE: "#404040", DIM: "#404040", STICK: "#c4c4c4", STICK_EDGE: "#404040",
}  # fmt: skip

RADIUS, PITCH, THREES_GAP = 10.0, 24.0, 7.0
PER_LINE = 6
SIDE = PER_LINE * PITCH + THREES_GAP
PADDING, GAP, LANE = 10.0, 22.0, 34.0
# The outer rows hold any number of pieces: two lines of each player's.
INNER_HIGH, OUTER_HIGH, STICK_HIGH = 38.0, 62.0, 6.0
LABEL, STRIP, NAME_LETTERS, NAMES_GAP = 24.0, 50.0, 8.5, 4.0
WORTH_LETTERS = 10.5


@dataclass(frozen=True)
class Sizes:
    """Sizes that are larger where the whole board is only some 45 mm wide.

    row, caption, move         the letters of the rows' numbers, of the caption and of the moves' numbers
    caption_high, names_high   the room of the caption, and of the names above and below the board
    arrow                      the width of an arrow
    """

    row: float
    caption: float
    move: float
    caption_high: float
    names_high: float
    arrow: float


USUAL = Sizes(row=12, caption=12, move=9, caption_high=26, names_high=22, arrow=2.8)
ANSWER = Sizes(row=19, caption=21, move=14, caption_high=32, names_high=4, arrow=4)


@dataclass(frozen=True)
class Picture:
    """A board with the moves on it, as markup with its top left corner at (0, 0)."""

    board: Board
    options: Options
    moves: tuple[Move, ...] = ()
    caption: str = ""
    scores: bool = True
    look: Look = PLAIN

    @cached_property
    def sizes(self) -> Sizes:
        sizes, letters = ANSWER if self.look.answer else USUAL, self.look.letters
        caption, names = letters(sizes.caption), 0 if self.look.answer else letters(NAME_LETTERS)
        names_high = sizes.names_high + max(0.0, names - NAME_LETTERS)
        return replace(
            sizes,
            row=letters(sizes.row),
            caption=caption,
            move=letters(sizes.move),
            caption_high=sizes.caption_high + caption - sizes.caption,
            names_high=names_high + (0 if self._names_fit else names + NAMES_GAP),
        )

    @cached_property
    def _names_fit(self) -> bool:
        """Whether the names above the board stand side by side; else one stands above the other."""
        if self.look.answer:
            return True
        rows = (("target", "home"), ("home", "target"))
        wide = (
            sum(
                lettering_width(self._side(what, player), self._names_letters)
                for what, player in zip(row, PLAYERS, strict=True)
            )
            for row in rows
        )
        return max(wide) + 2 * PADDING + GAP <= self.inner

    @property
    def label(self) -> float:
        """The room for the rows' numbers."""
        return LABEL + self.sizes.row - USUAL.row if self.look.min_letters else LABEL

    @cached_property
    def inner(self) -> float:
        return 2 * PADDING + 2 * SIDE + (3 * LANE if self.moves else GAP)

    @property
    def strip(self) -> float:
        """The width of the strips with the scores of the rows, left and right."""
        return STRIP if self.scores else 0.0

    @property
    def left(self) -> float:
        return self.label + self.strip

    @property
    def width(self) -> float:
        return self.left + self.inner + self.strip

    @property
    def height(self) -> float:
        return self.top(0) + OUTER_HIGH + self.sizes.names_high

    def top(self, row: int) -> float:
        """The upper edge of a row."""
        top = self.sizes.names_high + (self.sizes.caption_high if self.caption else 0)
        if row < LAST:
            top += OUTER_HIGH + STICK_HIGH + (LAST - 1 - row) * (INNER_HIGH + STICK_HIGH)
        return top

    def middle(self, row: int) -> float:
        """The middle of a row; for a number that is no row, the room above or below the board."""
        if row > LAST:
            return self.top(LAST) - self.sizes.names_high / 2
        if row < 0:
            return self.height - self.sizes.names_high / 2
        return self.top(row) + _high(row) / 2

    def markup(self) -> str:
        parts = (self._ground(), self._sticks(), self._labels(), self._pieces(), self._moves())
        return "\n".join(tag("g", *part) for part in map(tuple, parts) if part)

    def _ground(self) -> Iterator[str]:
        """The rows, the start rows in the players' colours, and beside them the strips of what they score."""
        top, high = self.top(LAST), self.top(0) + OUTER_HIGH - self.top(LAST)
        for player, x in zip(PLAYERS, (self.label, self.left + self.inner), strict=True):
            yield tag("rect", x=x, y=top, width=self.strip, height=high, fill=TINTS[player])
        yield tag("rect", x=self.left, y=top, width=self.inner, height=high, fill=GROUND)
        for player, row in zip(PLAYERS, (0, LAST), strict=True):
            at = self.left, self.top(row)
            yield tag("rect", x=at[0], y=at[1], width=self.inner, height=OUTER_HIGH, fill=TINTS[player])
        for x, wide in ((self.label, self.inner + 2 * self.strip), (self.left, self.inner)):
            yield tag("rect", x=x, y=top, width=wide, height=high, fill="none", stroke=EDGE, stroke_width=1.4)

    def _sticks(self) -> Iterator[str]:
        for row in range(LAST):
            x, y, wide = self.left - 5, self.top(row) - STICK_HIGH, self.inner + 10
            yield tag(
                "rect", x=x, y=y, width=wide, height=STICK_HIGH, rx=STICK_HIGH / 2, fill=STICK,
                stroke=STICK_EDGE, stroke_width=0.8,
            )  # fmt: skip
            yield strokes(line((x + 4, y + 2), (x + wide - 4, y + 2)), 1, STICK_LIGHT)

    def _labels(self) -> Iterator[str]:
        """The rows' numbers, and what stands above and below the board."""
        for row in range(ROWS):
            at = self.label - 8, self.middle(row) - self.sizes.row / 2
            yield words(str(row), at, self.sizes.row, 1, data_row=str(row))
        if not self.look.answer:
            yield from self._names()
        yield words(self.caption, (self.left + self.inner / 2, 2), self.sizes.caption, 0.5)
        if self.scores:
            yield from self._scores("A", self.label + STRIP / 2)
            yield from self._scores("B", self.width - STRIP / 2)

    @property
    def _above(self) -> float:
        """The top of the letters above the board."""
        return self.top(LAST) - self.sizes.names_high + 6

    @property
    def _names_letters(self) -> float:
        return self.look.letters(NAME_LETTERS)

    def _names(self) -> Iterator[str]:
        left, right = self.left + PADDING, self.left + self.inner - PADDING
        below = self.height - self.sizes.names_high + 8
        lower = 0 if self._names_fit else self._names_letters + NAMES_GAP
        for y, mine, other in ((self._above, "target", "home"), (below, "home", "target")):
            yield words(self._side(mine, "A"), (left, y), self._names_letters, 0, DIM)
            yield words(self._side(other, "B"), (right, y + lower), self._names_letters, 1, DIM)

    def _side(self, what: str, player: Player) -> str:
        return self.look.translator.text(f"linja.drawing.{what}", player=player)

    def _scores(self, player: Player, x: float) -> Iterator[str]:
        high = self._names_letters
        if self.look.on_paper:
            # In place of a heading above the board: which pieces are whose.
            yield piece(player, (x - RADIUS - 1, self._above + high / 2 - 2))
            yield words(player, (x + 4, self._above - 1), high)
        else:
            yield words(self._side("scores", player), (x, self._above), high, 0.5, DIM)
        for row, worth in enumerate(piece_scores(player, self.options)):
            high = self.look.letters(WORTH_LETTERS)
            yield words(worth, (x, self.middle(row) - high / 2), high, 0.5, DIM)

    def _pieces(self) -> Iterator[str]:
        """The pieces that do not move, each player's from the outside to the middle."""
        for player in PLAYERS:
            for row in range(ROWS):
                moving = sum(move.stands and (move.piece, move.start) == (player, row) for move in self.moves)
                n = self.board.pieces(player)[row] - moving
                for i in range(n):
                    yield piece(player, self._spot_of_piece(player, row, i, n), row)

    def _spot_of_piece(self, player: Player, row: int, i: int, n: int) -> Point:
        """Returns the middle of the player's piece number `i` of `n` in a row."""
        down, across = divmod(i, PER_LINE)
        x = PADDING + PITCH * (across + 0.5) + THREES_GAP * (across >= PER_LINE // 2)
        y = self.middle(row)
        if n > PER_LINE:
            y += (down - 0.5) * (PITCH + 2)
        return self.left + (x if player == "A" else self.inner - x), y

    def _moves(self) -> Iterator[str]:
        for move in self.moves:
            yield from self._arrow(move)
        for move in self.moves:
            start = self._spot(move.number, move.start)
            if move.stands:
                yield piece(move.piece, start, move.start)
            elif move.after is None:
                yield _nothing(start)
            colour = WRONG if move.wrong else INK
            if move.end is None:
                x, y = start
                letters = self.sizes.move
                yield words(str(move.number), (x + RADIUS + 6, y - letters / 2), letters, 0.5, colour)
            else:
                end = self._spot(move.number, move.end)
                yield outline(move.piece, end, str(move.number), self.sizes.move, colour)

    def _spot(self, number: int, row: int) -> Point:
        """Returns the point of a row in the lane of a move."""
        return self.left + PADDING + SIDE + (number - 0.5) * LANE, self.middle(row)

    def _arrow(self, move: Move) -> Iterator[str]:
        if move.end is None:
            return
        start = self._spot(move.number if move.after is None else move.after, move.start)
        end = self._spot(move.number, move.end)
        length = dist(start, end)
        # Off the board, the start and the end of a move may be one point.
        if length < 2 * RADIUS:
            return
        direction = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        tail, tip = along(start, direction, RADIUS + 2), along(end, direction, -RADIUS - 2.5)
        base = along(tip, direction, -8.5)
        colour = WRONG if move.wrong else INK
        yield strokes(line(tail, base), self.sizes.arrow + 3.7, PAPER)
        yield strokes(line(tail, base), self.sizes.arrow, colour)
        yield tag(
            "path", d=arrow_head(base, direction, 8.5, 10.5), fill=colour, stroke=PAPER, stroke_width=0.8
        )


def _high(row: int) -> float:
    return OUTER_HIGH if row in (0, LAST) else INNER_HIGH


def piece(player: Player, at: Point, row: int | None = None) -> str:
    """A piece, which points to where it goes, with the row that it stands on, if any."""
    (x, y), tip = at, -1 if player == "A" else 1
    mark = line((x - 4, y - 2 * tip), (x, y + 2.6 * tip), (x + 4, y - 2 * tip))
    body = _body(player, at, fill=FILLS[player], stroke=INK, stroke_width=1.4)
    address = {"data_piece": player} if row is None else {"data_piece": player, "data_row": str(row)}
    return tag("g", body, strokes(mark, 2.2, MARKS[player]), **address)


def outline(player: Player, at: Point, number: str, letters: float, colour: str) -> str:
    """Draws the outline of a piece where it goes, with the number of the move."""
    body = _body(player, at, fill=PAPER, stroke=colour, stroke_width=1.3, stroke_dasharray="3 2.2")
    return tag(
        "g", body, words(number, (at[0], at[1] - letters / 2), letters, 0.5, colour, halo=3), data_move=number
    )


def _body(player: Player, at: Point, **attributes: str | float) -> str:
    x, y = at
    if player == "A":
        return tag("circle", cx=x, cy=y, r=RADIUS, **attributes)
    half = RADIUS - 0.8
    return tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=2.5, **attributes)


def _nothing(at: Point) -> str:
    """A cross where a piece should be."""
    x, y = at
    return strokes(line((x - 6, y - 6), (x + 6, y + 6)) + line((x - 6, y + 6), (x + 6, y - 6)), 2.6, WRONG)
