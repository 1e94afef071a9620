"""The texts that people read: a folder for each language, with a catalogue for each game and one for the
frame around them.

A key is the catalogue's name and the way into it: `end_of_line.drawing.start` stands in end_of_line.toml
under `[drawing]`. A text has placeholders as str.format has them. Where its wording depends on a number it
is a table of `one` and `other`, and the number is the part called `n`. A new language is a new folder with
these catalogues: tests/puzzles/test_texts.py names what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any, TypeAlias

from puzzles.errors import BadInput, Problem

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.name for path in FOLDER.iterdir() if any(path.glob("*.toml"))))


@dataclass(frozen=True)
class BoardCell:
    """A cell of a board, counted from 0. People read C4: the third column, the fourth row."""

    row: int
    col: int

    def __str__(self) -> str:
        # Off the board, where no row or column has a name, only numbers will do.
        has_name = 0 <= self.row < _MANY and 0 <= self.col < _LETTERED_COLUMNS
        if has_name:
            return column_name(self.col) + row_name(self.row)
        return f"[{number_words(self.row)}, {number_words(self.col)}]"


# From here on numbers are given only roughly.
_MANY = 10**7
# Those from A to ZZ.
_LETTERED_COLUMNS = len(ascii_uppercase) * (len(ascii_uppercase) + 1)


def row_name(row: int) -> str:
    """Returns the label beside a row of a board."""
    return number_words(row + 1)


def column_name(col: int) -> str:
    """Returns the label above a column of a board: A, B, ... Z, AA, AB, ... ZZ, and further away a number."""
    if col >= _LETTERED_COLUMNS:
        return number_words(col + 1)
    before, last = divmod(col, len(ascii_uppercase))
    return (ascii_uppercase[before - 1] if before else "") + ascii_uppercase[last]


def number_words(value: int) -> str:
    """Returns a number of a row or a column; huge ones only roughly."""
    if abs(value) < _MANY:
        return str(value)
    return f"{'-' if value < 0 else ''}1e{round((value.bit_length() - 1) * 0.30103)}"


@dataclass(frozen=True)
class Phrase:
    """A text that is in no language yet: its key, and what stands at its placeholders."""

    key: str
    parts: Mapping[str, Part] = field(default_factory=dict)


# A tuple is a list with commas.
Part: TypeAlias = "str | int | BoardCell | Phrase | tuple[Part, ...]"


def phrase(key: str, /, **parts: Part) -> Phrase:
    return Phrase(key, parts)


def sentences(first: Phrase, *others: Phrase) -> Phrase:
    """Joins sentences to a paragraph."""
    return phrase("frame.sentences", first=first, rest=sentences(*others)) if others else first


@dataclass(frozen=True)
class Translator:
    """A language."""

    language: str

    def text(self, key: str, /, **parts: Part) -> str:
        texts = catalogue(self.language)
        text = texts[key] if key in texts else texts[f"{key}.{'one' if parts.get('n') == 1 else 'other'}"]
        return text.format(**{name: self.render(part) for name, part in parts.items()})

    def render(self, part: Part) -> str:
        if isinstance(part, Phrase):
            return self.text(part.key, **part.parts)
        if isinstance(part, tuple):
            return ", ".join(map(self.render, part))
        return str(part)

    def all_of(self, names: Sequence[str]) -> str:
        """The names as a list in a sentence: "A", "A and B", "A, B and C"."""
        *others, last = names
        return self.text("frame.drawing.and", one=", ".join(others), other=last) if others else last


@cache
def translator_for(language: str) -> Translator:
    if language not in LANGUAGES:
        raise BadInput([Problem("", f"expected a language: one of {', '.join(LANGUAGES)}, got {language!r}")])
    return Translator(language)


ENGLISH = translator_for("en")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by their keys."""
    import tomllib  # noqa: PLC0415  # many commands need no texts

    texts: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.toml")):
        texts.update(_flat(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))))
    return texts


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}.{name}", value)
        else:
            yield f"{prefix}.{name}", value
