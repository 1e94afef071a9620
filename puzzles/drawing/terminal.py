"""What drawings in plain text share: canvases of characters, and text in lines that fit a terminal."""

from __future__ import annotations

from textwrap import wrap

from puzzles.drawing.lists import HARD_SPACE


class Canvas:
    """Characters on squared paper, row 0 on top."""

    def __init__(self, high: int, wide: int) -> None:
        self.rows = [[" "] * wide for _ in range(high)]

    def write(self, row: int, col: int, text: str) -> None:
        self.rows[row][col : col + len(text)] = text

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


def filled(text: str, width: int, indent: int = 3) -> list[str]:
    """A paragraph in lines that fit; only the first has no indent. What a hard space joins stays together."""
    lines = wrap(text, width, subsequent_indent=" " * indent)
    return [line.replace(HARD_SPACE, " ") for line in lines]
