"""Letters drawn as strokes, since a drawing may not rely on a font.

`lettering` is the path of a text, `words` the element that shows it. Capitals and digits are 8 units high and
stand on y = 8; small letters reach up to y = 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from unicodedata import normalize

from puzzles.drawing.svg import INK, Point, number, strokes

CAP_HEIGHT = 8.0
LETTER_GAP = 1.7
WORD_GAP = 3.5
SPACES = " \xa0"

# Every glyph as a path of absolute M, L and C, so that moving and scaling it is only arithmetic.
GLYPHS: dict[str, str] = {
    "0": "M2.5 0 C4.3 0 5 1.7 5 4 C5 6.3 4.3 8 2.5 8 C0.7 8 0 6.3 0 4 C0 1.7 0.7 0 2.5 0",
    "1": "M0 1.9 L2.2 0 L2.2 8",
    "2": "M0.2 2.2 C0.4 0.8 1.4 0 2.6 0 C4 0 4.9 0.9 4.9 2.2 C4.9 3.6 4 4.5 0 8 L5 8",
    "3": "M0.3 1.4 C0.7 0.5 1.5 0 2.5 0 C3.9 0 4.7 0.8 4.7 1.95 C4.7 3.1 3.8 3.75 1.9 3.75 "
    "M1.9 3.75 C4 3.75 5 4.6 5 5.9 C5 7.2 3.9 8 2.4 8 C1.2 8 0.4 7.4 0 6.5",
    "4": "M3.8 8 L3.8 0 L0 5.7 L5.2 5.7",
    "5": "M4.6 0 L0.9 0 L0.5 3.7 C1 3.2 1.7 2.9 2.5 2.9 C4 2.9 5 4 5 5.4 C5 7 3.9 8 2.4 8 "
    "C1.3 8 0.5 7.5 0 6.7",
    "6": "M4.4 0.7 C3.9 0.2 3.3 0 2.7 0 C0.9 0 0 1.9 0 4.6 C0 6.8 0.9 8 2.5 8 C4 8 5 7 5 5.5 "
    "C5 4 4 3.1 2.6 3.1 C1.3 3.1 0.3 3.9 0 5.1",
    "7": "M0 0 L5 0 L1.7 8",
    "8": "M2.5 3.7 C1.2 3.7 0.4 3 0.4 1.9 C0.4 0.8 1.2 0 2.5 0 C3.8 0 4.6 0.8 4.6 1.9 C4.6 3 3.8 3.7 2.5 3.7 "
    "C1 3.7 0 4.6 0 5.8 C0 7.1 1 8 2.5 8 C4 8 5 7.1 5 5.8 C5 4.6 4 3.7 2.5 3.7",
    "9": "M0.6 7.3 C1.1 7.8 1.7 8 2.3 8 C4.1 8 5 6.1 5 3.4 C5 1.2 4.1 0 2.5 0 C1 0 0 1 0 2.5 "
    "C0 4 1 4.9 2.4 4.9 C3.7 4.9 4.7 4.1 5 2.9",
    "A": "M0 8 L2.8 0 L5.6 8 M1 5.3 L4.6 5.3",
    "B": "M0 3.7 L2.6 3.7 C4 3.7 4.6 2.9 4.6 1.85 C4.6 0.8 4 0 2.6 0 L0 0 L0 8 L2.9 8 C4.3 8 5 7.1 5 5.85 "
    "C5 4.6 4.3 3.7 2.9 3.7",
    "C": "M5.2 1.6 C4.7 0.6 3.9 0 2.9 0 C1.1 0 0 1.7 0 4 C0 6.3 1.1 8 2.9 8 C3.9 8 4.7 7.4 5.2 6.4",
    "D": "M0 0 L0 8 L2.2 8 C4.2 8 5.2 6.4 5.2 4 C5.2 1.6 4.2 0 2.2 0 L0 0",
    "E": "M4.4 0 L0 0 L0 8 L4.4 8 M0 3.8 L3.8 3.8",
    "F": "M4.4 0 L0 0 L0 8 M0 3.9 L3.8 3.9",
    "G": "M5.1 1.6 C4.6 0.6 3.9 0 2.9 0 C1.1 0 0 1.7 0 4 C0 6.3 1.1 8 2.9 8 C4.4 8 5.3 7 5.3 4.4 L3.1 4.4",
    "H": "M0 0 L0 8 M5.2 0 L5.2 8 M0 3.8 L5.2 3.8",
    "I": "M0 0 L2.4 0 M1.2 0 L1.2 8 M0 8 L2.4 8",
    "J": "M3.8 0 L3.8 5.6 C3.8 7.2 3 8 1.9 8 C0.8 8 0.1 7.2 0 6",
    "K": "M0 0 L0 8 M4.8 0 L0 5 M1.7 3.3 L5 8",
    "L": "M0 0 L0 8 L4.4 8",
    "M": "M0 8 L0 0 L3.1 5.4 L6.2 0 L6.2 8",
    "N": "M0 8 L0 0 L5.2 8 L5.2 0",
    "O": "M2.9 0 C4.7 0 5.8 1.7 5.8 4 C5.8 6.3 4.7 8 2.9 8 C1.1 8 0 6.3 0 4 C0 1.7 1.1 0 2.9 0",
    "P": "M0 8 L0 0 L2.6 0 C4.2 0 4.9 0.9 4.9 2.2 C4.9 3.5 4.2 4.4 2.6 4.4 L0 4.4",
    "Q": "M2.9 0 C4.7 0 5.8 1.7 5.8 4 C5.8 6.3 4.7 8 2.9 8 C1.1 8 0 6.3 0 4 C0 1.7 1.1 0 2.9 0 "
    "M3.6 5.8 L5.8 8.5",
    "R": "M0 8 L0 0 L2.6 0 C4.2 0 4.9 0.9 4.9 2.1 C4.9 3.4 4.2 4.2 2.6 4.2 L0 4.2 M2.5 4.2 L5.1 8",
    "S": "M4.6 1.4 C4.2 0.5 3.5 0 2.5 0 C1.2 0 0.3 0.8 0.3 1.95 C0.3 4.6 5 3.2 5 5.9 C5 7.2 4 8 2.5 8 "
    "C1.3 8 0.4 7.4 0 6.5",
    "T": "M0 0 L5.2 0 M2.6 0 L2.6 8",
    "U": "M0 0 L0 5.2 C0 7 1 8 2.6 8 C4.2 8 5.2 7 5.2 5.2 L5.2 0",
    "V": "M0 0 L2.7 8 L5.4 0",
    "W": "M0 0 L1.9 8 L3.8 1.2 L5.7 8 L7.6 0",
    "X": "M0 0 L5 8 M5 0 L0 8",
    "Y": "M0 0 L2.6 4 L5.2 0 M2.6 4 L2.6 8",
    "Z": "M0 0 L5 0 L0 8 L5 8",
    "a": "M4 3.2 L4 8 M4 5.6 C4 4.1 3.3 3.1 2.1 3.1 C0.9 3.1 0 4.1 0 5.6 C0 7.1 0.9 8 2.1 8 "
    "C3.3 8 4 7.1 4 5.6",
    "b": "M0 0 L0 8 M0 5.6 C0 4.1 0.8 3.1 2 3.1 C3.2 3.1 4.1 4.1 4.1 5.6 C4.1 7.1 3.2 8 2 8 "
    "C0.8 8 0 7.1 0 5.6",
    "c": "M3.8 4.2 C3.4 3.5 2.9 3.1 2.2 3.1 C0.9 3.1 0 4.1 0 5.55 C0 7 0.9 8 2.2 8 C2.9 8 3.4 7.6 3.8 6.9",
    "d": "M4 0 L4 8 M4 5.6 C4 4.1 3.3 3.1 2.1 3.1 C0.9 3.1 0 4.1 0 5.6 C0 7.1 0.9 8 2.1 8 C3.3 8 4 7.1 4 5.6",
    "e": "M0.1 5.4 L4 5.4 C4 4 3.3 3.1 2.1 3.1 C0.9 3.1 0 4.1 0 5.6 C0 7.1 0.9 8 2.2 8 C3 8 3.5 7.6 3.9 6.9",
    "f": "M3 0.4 C2 -0.3 1.2 0.3 1.2 1.6 L1.2 8 M0 3.3 L2.6 3.3",
    "g": "M4 3.2 L4 8.2 C4 9.7 3.2 10.5 2 10.5 C1.2 10.5 0.6 10.2 0.2 9.6 M4 5.5 C4 4.1 3.3 3.1 2.1 3.1 "
    "C0.9 3.1 0 4.1 0 5.5 C0 6.9 0.9 7.8 2.1 7.8 C3.3 7.8 4 6.9 4 5.5",
    "h": "M0 0 L0 8 M0 5.2 C0.2 3.9 0.9 3.1 2 3.1 C3.1 3.1 3.7 3.9 3.7 5.2 L3.7 8",
    "i": "M0.4 3.2 L0.4 8 M0.4 0.8 L0.4 1",
    "j": "M1.7 3.2 L1.7 8.7 C1.7 10.2 0.9 10.7 0 10.4 M1.7 0.8 L1.7 1",
    "k": "M0 0 L0 8 M3.5 3.2 L0 6.2 M1.3 5.2 L3.7 8",
    "l": "M0 0 L0 6.6 C0 7.7 0.6 8.2 1.6 7.9",
    "m": "M0 3.2 L0 8 M0 5 C0.2 3.8 0.8 3.1 1.6 3.1 C2.5 3.1 2.9 3.8 2.9 5 L2.9 8 "
    "M2.9 5 C3.1 3.8 3.7 3.1 4.5 3.1 C5.4 3.1 5.8 3.8 5.8 5 L5.8 8",
    "n": "M0 3.2 L0 8 M0 5.2 C0.2 3.9 0.9 3.1 2 3.1 C3.1 3.1 3.7 3.9 3.7 5.2 L3.7 8",
    "o": "M2.1 3.1 C3.4 3.1 4.2 4.1 4.2 5.55 C4.2 7 3.4 8 2.1 8 C0.8 8 0 7 0 5.55 C0 4.1 0.8 3.1 2.1 3.1",
    "p": "M0 3.2 L0 10.5 M0 5.6 C0 4.1 0.8 3.1 2 3.1 C3.2 3.1 4.1 4.1 4.1 5.6 C4.1 7.1 3.2 8 2 8 "
    "C0.8 8 0 7.1 0 5.6",
    "q": "M4 3.2 L4 10.5 M4 5.6 C4 4.1 3.3 3.1 2.1 3.1 C0.9 3.1 0 4.1 0 5.6 C0 7.1 0.9 8 2.1 8 "
    "C3.3 8 4 7.1 4 5.6",
    "r": "M0 3.2 L0 8 M0 5.4 C0.2 3.9 1.1 3 2.5 3.2",
    "s": "M3.4 4 C3.1 3.4 2.5 3.1 1.8 3.1 C0.9 3.1 0.2 3.6 0.2 4.35 C0.2 6 3.6 5 3.6 6.7 "
    "C3.6 7.5 2.9 8 1.9 8 C1 8 0.3 7.7 0 7",
    "t": "M1.2 1.2 L1.2 6.6 C1.2 7.8 1.9 8.2 3 7.8 M0 3.3 L2.8 3.3",
    "u": "M0 3.2 L0 6 C0 7.3 0.6 8 1.7 8 C2.8 8 3.6 7.3 3.7 6 M3.7 3.2 L3.7 8",
    "v": "M0 3.2 L1.9 8 L3.8 3.2",
    "w": "M0 3.2 L1.4 8 L2.8 3.9 L4.2 8 L5.6 3.2",
    "x": "M0 3.2 L3.7 8 M3.7 3.2 L0 8",
    "y": "M0 3.2 L2 8 M3.9 3.2 L1.6 9.2 C1.2 10.2 0.7 10.5 0 10.4",
    "z": "M0 3.2 L3.6 3.2 L0 8 L3.7 8",
    "?": "M0 2 C0.2 0.7 1.1 0 2.3 0 C3.7 0 4.6 0.8 4.6 2.1 C4.6 3.9 2.3 3.8 2.3 5.6 M2.3 7.8 L2.3 8",
    "(": "M1.8 -0.6 C0 2 0 6.4 1.8 9",
    ")": "M0 -0.6 C1.8 2 1.8 6.4 0 9",
    "[": "M1.7 -0.6 L0 -0.6 L0 9 L1.7 9",
    "]": "M0 -0.6 L1.7 -0.6 L1.7 9 L0 9",
    "+": "M0 4.5 L4.4 4.5 M2.2 2.3 L2.2 6.7",
    ",": "M0.7 7.8 L0 9.6",
    "-": "M0 4.6 L2.8 4.6",
    ".": "M0.2 7.8 L0.2 8",
    "/": "M0 9 L3.4 -0.6",
    ":": "M0.2 3.6 L0.2 3.8 M0.2 7.8 L0.2 8",
    ">": "M0 2 L4.6 4.5 L0 7",
    "_": "M0 8.6 L4.6 8.6",
    "'": "M0.3 0 L0.3 2.2",
    '"': "M0.3 0 L0.3 2.2 M2 0 L2 2.2",
    ";": "M0.7 3.6 L0.7 3.8 M0.7 7.8 L0 9.6",
    "!": "M0.3 0 L0.3 5.6 M0.3 7.8 L0.3 8",
    "¡": "M0.3 3.2 L0.3 3.4 M0.3 5.6 L0.3 11",
    "¿": "M4.6 9 C4.4 10.3 3.5 11 2.3 11 C0.9 11 0 10.2 0 8.9 C0 7.1 2.3 7.2 2.3 5.4 M2.3 3.2 L2.3 3.4",
    "ß": "M0 8 L0 2.2 C0 0.8 0.8 0 2 0 C3.2 0 3.9 0.7 3.9 1.8 C3.9 3.1 2.2 3.2 2.2 4.2 "
    "C2.2 5.2 4.4 5.2 4.4 6.6 C4.4 7.5 3.8 8 2.9 8 C2.3 8 1.9 7.9 1.5 7.6",
    "%": "M5.4 0 L0.6 8 M1.3 0 C2.1 0 2.6 0.6 2.6 1.5 C2.6 2.4 2.1 3 1.3 3 C0.5 3 0 2.4 0 1.5 "
    "C0 0.6 0.5 0 1.3 0 M4.7 5 C5.5 5 6 5.6 6 6.5 C6 7.4 5.5 8 4.7 8 C3.9 8 3.4 7.4 3.4 6.5 "
    "C3.4 5.6 3.9 5 4.7 5",
    "&": "M5.4 4.2 C5.2 6.6 4 8 2.2 8 C0.8 8 0 7.2 0 6 C0 3.9 3.7 3.7 3.7 1.6 C3.7 0.6 3.1 0 2.3 0 "
    "C1.5 0 0.9 0.6 0.9 1.6 C0.9 3.2 3.6 5.4 5.6 8",
    "=": "M0 3.2 L4.4 3.2 M0 5.8 L4.4 5.8",
    "\xd7": "M0 2.7 L3.6 6.3 M3.6 2.7 L0 6.3",
    "\u2013": "M0 4.6 L4.6 4.6",
    "\xba": "M1.3 0 C2.2 0 2.6 0.7 2.6 1.5 C2.6 2.3 2.2 3 1.3 3 C0.4 3 0 2.3 0 1.5 C0 0.7 0.4 0 1.3 0",
}  # fmt: skip

# The marks above letters, around x = 0 and with their foot on y = 0, by their combining characters.
MARKS: dict[str, str] = {
    "\u0300": "M-0.8 -1.6 L0.5 0",
    "\u0301": "M0.8 -1.6 L-0.5 0",
    "\u0302": "M-1.2 0 L0 -1.5 L1.2 0",
    "\u0303": "M-1.4 0 C-1.2 -1.3 -0.5 -1.2 0 -0.7 C0.5 -0.2 1.2 -0.1 1.4 -1.4",
    "\u0308": "M-1.1 -0.7 L-1.1 -0.5 M1.1 -0.7 L1.1 -0.5",
}
DOTLESS = {"i": "M0.4 3.2 L0.4 8", "j": "M1.7 3.2 L1.7 8.7 C1.7 10.2 0.9 10.7 0 10.4"}
# Where the mark's foot is.
ABOVE_SMALL, ABOVE_CAPITAL = 1.9, -1.3


def lettering(text: str, at: Point, height: float, anchor: float = 0.0) -> str:
    """The `d` of words whose capitals are `height` high, to be stroked with round ends.

    `at` is on the top line; `anchor` says which part of the width lies there: 0 the left end, 0.5 the middle,
    1 the right end. A hard space is as wide as any; what the font lacks is drawn as a question mark.
    """
    scale = height / CAP_HEIGHT
    x = at[0] - anchor * lettering_width(text, height)
    paths = []
    for char in text:
        if char in SPACES:
            x += WORD_GAP * scale
            continue
        numbers, width = _glyph(char)
        paths.append(_path_data(numbers, x, at[1], scale))
        x += (width + LETTER_GAP) * scale
    return "".join(paths)


def lettering_width(text: str, height: float) -> float:
    units = sum(WORD_GAP if char in SPACES else _glyph(char)[1] + LETTER_GAP for char in text)
    return max(0.0, units - LETTER_GAP) * height / CAP_HEIGHT


def words(
    text: str, at: Point, height: float, anchor: float = 0.0, colour: str = INK, **attributes: str
) -> str:
    return strokes(lettering(text, at, height, anchor), height * 0.14, colour, **attributes)


def text_lines(
    lines: Sequence[str], x: float, height: float, pitch: float, anchor: float = 0.0, colour: str = INK
) -> str:
    """Lines of a text, the first on the top, each `pitch` below the one before."""
    return "".join(words(line, (x, i * pitch), height, anchor, colour) for i, line in enumerate(lines))


def wrapped(text: str, height: float, width: float) -> list[str]:
    """A text in lines that fit a width, broken between words; what a hard space joins stays together."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and lettering_width(longer, height) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def has_glyph(char: str) -> bool:
    """Whether letters can be drawn for it, composed of a letter and its mark or not."""
    return char in GLYPHS or char in SPACES or _letter_with_mark(char) is not None


_Commands = tuple[tuple[str, tuple[float, ...]], ...]


@cache
def _glyph(char: str) -> tuple[_Commands, float]:
    """A glyph's commands with their numbers, and its width."""
    commands = (
        _path_commands(GLYPHS[char])
        if char in GLYPHS
        else _letter_with_mark(char) or _path_commands(GLYPHS["?"])
    )
    return commands, max(x for _, numbers in commands for x in numbers[::2])


def _letter_with_mark(char: str) -> _Commands | None:
    """A letter with a mark above its middle."""
    parts = normalize("NFD", char)
    if len(parts) != 2 or parts[0] not in GLYPHS or parts[1] not in MARKS:
        return None
    base, mark = _path_commands(DOTLESS.get(parts[0], GLYPHS[parts[0]])), _path_commands(MARKS[parts[1]])
    reach = [x for _, numbers in base for x in numbers[::2]]
    middle = (min(reach) + max(reach)) / 2
    # A narrow letter makes room for a mark that is wider.
    aside = max(0.0, -middle - min(x for _, numbers in mark for x in numbers[::2]))
    foot = ABOVE_CAPITAL if char.isupper() else ABOVE_SMALL
    return (*_shift(base, aside, 0), *_shift(mark, middle + aside, foot))


def _shift(commands: _Commands, right: float, down: float) -> _Commands:
    return tuple(
        (letter, tuple(value + (down if i % 2 else right) for i, value in enumerate(numbers)))
        for letter, numbers in commands
    )


@cache
def _path_commands(d: str) -> _Commands:
    return tuple(_commands(d.split()))


def _commands(words: Iterable[str]) -> Iterator[tuple[str, tuple[float, ...]]]:
    letter, numbers = "", list[float]()
    for word in words:
        if word[0] in "MLC":
            if numbers:
                yield letter, tuple(numbers)
            letter, numbers = word[0], [float(word[1:])]
        else:
            numbers.append(float(word))
    yield letter, tuple(numbers)


def _path_data(commands: Iterable[tuple[str, tuple[float, ...]]], x: float, y: float, scale: float) -> str:
    return "".join(
        letter + " ".join(number((y if i % 2 else x) + value * scale) for i, value in enumerate(numbers))
        for letter, numbers in commands
    )
