"""What drawings in plain text share: how they are to look, canvases of characters, text in lines that fit.

A drawing is laid out without regard to its colours: without their codes it is the same as one without colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import Literal

from puzzles.drawing.lists import HARD_SPACE
from puzzles.texts import Translator, translator_for

# `ascii` is for encodings without box characters.
Charset = Literal["unicode", "ascii"]

# The parameters of terminal codes. Every colour is readable on black and on white, and they can be told apart
# with any kind of colour vision. What is black on paper has the terminal's own colour.
RED, YELLOW, GREEN, BLUE, GREY = "38;5;167", "38;5;136", "38;5;30", "38;5;27", "38;5;245"
BOLD = "1"

# Longer lines of text are hard to read, however wide the terminal is.
MAX_TEXT_WIDTH = 100

_ASCII = str.maketrans(
    dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+")
    | dict.fromkeys("━┃┏┓┗┛┣┫┳┻╋╸╹╺╻╾╼╿╽┑┒┍┎┙┚┕┖┥┝┰┱┲┭┮┯┸┹┺┵┶┷┠┡┢┞┟┦┧┨┩┪╀╁╂╃╄╅╆╇╈╉╊┽┾┿", "#")
    | dict.fromkeys("─╴╶┄═", "-")
    | dict.fromkeys("│╵╷", "|")
    | dict(zip("▲►▼◄↑→↓←┆║●■□░↻·", "^>v<^>v<:H@%o/~.", strict=True))
)


@dataclass(frozen=True)
class TextLook:
    """How a drawing in plain text is to look.

    language  of all its words
    width     of its lines at most, where there is a drawing that narrow
    colour    whether it has the codes that colour a terminal's characters
    charset   the characters that it may have
    """

    language: str = "en"
    width: int = 80
    colour: bool = False
    charset: Charset = "unicode"

    @property
    def translator(self) -> Translator:
        return translator_for(self.language)

    @property
    def text_width(self) -> int:
        """The width of paragraphs."""
        return min(self.width, MAX_TEXT_WIDTH)

    def styled(self, text: str, style: str) -> str:
        """Returns a text in a colour, where there are colours."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and style else text

    def document(self, paragraphs: Iterable[Iterable[str]], gap: str = "\n\n") -> str:
        """Joins the lines of paragraphs to a whole drawing."""
        text = gap.join("\n".join(lines) for lines in map(list, paragraphs) if lines) + "\n"
        return text.translate(_ASCII) if self.charset == "ascii" else text


PLAIN_TEXT = TextLook()


class Canvas:
    """Characters on squared paper, row 0 on top, each in a style."""

    def __init__(self, high: int, wide: int) -> None:
        self.rows = [[" "] * wide for _ in range(high)]
        self._styles = [[""] * wide for _ in range(high)]

    def write(self, row: int, col: int, text: str, style: str = "") -> None:
        self.rows[row][col : col + len(text)] = text
        self._styles[row][col : col + len(text)] = [style] * len(text)

    def lines(self, look: TextLook = PLAIN_TEXT) -> list[str]:
        return [_line(row, styles, look) for row, styles in zip(self.rows, self._styles, strict=True)]


def _line(row: list[str], styles: list[str], look: TextLook) -> str:
    text, line, at = "".join(row).rstrip(), "", 0
    for style, run in groupby(styles[: len(text)]):
        end = at + len(list(run))
        line += look.styled(text[at:end], style)
        at = end
    return line


def filled(text: str, width: int, indent: int = 3) -> list[str]:
    """A paragraph in lines that fit; only the first has no indent. What a hard space joins stays together
    unless it is longer than a line."""
    words = (
        word.replace(HARD_SPACE, " ") if len(word) > width - indent else word for word in text.split(" ")
    )
    lines = wrap(" ".join(words), width, subsequent_indent=" " * indent)
    return [line.replace(HARD_SPACE, " ") for line in lines]


def can_be_encoded(encoding: str | None) -> bool:
    """Whether an encoding has the characters of drawings."""
    try:
        "".join(map(chr, _ASCII)).encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
