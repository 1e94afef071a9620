"""The legend of a drawing: its signs with what they mean, side by side in rows that are centred."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzles.drawing.blocks import Block
from puzzles.drawing.letters import lettering_width, words
from puzzles.drawing.svg import tag, translation

SIGN_HEIGHT = 16.0


@dataclass(frozen=True)
class LegendEntry:
    """A sign, drawn around (0, 0), its width, and what it means."""

    sign: str
    width: float
    meaning: str


@dataclass(frozen=True)
class Spacing:
    """The height of letters and of rows, the room between a sign and its meaning, and between two entries."""

    letters: float
    row: float
    beside: float
    between: float

    def width(self, entry: LegendEntry) -> float:
        """The room that an entry takes, with what is between it and the next one."""
        return entry.width + self.beside + lettering_width(entry.meaning, self.letters) + self.between


def legend_rows(entries: Iterable[LegendEntry], width: float, max_width: float, spacing: Spacing) -> Block:
    """The legend in the middle of a width, in rows that are `max_width` wide at most."""
    rows: list[list[LegendEntry]] = [[]]
    for entry in entries:
        if rows[-1] and sum(map(spacing.width, (*rows[-1], entry))) - spacing.between > max_width:
            rows.append([])
        rows[-1].append(entry)
    markup = "".join(_row(row, i * spacing.row, width, spacing) for i, row in enumerate(rows))
    return Block(tag("g", markup, data_layer="legend"), width, len(rows) * spacing.row)


def _row(entries: list[LegendEntry], top: float, width: float, spacing: Spacing) -> str:
    x = (width + spacing.between - sum(map(spacing.width, entries))) / 2
    markup = ""
    for entry in entries:
        at = x + entry.width + spacing.beside, top + (SIGN_HEIGHT - spacing.letters) / 2
        markup += tag("g", entry.sign, transform=translation(x + entry.width / 2, top + SIGN_HEIGHT / 2))
        markup += words(entry.meaning, at, spacing.letters)
        x += spacing.width(entry)
    return markup
