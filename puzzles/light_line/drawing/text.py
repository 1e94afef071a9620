"""LIGHT-LINE! puzzles in plain text: the cards on the table, the cards in the hand, and words below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from puzzles.drawing.lists import unbreakable
from puzzles.drawing.terminal import BOLD, Canvas, TextLook, filled
from puzzles.light_line.cards import COLOURS, PlacedCard, colour_name
from puzzles.light_line.drawing.faces import EMPTY_SIGN, NEW_SIGN, STYLES, TURNED_SIGN, Faces, Frames
from puzzles.light_line.drawing.scene import (
    Axis,
    Scene,
    card_words,
    colour_letter,
    with_holes,
)
from puzzles.texts import ENGLISH

# Between rows and columns where cards are far apart.
ROW_GAP, COLUMN_GAP = 2, 3


def board_lines(scene: Scene, new: str | None, look: TextLook) -> list[str]:
    """The cards on the table, in strips of as many columns as fit."""
    if not scene.layout:
        return []
    faces = Faces(scene)
    margin = max(len(scene.places.row_label(placed_card.row)) for placed_card in scene.layout) + 1
    room, pitch = look.width - margin - 1, faces.inner + 1
    cols = with_holes(placed_card.col for placed_card in scene.layout)
    lines: list[str] = []
    for strip in _strips(cols, max(1, room // pitch), pitch, room):
        layout = [placed_card for placed_card in scene.layout if placed_card.col in strip]
        if layout:
            canvas = _strip_canvas(faces, layout, margin, new)
            lines += [*([""] if lines else []), *canvas.lines(look)]
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


def _strip_canvas(faces: Faces, layout: Sequence[PlacedCard], margin: int, new: str | None) -> Canvas:
    rows = Axis((placed_card.row for placed_card in layout), faces.high + 1, ROW_GAP)
    cols = Axis((placed_card.col for placed_card in layout), faces.inner + 1, COLUMN_GAP)
    canvas, frames = Canvas(int(rows.length) + 2, int(cols.length) + margin + 1), Frames()
    corners = [
        (1 + int(rows.starts[placed_card.row]), margin + int(cols.starts[placed_card.col]))
        for placed_card in layout
    ]
    for corner in corners:
        frames.add(*corner, faces.high + 1, faces.inner + 1)
    frames.put(canvas)
    cards, places = faces.scene.cards, faces.scene.places
    for corner, placed_card in zip(corners, layout, strict=True):
        faces.write(canvas, corner, cards[placed_card.card], placed_card.turned, placed_card.card == new)
    for corner, placed_card in zip(corners, layout, strict=True):
        faces.write_joins(canvas, corner, cards[placed_card.card])
    for value, start in cols.starts.items():
        name = places.column_label(value).center(faces.inner)[: faces.inner]
        canvas.write(0, margin + 1 + int(start), name, BOLD)
    for value, start in rows.starts.items():
        canvas.write(1 + int(start) + (faces.high + 1) // 2, 0, places.row_label(value), BOLD)
    return canvas


def hand_lines(scene: Scene, heading: str, new: str | None, look: TextLook) -> list[str]:
    """The cards that do not lie, as pictures and in words."""
    if not scene.rest:
        return []
    faces = Faces(scene)
    pitch = faces.inner + 3
    per_row = max(1, (look.width + 1) // pitch)
    lines = [f"{heading}:"]
    for first in range(0, len(scene.rest), per_row):
        cards = scene.rest[first : first + per_row]
        canvas, frames = Canvas(faces.high + 2, len(cards) * pitch), Frames()
        for i in range(len(cards)):
            frames.add(0, i * pitch, faces.high + 1, faces.inner + 1)
        frames.put(canvas)
        for i, card in enumerate(cards):
            faces.write(canvas, (0, i * pitch), card, False, card.id == new)
        lines += canvas.lines(look)
    lines.append("")
    for card in scene.rest:
        words = f"{scene.names[card.id]}: {card_words(card, scene.translator)}"
        lines += filled(words, look.text_width)
    return lines


def note_lines(scene: Scene, new: str | None, texts: Sequence[str], look: TextLook) -> list[str]:
    """Returns the lines below a drawing: the meaning of the signs, and the texts."""
    lines = filled("; ".join(map(unbreakable, _signs(scene, new))), look.text_width)
    for colour, words in _colour_signs(scene).items():
        coloured = look.styled(words[0], STYLES[colour]) + words[1:]
        lines = [line.replace(words, coloured) for line in lines]
    return [*lines, *(line for text in texts for line in filled(text, look.text_width))]


def _colour_signs(scene: Scene) -> dict[str, str]:
    """The colours on the cards, each with its letter.

    The letters of the faces are the same in every language, since moves are typed with them.
    """
    colours = {tube.colour for card in scene.cards.values() for tube in card.tubes}
    return {
        colour: f"{ENGLISH.render(colour_letter(colour))} {scene.translator.render(colour_name(colour))}"
        for colour in COLOURS
        if colour in colours
    }


def _signs(scene: Scene, new: str | None) -> Iterator[str]:
    text = scene.translator.text
    yield from _colour_signs(scene).values()
    if len(_colour_signs(scene)) > 1:
        yield f"─│─ {text('light_line.drawing.terminal.passes_over')}"
    yield f"{EMPTY_SIGN} {text('light_line.drawing.terminal.empty')}"
    if scene.steps:
        yield f"━ {text('light_line.drawing.terminal.on_line')}"
    if any(placed_card.turned for placed_card in scene.layout):
        yield f"{TURNED_SIGN} {text('light_line.drawing.terminal.card_turned')}"
    if new in scene.cards:
        yield f"{NEW_SIGN} {text('light_line.drawing.terminal.new_card')}"
