"""LIGHT-LINE! cards in characters: their frames, and on each face its tubes with a letter at either end.

A tube passes over what it crosses, where the other one has a gap. A section of the line is drawn in heavy
strokes, also across the frames. In the frame above a face stand the card's name, and signs when the card lies
turned or is new.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.drawing.terminal import BLUE, BOLD, GREEN, GREY, RED, YELLOW, Canvas
from puzzles.light_line.cards import BEYOND, BLACK, SOCKETS, Card, ends_of
from puzzles.light_line.drawing.routes import FACES, WIDE, Point, Route, routes
from puzzles.light_line.drawing.scene import Scene, tube_names

EMPTY_SIGN, TURNED_SIGN, NEW_SIGN = "·", "↻", "!"
STYLES = {"red": RED, "yellow": YELLOW, "green": GREEN, "blue": BLUE, BLACK: ""}
# What a frame shows where lines leave a character up (1), right (2), down (4) and left (8).
_JOINTS = "   └ │┌├ ┘─┴┐┤┬┼"
# What a tube shows, by the ways that it takes; the line is heavy.
_UPRIGHT, _ACROSS = 5, 10
_LIGHT = dict(zip((3, _UPRIGHT, 6, 9, _ACROSS, 12), "╰│╭╯─╮", strict=True))
_HEAVY = dict(zip((3, _UPRIGHT, 6, 9, _ACROSS, 12), "┗┃┏┛━┓", strict=True))
_WAYS = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}


class Frames:
    """Frames of cards, which may touch: every character cell with the ways that lines leave it."""

    def __init__(self) -> None:
        self.ways: dict[Point, int] = {}

    def add(self, row: int, col: int, high: int, wide: int) -> None:
        for r in range(row, row + high):
            for c in (col, col + wide):
                self._way(r, c, 4)
                self._way(r + 1, c, 1)
        for c in range(col, col + wide):
            for r in (row, row + high):
                self._way(r, c, 2)
                self._way(r, c + 1, 8)

    def _way(self, row: int, col: int, way: int) -> None:
        self.ways[row, col] = self.ways.get((row, col), 0) | way

    def put(self, canvas: Canvas) -> None:
        for (row, col), ways in self.ways.items():
            canvas.write(row, col, _JOINTS[ways], GREY)


class Faces:
    """Writes cards' faces, all in one size: as high as needed, and wider if a card has a colour twice.

    Should a card's tubes not find their ways, it has the letters alone.

    inner, high  the size of a face, without its frame
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        cards = scene.cards.values()
        self._margin = max((len(name) - 1 for card in cards for name in tube_names(card)), default=0)
        fitting = (face for face in FACES if all(routes(face, _ends(card)) is not None for card in cards))
        self._face = next(fitting, FACES[-1])
        self.inner, self.high = WIDE + 2 * self._margin, self._face.high

    def write(self, canvas: Canvas, at: Point, card: Card, turned: bool, new: bool) -> None:
        """A card in its frame, whose top left corner is at `at`."""
        row, col = at
        strokes: list[_Stroke] = []
        for i, route in enumerate(routes(self._face, _ends(card)) or ()):
            style, on_line = STYLES[card.tubes[i].colour], (card.id, i) in self.scene.on_line
            strokes += _strokes(self._walk(route, turned), style, on_line)
        for stroke in sorted(strokes, key=lambda stroke: stroke.rank):
            down, right = stroke.place
            canvas.write(row + 1 + down, col + 1 + self._margin + right, stroke.char, stroke.style)
        self._letters(canvas, at, card, turned)
        signs = NEW_SIGN * new + TURNED_SIGN * turned
        canvas.write(row, col + 1, self.scene.names[card.id][: self.inner - len(signs)], BOLD)
        canvas.write(row, col + 1 + self.inner - len(signs), signs, BOLD)

    def write_joins(self, canvas: Canvas, at: Point, card: Card) -> None:
        """Draws the line through a card's frame."""
        for i, tube in enumerate(card.tubes):
            step = self.scene.on_line.get((card.id, i))
            for socket in () if step is None else sorted(step.met):
                (row, col), (down, right) = self._place(at, socket), BEYOND[socket[0]]
                char = _HEAVY[_ACROSS if right else _UPRIGHT]
                canvas.write(row + down, col + right, char, _style(STYLES[tube.colour], on_line=True))

    def _letters(self, canvas: Canvas, at: Point, card: Card, turned: bool) -> None:
        letters = dict.fromkeys(SOCKETS, (EMPTY_SIGN, GREY))
        for i, (name, tube) in enumerate(zip(tube_names(card), card.tubes, strict=True)):
            style = _style(STYLES[tube.colour], (card.id, i) in self.scene.on_line)
            letters |= dict.fromkeys(ends_of(tube, turned), (name, style))
        for socket, (name, style) in letters.items():
            row, col = self._place(at, socket)
            canvas.write(row, col - (len(name) - 1) * (socket[0] == "E"), name, style)

    def _place(self, at: Point, socket: str) -> Point:
        """The character of a socket, beside the frame."""
        down, right = self._face.socket(socket)
        beside = {"W": 0, "E": 2 * self._margin}.get(socket[0], self._margin)
        return at[0] + 1 + down, at[1] + 1 + right + beside

    def _walk(self, route: Route, turned: bool) -> list[Point]:
        """The characters of a tube from end to end."""
        walk = [route.points[0]]
        for row, col in route.points[1:]:
            while walk[-1] != (row, col):
                down, right = row - walk[-1][0], col - walk[-1][1]
                walk.append((walk[-1][0] + _sign(down), walk[-1][1] + _sign(right)))
        return [(self.high - 1 - row, WIDE - 1 - col) for row, col in walk] if turned else walk


@dataclass(frozen=True)
class _Stroke:
    """A character of a tube. Of two on one place that of the higher rank is seen."""

    place: Point
    char: str
    style: str
    rank: tuple[bool, bool]


def _strokes(walk: list[Point], style: str, on_line: bool) -> Iterator[_Stroke]:
    for i, (row, col) in enumerate(walk):
        ways = 0
        for near, far in ((i - 1, i + 1), (i + 1, i - 1)):
            # At its ends a tube goes straight on.
            if 0 <= near < len(walk):
                way = walk[near][0] - row, walk[near][1] - col
            else:
                way = row - walk[far][0], col - walk[far][1]
            ways |= _WAYS[way]
        char = (_HEAVY if on_line else _LIGHT)[ways]
        yield _Stroke((row, col), char, _style(style, on_line), (on_line, ways != _ACROSS))


def _style(style: str, on_line: bool) -> str:
    return f"{BOLD};{style}".rstrip(";") if on_line else style


def _ends(card: Card) -> tuple[tuple[str, str], ...]:
    return tuple(tube.ends for tube in card.tubes)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
