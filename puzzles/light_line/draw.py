"""Drawings of LIGHT-LINE! puzzles, as a picture and for the terminal, with any solution or none.

draw_scene works out what of it can be shown and has words for the rest, draw_tubes where a tube runs on a
card; draw_svg draws the cards, draw_text does so for the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from re import sub

from puzzles.light_line.cards import Card, Laid, Section
from puzzles.light_line.draw_scene import HARD_SPACE, Scene, card_words, place_words, scene_of
from puzzles.light_line.draw_svg import MARGIN, SPACE, board, legend, shelf
from puzzles.light_line.draw_text import board_lines, filled, hand_lines, note_lines
from puzzles.light_line.draw_tubes import WIDE
from puzzles.look import PLAIN, Look
from puzzles.svg import document, lettering_width, number, tag, words, wrapped

SMALL, LINE_HEIGHT, PARAGRAPH_GAP, LEAST_WIDTH = 7.5, 14.0, 10.0, 560.0
LEGEND_ROW, LEGEND_GAP = 20.0, 16.0
# A wrong solution may break thousands of rules, and a name be a word of any length.
MOST_NOTES, LONGEST_WORD = 24, 50


@dataclass(frozen=True)
class Table:
    """What is to be seen: cards that lie, a line on them, and cards in the hand.

    A solution may be wrong in any way: what can be shown is shown, and the rest told. `new` is the card that
    is to be placed, or was. `solved`: the cards that do not lie are left over, and no hand. `several`: the
    line is several whole ones, one after the other.
    """

    title: str
    cards: tuple[Card, ...]
    layout: tuple[Laid, ...] = ()
    line: tuple[Section, ...] = ()
    new: str | None = None
    notes: tuple[str, ...] = ()
    solved: bool = False
    several: bool = False

    @cached_property
    def _scene(self) -> Scene:
        return scene_of(self.cards, self.layout, self.line)

    def text(self) -> str:
        scene = self._scene
        parts = [filled(_printable(self.title)), board_lines(scene, self.new)]
        parts.append(hand_lines(scene, self._heading(), self.new))
        parts.append(note_lines(scene, self.new, self._told()))
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def svg(self, look: Look = PLAIN) -> str:
        scene = self._scene
        blocks: list[tuple[str, float, float]] = []
        if scene.laid:
            blocks.append(board(scene, self.new))
        width = max(LEAST_WIDTH, *(wide for _, wide, _ in blocks)) if blocks else 0.0
        if scene.rest:
            if scene.laid:
                blocks.append(_lines([self._heading().upper()], width, 10))
            per_row = _per_row(len(scene.rest), width)
            blocks.append(shelf(scene, scene.rest, per_row, self.new))
            width = max(width, blocks[-1][1])
        told = self._told(lettered=True)
        width = max(width, LEAST_WIDTH if told else 240.0)
        blocks.append(_legend(scene, width))
        if told:
            blocks.append(_paragraphs(told, width))
        top, body = MARGIN, list[str]()
        for markup, wide, high in blocks:
            body.append(tag("g", markup, transform=_moved(MARGIN + (width - wide) / 2, top)))
            top += high + SPACE
        desc = " ".join(f"{sentence.rstrip('.')}." for sentence in self._described())
        return document(width + 2 * MARGIN, top, _printable(self.title), desc.replace(HARD_SPACE, " "), *body)

    def _heading(self) -> str:
        if not self._scene.laid:
            return "Cards"
        if self.solved:
            return "Not placed"
        return "To be placed" if [card.id for card in self._scene.rest] == [self.new] else "Hand"

    def _told(self, lettered: bool = False) -> list[str]:
        """What is said below both drawings; `lettered`: in letters that have to be drawn."""
        scene, told = self._scene, []
        line = scene.line_words(self.several)
        if line is not None:
            told.append(line)
        notes = [_printable(note) for note in self.notes[:MOST_NOTES]]
        if len(self.notes) > MOST_NOTES:
            notes.append(f"And {len(self.notes) - MOST_NOTES} more")
        return [*told, *scene.notes, *scene.full_names(lettered), *notes]

    def _described(self) -> Iterator[str]:
        """All of it in words, for those who cannot see it."""
        scene = self._scene
        if scene.laid:
            places = (
                f"{scene.names[laid.card]} on {place_words(laid)}{', turned' if laid.turned else ''}"
                for laid in scene.laid
            )
            yield f"Cards that lie: {'; '.join(places)}"
        if scene.rest:
            yield f"{self._heading()}: {', '.join(scene.names[card.id] for card in scene.rest)}"
        if self.new is not None and self.new in scene.cards:
            yield f"New: {scene.names[self.new]}"
        yield from (f"Card {scene.names[card.id]}: {card_words(card)}" for card in scene.cards.values())
        yield from self._told()


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)


def _broken(text: str) -> str:
    """Words that are too long for a line, in parts."""
    return sub(rf"\S{{{LONGEST_WORD}}}", r"\g<0> ", text)


def _per_row(count: int, width: float) -> int:
    """Cards in a row: as many as fit a given width, else so that the page is a little wider than high."""
    if width:
        return max(1, int((width + SPACE) // (WIDE + SPACE)))
    if count <= 5:
        return count
    rows = -(-count // round(sqrt(1.75 * count)))
    return -(-count // rows)


def _lines(lines: list[str], width: float, height: float) -> tuple[str, float, float]:
    pitch = LINE_HEIGHT * height / SMALL
    drawn = "".join(words(text, (width / 2, i * pitch), height, 0.5) for i, text in enumerate(lines))
    return drawn, width, (len(lines) - 1) * pitch + height


def _paragraphs(told: list[str], width: float) -> tuple[str, float, float]:
    drawn, top = "", 0.0
    for text in told:
        markup, _, high = _lines(wrapped(_broken(text), SMALL, width), width, SMALL)
        drawn += tag("g", markup, transform=_moved(0, top))
        top += high + PARAGRAPH_GAP
    return drawn, width, top - PARAGRAPH_GAP


def _legend(scene: Scene, width: float) -> tuple[str, float, float]:
    """What the letters and signs mean, in rows that fit."""
    rows: list[list[tuple[str, float, str, float]]] = [[]]
    for icon, icon_width, told in legend(scene):
        wide = icon_width + 5 + lettering_width(told, SMALL) + LEGEND_GAP
        if rows[-1] and sum(item[3] for item in rows[-1]) + wide - LEGEND_GAP > width:
            rows.append([])
        rows[-1].append((icon, icon_width, told, wide))
    drawn = ""
    for i, row in enumerate(rows):
        x = (width + LEGEND_GAP - sum(wide for *_, wide in row)) / 2
        for icon, icon_width, told, wide in row:
            drawn += tag("g", icon, transform=_moved(x + icon_width / 2, i * LEGEND_ROW + 8))
            drawn += words(told, (x + icon_width + 5, i * LEGEND_ROW + 8 - SMALL / 2), SMALL)
            x += wide
    return tag("g", drawn, data_layer="legend"), width, len(rows) * LEGEND_ROW - 4


def _moved(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"
