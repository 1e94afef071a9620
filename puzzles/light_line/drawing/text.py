"""LIGHT-LINE! cards in plain characters.

Inside its frame a card shows at every socket the letter of its tube: equal letters are joined. In the middle
stands the card's name, and below it a sign when the card lies turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from puzzles.drawing.lists import unbreakable
from puzzles.drawing.terminal import Canvas, filled
from puzzles.light_line.cards import COLOURS, SOCKETS, Card, PlacedCard, ends_of
from puzzles.light_line.drawing.scene import (
    Axis,
    Scene,
    card_words,
    colour_letter,
    colour_name,
    number_words,
    tube_names,
    with_holes,
)
from puzzles.texts import ENGLISH

TEXT_WIDTH = 80
EMPTY, TURNED, NEW = "·", "↻", "!"
# What a frame shows where lines leave a cell up (1), right (2), down (4) and left (8).
JOINTS = "   └ │┌├ ┘─┴┐┤┬┼"
INNER_HIGH, ROW_GAP, COLUMN_GAP = 5, 2, 3


class Frames:
    """Frames of cards, which may touch: every character cell with the ways that lines leave it."""

    def __init__(self) -> None:
        self.ways: dict[tuple[int, int], set[int]] = {}

    def add(self, row: int, col: int, high: int, wide: int) -> None:
        for r in range(row, row + high):
            for c in (col, col + wide):
                self._way(r, c, 2)
                self._way(r + 1, c, 0)
        for c in range(col, col + wide):
            for r in (row, row + high):
                self._way(r, c, 1)
                self._way(r, c + 1, 3)

    def _way(self, row: int, col: int, way: int) -> None:
        self.ways.setdefault((row, col), set()).add(way)

    def put(self, canvas: Canvas) -> None:
        for (row, col), ways in self.ways.items():
            index = sum(1 << way for way in ways)
            canvas.write(row, col, JOINTS[index])


class Faces:
    """Writes cards' faces, all in one size: wider when a card has two tubes of one colour."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        longest = max((len(name) for card in scene.cards.values() for name in tube_names(card)), default=1)
        self.field = 2 + longest
        self.inner = 3 * self.field + 2

    def write(self, canvas: Canvas, at: tuple[int, int], card: Card, turned: bool, new: bool) -> None:
        """A card inside its frame, whose top left corner is at `at`."""
        (row, col), letters = at, dict[str, str]()
        names = tube_names(card)
        for i, tube in enumerate(card.tubes):
            on_line = (card.id, i) in self.scene.on_line
            for end in ends_of(tube, turned):
                letters[end] = f"[{names[i]}]" if on_line else names[i]
        for socket in SOCKETS:
            self._socket(canvas, row, col, socket, letters.get(socket, EMPTY))
        room, left = self.inner - 2 * self.field, col + 1 + self.field
        name = self.scene.names[card.id]
        parts = [name[i : i + room] for i in range(0, len(name), room)]
        for i, part in enumerate(parts):
            canvas.write(row + 3 + i - (len(parts) > 1), left, part.center(room))
        canvas.write(row + 4, left, (NEW * new + TURNED * turned).center(room))

    def _socket(self, canvas: Canvas, row: int, col: int, socket: str, letters: str) -> None:
        side, position = socket[0], int(socket[1])
        if side in "NS":
            where = row + (1 if side == "N" else INNER_HIGH), col + 2 + position * self.field
            canvas.write(*where, letters.center(self.field))
        elif side == "W":
            canvas.write(row + 2 + position, col + 1, letters)
        else:
            canvas.write(row + 2 + position, col + 1 + self.inner - len(letters), letters)


def board_lines(scene: Scene, new: str | None) -> list[str]:
    """The cards on the table, in strips of as many columns as a terminal is wide."""
    faces = Faces(scene)
    label = max((len(_row_label(scene, placed_card.row)) for placed_card in scene.layout), default=0) + 1
    fit = max(1, (TEXT_WIDTH - label - 1) // (faces.inner + 1))
    cols = with_holes(placed_card.col for placed_card in scene.layout)
    lines: list[str] = []
    for strip in _strips(cols, fit, faces.inner + 1, TEXT_WIDTH - label - 1):
        layout = [placed_card for placed_card in scene.layout if placed_card.col in strip]
        if layout:
            lines += [*([""] if lines else []), *_strip_lines(scene, faces, layout, label, new)]
    return lines


def _strips(cols: Sequence[int], fit: int, pitch: int, room: int) -> Iterator[set[int]]:
    """Columns side by side; a gap between them takes room as well."""
    strip: list[int] = []
    for col in cols:
        longer = [*strip, col]
        gaps = sum(b - a > 1 for a, b in pairwise(longer))
        if strip and (len(longer) > fit or len(longer) * pitch + gaps * COLUMN_GAP > room):
            yield set(strip)
            longer = [col]
        strip = longer
    if strip:
        yield set(strip)


def _strip_lines(
    scene: Scene, faces: Faces, layout: Sequence[PlacedCard], label: int, new: str | None
) -> list[str]:
    rows = Axis((placed_card.row for placed_card in layout), INNER_HIGH + 1, ROW_GAP)
    cols = Axis((placed_card.col for placed_card in layout), faces.inner + 1, COLUMN_GAP)
    canvas = Canvas(int(rows.length) + 2, int(cols.length) + label + 1)
    frames = Frames()
    for placed_card in layout:
        at = 1 + int(rows.starts[placed_card.row]), label + int(cols.starts[placed_card.col])
        frames.add(*at, INNER_HIGH + 1, faces.inner + 1)
        faces.write(
            canvas, at, faces.scene.cards[placed_card.card], placed_card.turned, placed_card.card == new
        )
    frames.put(canvas)
    for value, start in cols.starts.items():
        name = scene.translator.text("light_line.drawing.terminal.col", col=number_words(value))
        canvas.write(0, label + 1 + int(start), name.center(faces.inner)[: faces.inner])
    for value, start in rows.starts.items():
        canvas.write(1 + int(start) + 3, 0, _row_label(scene, value))
    return canvas.lines()


def _row_label(scene: Scene, row: int) -> str:
    return scene.translator.text("light_line.drawing.terminal.row", row=number_words(row))


def hand_lines(scene: Scene, heading: str, new: str | None) -> list[str]:
    """The cards that do not lie, as pictures and in words."""
    if not scene.rest:
        return []
    faces = Faces(scene)
    per_row = (TEXT_WIDTH + 1) // (faces.inner + 3)
    lines = [f"{heading}:"]
    for first in range(0, len(scene.rest), per_row):
        cards = scene.rest[first : first + per_row]
        canvas, frames = Canvas(INNER_HIGH + 2, len(cards) * (faces.inner + 3)), Frames()
        for i, card in enumerate(cards):
            at = 0, i * (faces.inner + 3)
            frames.add(*at, INNER_HIGH + 1, faces.inner + 1)
            faces.write(canvas, at, card, False, card.id == new)
        frames.put(canvas)
        lines += canvas.lines()
    lines.append("")
    for card in scene.rest:
        lines += filled(f"{scene.names[card.id]}: {card_words(card, scene.translator)}", TEXT_WIDTH)
    return lines


def note_lines(scene: Scene, new: str | None, texts: Sequence[str]) -> list[str]:
    """Returns the lines below a drawing: the meaning of the signs, and the texts."""
    translator = scene.translator
    colours = {tube.colour for card in scene.cards.values() for tube in card.tubes}
    # The letters of the faces are the same in every language, since moves are typed with them.
    signs = [
        f"{ENGLISH.render(colour_letter(colour))} {translator.render(colour_name(colour))}"
        for colour in COLOURS
        if colour in colours
    ]
    signs += [translator.text("light_line.drawing.terminal.equal")] if signs else []
    signs.append(f"{EMPTY} {translator.text('light_line.drawing.terminal.empty')}")
    if scene.steps:
        signs.append(f"[ ] {translator.text('light_line.drawing.terminal.on_line')}")
    if any(placed_card.turned for placed_card in scene.layout):
        signs.append(f"{TURNED} {translator.text('light_line.drawing.terminal.card_turned')}")
    if new in scene.cards:
        signs.append(f"{NEW} {translator.text('light_line.drawing.terminal.new_card')}")
    return [
        line for part in ("; ".join(map(unbreakable, signs)), *texts) for line in filled(part, TEXT_WIDTH)
    ]
