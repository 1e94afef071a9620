"""The form of a line of text: the sections of a kind's line, and how each is read and written.

A section stands for one or more fields of a puzzle's JSON document. So a line is read into a document, which
the kind then parses: nothing is checked here that the shapes of JSON check anyway. Reading takes capitals and
small letters alike, except in names; writing has one form for each puzzle.

Cells are written as people say them: `C3` is the third column and the third row. Where rows and columns may
be any integers, the columns after Z are AA, AB and so on, those left of A are -A, -B, and the rows above 1
are 0, -1 and so on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from puzzles.errors import BadInput, Problem, Problems
from puzzles.json_shapes import MAX_DIGITS, quote

P = TypeVar("P")
Json = dict[str, Any]

# What joins the entries of a list, and what stands for an empty list.
_BETWEEN, _EMPTY = ",", "-"
_LETTERS = 26


def bad_text(expected: str, text: str) -> BadInput:
    return BadInput([Problem("", f"expected {expected}, got {quote(text)}")])


def _prefixed(error: BadInput, prefix: str) -> BadInput:
    """The same problems, with words in front of each."""
    return BadInput((Problem(p.pointer, f"{prefix}: {p.detail}") for p in error.problems), error.more)


@dataclass(frozen=True)
class Notation:
    """How a value of a document is written.

    read     the value of a text; BadInput where it is none
    write    the text of a value
    is_list  whether the value is a list, so that problems of the document name its entries
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    is_list: bool = False


def matching(
    pattern: str, expected: str, read: Callable[[re.Match[str]], Any], write: Callable[[Any], str]
) -> Notation:
    """The notation of texts that match a pattern, in capitals or not."""
    compiled = re.compile(pattern, re.ASCII | re.IGNORECASE)

    def read_match(text: str) -> Any:
        match = compiled.fullmatch(text)
        if match is None:
            raise bad_text(expected, text)
        return read(match)

    return Notation(read_match, write)


def one_of(values: Mapping[str, Any]) -> Notation:
    """The notation of a few values, by their words."""
    by_word = {word.lower(): value for word, value in values.items()}
    words = {value: word for word, value in values.items()}
    expected = f"one of {', '.join(values)}"

    def read(text: str) -> Any:
        if text.lower() not in by_word:
            raise bad_text(expected, text)
        return by_word[text.lower()]

    return Notation(read, words.__getitem__)


def choice(words: Sequence[str]) -> Notation:
    """The notation of one of some words."""
    return one_of({word: word for word in words})


def list_of(entry: Notation) -> Notation:
    """The notation of a list of what `entry` is the notation of."""

    def read(text: str) -> list[Any]:
        values: list[Any] = []
        problems = Problems()
        for number, part in enumerate(entries_of(text), 1):
            try:
                values.append(entry.read(part))
            except BadInput as e:
                problems.add_all(_prefixed(e, f"entry {number}"))
                if problems.are_enough:
                    break
        problems.raise_any()
        return values

    return Notation(read, lambda values: joined_entries(map(entry.write, values)), is_list=True)


def entries_of(text: str) -> list[str]:
    return [] if text in ("", _EMPTY) else text.split(_BETWEEN)


def joined_entries(entries: Iterable[str]) -> str:
    return _BETWEEN.join(entries) or _EMPTY


def _integer(match: re.Match[str]) -> int:
    return int(match[0])


NUMBER = matching(f"-?[0-9]{{1,{MAX_DIGITS}}}", "a number", _integer, str)


def column_letters(col: int) -> str:
    """The letters of a column, counted from 0."""
    if col < 0:
        return f"-{column_letters(-1 - col)}"
    letters = ""
    left = col + 1
    while left:
        left, letter = divmod(left - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return letters


def _column(letters: str) -> int:
    if letters.startswith("-"):
        return -1 - _column(letters[1:])
    number = 0
    for letter in letters.upper():
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1


# One character more than MAX_DIGITS: the row's number is one more than in JSON.
CELL_PATTERN = f"(?P<col>-?[A-Z]{{1,{MAX_DIGITS}}})(?P<row>-?[0-9]{{1,{MAX_DIGITS + 1}}})"


def cell_in(match: re.Match[str]) -> list[int]:
    """The cell that a match of CELL_PATTERN names, `[row, col]`."""
    cell = [int(match["row"]) - 1, _column(match["col"])]
    if any(abs(number) >= 10**MAX_DIGITS for number in cell):
        raise bad_text("a cell such as C3", match[0])
    return cell


def cell_text(cell: Sequence[int]) -> str:
    row, col = cell
    return f"{column_letters(col)}{row + 1}"


CELL = matching(CELL_PATTERN, "a cell such as C3", cell_in, cell_text)


_CELL_IN = re.compile(CELL_PATTERN, re.ASCII | re.IGNORECASE)
_GOT_CELL = re.compile(r", got \[-?\d+, -?\d+\]$")
_COORDINATE = re.compile(r"expected an integer from (-?\d+) to (-?\d+), got -?\d+")


def _as_typed(detail: str) -> str:
    """What is wrong with a cell, in the words of those who type it as a letter and a number."""
    outside = _COORDINATE.fullmatch(detail)
    if outside is None:
        return _GOT_CELL.sub("", detail)
    first, last = (cell_text([int(number), int(number)]) for number in outside.groups())
    return f"expected a cell from {first} to {last}"


@dataclass(frozen=True)
class Section:
    """A section of a line.

    name      what messages call it
    fields    the fields of the document that it stands for
    read      the values of these fields; BadInput where the text says none
    write     the text, from the document
    optional  whether it may be left out, since its fields have defaults
    is_list   whether it is a list of entries
    """

    name: str
    fields: tuple[str, ...]
    read: Callable[[str], Json]
    write: Callable[[Mapping[str, Any]], str]
    optional: bool = False
    is_list: bool = False


def section(name: str, field: str, notation: Notation, optional: bool = False) -> Section:
    """The section of a single field."""
    return Section(
        name,
        (field,),
        lambda text: {field: notation.read(text)},
        lambda document: notation.write(document[field]),
        optional,
        notation.is_list,
    )


@dataclass(frozen=True)
class RepeatedSection:
    """A section that stands at the end of a line once for each entry of a list.

    names     what messages call all of them
    name      what messages call one of them, before its number
    field     the field of the document that holds the list
    notation  how an entry is written
    """

    names: str
    name: str
    field: str
    notation: Notation

    def section(self, index: int) -> Section:
        """The section of an entry of the list."""
        return Section(
            f"{self.name} {index + 1}",
            (self.field,),
            lambda text: {self.field: [self.notation.read(text)]},
            lambda document: self.notation.write(document[self.field][index]),
        )

    def located(self, detail: str, way: Sequence[str], entries: Sequence[WrittenSection]) -> Problem:
        """A problem of the list, or of one of its entries; `way` are the steps that lead there."""
        if not way:
            return Problem("", f"{self.names}: {detail}")
        index, *within = way
        return _problem_of(entries[int(index)], f"{within[0]}: " if within else "", detail)


class WrittenSection(NamedTuple):
    """A section of a line with what messages call it and its text."""

    section: Section
    name: str
    text: str


def _problem_of(written: WrittenSection, which: str, detail: str) -> Problem:
    """A problem of a section; `which` says which part of it."""
    typed = _as_typed(detail) if _CELL_IN.match(written.text) else detail
    return Problem("", f"{written.name}, {quote(written.text)}: {which}{typed}")


# What messages call a section, by its number from 1.
SectionName = Callable[[int, Section], str]


def _name_in_line(number: int, section: Section) -> str:
    return f"section {number}, {section.name}"


@dataclass(frozen=True)
class LineForm:
    """The sections of a kind's line, in order; `repeated` follows them where there is such a section."""

    sections: tuple[Section, ...]
    repeated: RepeatedSection | None = None

    def write(self, document: Mapping[str, Any]) -> list[str]:
        """The texts of all sections, for a complete document."""
        entries = 0 if self.repeated is None else len(document[self.repeated.field])
        return [section.write(document) for section in self.sections_of(len(self.sections) + entries)]

    def sections_of(self, count: int) -> tuple[Section, ...]:
        """The sections of a line that has this many, or as many as must be there."""
        if self.repeated is None:
            return self.sections
        entries = range(max(count - len(self.sections), 0))
        return (*self.sections, *map(self.repeated.section, entries))

    def read(
        self,
        kind: str,
        texts: Sequence[str],
        parse: Callable[[object], P],
        name: SectionName = _name_in_line,
    ) -> P:
        """Reads the puzzle whose sections have these texts, by the parser of its kind; BadInput otherwise.

        Sections that are empty, or missing at the end, have their defaults.
        """
        sections = self.sections_of(len(texts))
        if len(texts) > len(sections):
            names = ", ".join(section.name for section in sections)
            expected = f"expected at most {len(sections)} sections ({names}), got {len(texts)}"
            raise BadInput([Problem("", expected)])
        texts = [*texts, *[""] * (len(sections) - len(texts))]
        written_sections = [
            WrittenSection(section, name(number, section), text)
            for number, (section, text) in enumerate(zip(sections, texts, strict=True), 1)
        ]
        document = {"kind": kind, **self._fields(written_sections)}
        try:
            return parse(document)
        except BadInput as e:
            raise BadInput((self._located(p, written_sections) for p in e.problems), e.more) from e

    def _fields(self, written_sections: Iterable[WrittenSection]) -> Json:
        entries: list[Any] = []
        fields: Json = {} if self.repeated is None else {self.repeated.field: entries}
        problems = Problems()
        for section, name, text in written_sections:
            if not text and section.optional:
                continue
            try:
                if not text:
                    raise BadInput([Problem("", "missing")])
                values = section.read(text)
            except BadInput as e:
                problems.add_all(_prefixed(e, name))
                continue
            if self.repeated is not None and section.fields == (self.repeated.field,):
                entries += values[self.repeated.field]
            else:
                fields |= values
        problems.raise_any()
        return fields

    def _located(self, problem: Problem, written_sections: Sequence[WrittenSection]) -> Problem:
        """A problem of the document as one of the section that says it."""
        field, *inner = problem.pointer.removeprefix("/").split("/")
        if self.repeated is not None and field == self.repeated.field:
            return self.repeated.located(problem.detail, inner, written_sections[len(self.sections) :])
        for written in written_sections:
            if field not in written.section.fields:
                continue
            entries = entries_of(written.text) if written.section.is_list else []
            if inner and inner[0].isdecimal() and int(inner[0]) < len(entries):
                index = int(inner[0])
                entry_name = f"{written.name}, entry {index + 1}"
                written = written._replace(name=entry_name, text=entries[index])
            which = f"{field}: " if len(written.section.fields) > 1 else ""
            return _problem_of(written, which, problem.detail)
        return Problem("", problem.detail)
