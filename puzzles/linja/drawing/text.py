"""The board of Linja in plain characters: row 7 on top, A's pieces on the left, B's on the right.

Conventions: a board has levels, from -1 for its lower edge to 15 for its upper edge; row r lies on level
2 * r, and the stick above it on the next one. Moves run in a lane each between the two players' pieces, from
their number to the tip of an arrow. Rows have the numbers with which moves are typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.drawing.terminal import BLUE, BOLD, GREY, PLAIN_TEXT, RED, YELLOW, Canvas, TextLook, filled
from puzzles.linja.board import PIECES, ROWS, Board, Options, Player
from puzzles.linja.drawing.moves import Move, piece_scores

# Pieces are easiest to count in threes.
THREE = 3
# The room for a player's pieces in a row. A narrow board has room for two threes, and a number for more.
ROOMY_SIDE, NARROW_SIDE = PIECES + PIECES // THREE - 1, 7
LANES, NO_LANES = 11, 3
# The room for what stands left and right of the boards, and between them.
LABEL, NARROW_LABEL, GAP = 10, 7, 3
EDGE = 2 * ROWS - 1
HIGH = EDGE + 5
UP, DOWN, WRONG = "▲", "▼", "x"
STYLES: dict[Player, str] = {"A": BLUE, "B": YELLOW}


@dataclass(frozen=True)
class BoardText:
    """A board, with a caption above it, and with moves on it or none."""

    board: Board
    caption: str = ""
    moves: Sequence[Move] = ()


def board_lines(boards: Sequence[BoardText], options: Options, look: TextLook = PLAIN_TEXT) -> list[str]:
    """The boards side by side, or one below the other where they do not fit so."""
    ways: list[list[Sequence[BoardText]]] = [[boards], [[board] for board in boards]]
    canvases: list[_BoardsCanvas] = []
    for groups in ways:
        for side in (ROOMY_SIDE, NARROW_SIDE):
            canvases = [_BoardsCanvas(group, options, side, look) for group in groups]
            if max(canvas.wide for canvas in canvases) <= look.width:
                return _one_below_the_other(canvases)
    return _one_below_the_other(canvases)


def _one_below_the_other(canvases: Sequence[_BoardsCanvas]) -> list[str]:
    lines: list[str] = []
    for canvas in canvases:
        board = canvas.lines(canvas.look)
        lines += [*([""] if lines else []), *(board if board[0] else board[1:])]
    return lines


class _BoardsCanvas(Canvas):
    """Boards side by side. `at`: the column in which the next one begins; `side`: the room for pieces."""

    def __init__(self, boards: Sequence[BoardText], options: Options, side: int, look: TextLook) -> None:
        super().__init__(HIGH, 0)
        self.label = LABEL if side == ROOMY_SIDE else NARROW_LABEL
        self.side, self.look, self.at = side, look, self.label
        for board in boards:
            self._draw(board)
        self._labels(options)

    @property
    def wide(self) -> int:
        return max(map(len, self.rows))

    def write(self, row: int, col: int, text: str, style: str = "") -> None:
        """Writes on a row that grows as needed."""
        room = col + len(text) - len(self.rows[row])
        if room > 0:
            super().write(row, len(self.rows[row]), " " * room)
        super().write(row, col, text, style)

    def _draw(self, board: BoardText) -> None:
        edges = [
            (1, self._words("target", "A"), f"{DOWN} {self._words('home', 'B')}"),
            (HIGH - 1, f"{self._words('home', 'A')} {UP}", self._words("target", "B")),
        ]
        room = max(len(left) + len(right) for _, left, right in edges) + 5
        wide = max(2 * self.side + (LANES if board.moves else NO_LANES) + 4, room)
        self.write(0, self.at + max(0, wide - len(board.caption)) // 2, board.caption, BOLD)
        for line, left, right in edges:
            self.write(line, self.at + 2, left, STYLES["A"])
            self.write(line, self.at + wide - 2 - len(right), right, STYLES["B"])
        for level in range(-1, EDGE + 1):
            self._level(board, level, wide)
        self.at += wide + GAP

    def _labels(self, options: Options) -> None:
        """Writes the numbers of the rows, and what a piece of either player scores there."""
        mine, others = piece_scores("A", options), piece_scores("B", options)
        word = self.look.translator.text("linja.drawing.terminal.row")
        if len(word) < self.label - 4:
            self.write(1, 0, word)
        right = self.at - GAP
        self.write(1, self.label - 3, "A", STYLES["A"])
        self.write(1, right + 3, "B", STYLES["B"])
        for row in range(ROWS):
            line = self._line(2 * row)
            self.write(line, 0, f"{row:>{self.label - 7}}{mine[row]:>5}")
            self.write(line, right, f"{others[row]:>4}")

    def _words(self, key: str, player: Player) -> str:
        return self.look.translator.text(f"linja.drawing.terminal.{key}", player=player)

    @staticmethod
    def _line(level: int) -> int:
        return 2 + EDGE - level

    def _level(self, board: BoardText, level: int, wide: int) -> None:
        """A row, a stick or an edge of the board."""
        line, row = self._line(level), level // 2
        if level % 2:
            ends = {EDGE: "┌┐", -1: "└┘"}.get(level, "├┤")
            self.write(line, self.at, f"{ends[0]}{'─' * (wide - 2)}{ends[1]}", GREY)
        else:
            self.write(line, self.at, f"│{' ' * (wide - 2)}│", GREY)
            left, right = self._pieces("A", board.board.A[row]), self._pieces("B", board.board.B[row])
            self.write(line, self.at + 2, left, STYLES["A"])
            self.write(line, self.at + wide - 2 - len(right), right, STYLES["B"])
        for move in board.moves:
            sign = _sign(move, level)
            style = RED if move.wrong else f"{BOLD};{STYLES[move.piece]}"
            self.write(line, self.at + self.side + 4 + 3 * (move.number - 1), sign, style)

    def _pieces(self, player: Player, n: int) -> str:
        if n + (n - 1) // THREE > self.side:
            return f"{n} {player}"
        return " ".join(player * min(THREE, n - i) for i in range(0, n, THREE))


def _sign(move: Move, level: int) -> str:
    """What a move shows on a level."""
    start, end = _level_of(move.start), _level_of(move.start if move.end is None else move.end)
    if level == start:
        return f"{move.number}{WRONG * move.wrong}"
    if level == end:
        return UP if end > start else DOWN
    if min(start, end) < level < max(start, end):
        return "┼" if level % 2 else "│"
    return ""


def _level_of(row: int) -> int:
    return max(-1, 2 * row) if row < ROWS else EDGE


def legend_lines(moves: Sequence[Move], look: TextLook) -> list[str]:
    """The meanings of the signs."""
    text = look.translator.text
    signs = [text("linja.drawing.terminal.scores")]
    if moves:
        signs.append(text("linja.drawing.terminal.order"))
    if any(move.wrong for move in moves):
        signs.append(f"{WRONG} {text('linja.drawing.terminal.wrong')}")
    return filled("; ".join(signs), look.text_width)
