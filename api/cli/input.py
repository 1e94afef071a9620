"""Reads puzzles and solutions from files and standard input: one JSON value or many, as they arrive.

A line of text (puzzles/line_of_text.py) is a value on a line of its own. In place of the name of a file, a
puzzle itself may be given, as JSON or as its line of text.

Batches may be very large, or endless: a value is passed on as soon as its line has been read. A file whose
name ends as in LINES holds one value a line. In any other input, a first line that is a whole value begins a
batch, or is the only value; a first line that only begins a value is part of a value over many lines.

Answers to a batch name their line, the answer to a single value does not. So the first value is held back
until it is known whether another follows. For a file that takes no time; a pipe that stays open longer than
MOMENT is a batch.
"""

from __future__ import annotations

import json
import os
import re
import select
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedReader, BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TypeVar

import click

from api.problem_documents import MAX_BYTES, ReportedError, TooLarge
from puzzles.errors import BadInput, NotJson
from puzzles.json_shapes import load
from puzzles.line_of_text import is_line

T = TypeVar("T")
Line = tuple[int, bytes]

# Endings of the names of files that hold one value a line, in capitals or not.
LINES = (".jsonl", ".ndjson")
# Seconds: longer than a program such as `lineworks generate` takes to end after its last line, and short for
# a person who waits for the first answer to a stream.
MOMENT = 0.5

# Bytes, or characters, that hold the beginning of a line of text.
_BEGINNING = 200

_SPACE = re.compile(r"[ \t\r\n]*")
# Only where values end matters here; a number of many thousand digits must not be in the way.
_DECODER = json.JSONDecoder(parse_int=float)


class BadFile(click.ClickException):
    """Reports a file that cannot be read or written, in one line that names it; exit status 2."""

    exit_code = 2

    def __init__(self, name: str, why: str | OSError) -> None:
        super().__init__(f"{name}: {why if isinstance(why, str) else why.strerror or why}")


class BadDocument(ValueError):
    """A document was refused: `location` says where it is, `error` why."""

    def __init__(self, location: str, error: ReportedError) -> None:
        self.location, self.error = location, error
        super().__init__(f"{location}: {error}")


@dataclass(frozen=True)
class Item:
    """The text of one value, and the line where it begins.

    alone            whether it is the only value of its file
    one_per_line     whether the name of its file says that each value has one line
    label            what is printed above the answer, where there is something to say
    is_one_of_files  whether the command reads other files as well
    """

    name: str
    line: int
    text: bytes
    alone: bool = False
    one_per_line: bool = False
    label: str = ""
    is_one_of_files: bool = False

    @property
    def heading(self) -> str:
        """What is printed above the answer; empty for the only value of all."""
        if self.label or self.alone:
            return self.label or (f"{self.name}:" if self.is_one_of_files else "")
        return f"{self.name}, line {self.line}:" if self.is_one_of_files else f"Line {self.line}:"

    @property
    def location(self) -> str:
        return self.name if self.alone else f"{self.name}, line {self.line}"

    def read(self, reader: Callable[[object], T]) -> T:
        """Reads the value with `reader`; raises BadDocument where the JSON or the value is refused."""
        try:
            return reader(self._load())
        except (BadInput, NotJson, TooLarge) as e:
            raise BadDocument(self.location, e) from e

    def _load(self) -> object:
        if len(self.text) > MAX_BYTES:
            raise TooLarge(f"larger than {MAX_BYTES} bytes, so it is not read")
        if not self.text.strip():
            raise NotJson("not JSON: it is empty")
        if _is_line_of_text(self.text):
            return _decoded(self.text)
        try:
            return load(self.text)
        except NotJson as e:
            cause = e.__cause__
            if not isinstance(cause, json.JSONDecodeError):
                raise
            # Lines are counted from the beginning of the file, where a person looks for them.
            line = cause.lineno + self.line - 1
            hint = ""
            if self.one_per_line and _unfinished(self.text):
                hint = "; a .jsonl or .ndjson file holds one puzzle per line"
            raise NotJson(f"not JSON: {cause.msg} at line {line} column {cause.colno}{hint}") from cause


def is_piped_in() -> bool:
    """Whether standard input is a pipe or a file, and not a terminal or nothing."""
    if sys.stdin is None:
        return False
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def items(path: str) -> Iterator[Item]:
    """The values in a file, on standard input for `-`, or the puzzle itself in place of a name."""
    with _opened(path) as (name, stream):
        yield from items_in(name, stream, one_per_line=is_one_per_line(path))


def read_single(path: str) -> Item:
    """All that is in a file, on standard input for `-`, or a puzzle in place of a name, as one value."""
    with _opened(path) as (name, stream):
        # One byte more than is allowed shows that it is too large.
        return Item(name, 1, stream.read(MAX_BYTES + 1), alone=True)


@contextmanager
def _opened(path: str) -> Iterator[tuple[str, BinaryIO]]:
    if _is_value(path):
        yield "argument", BytesIO(os.fsencode(path))
        return
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError("closed")
            yield name, sys.stdin.buffer
        else:
            with Path(path).open("rb") as stream:
                yield name, stream
    except OSError as e:
        raise BadFile(name, e) from e


def _is_value(path: str) -> bool:
    """Whether what stands in place of a file's name is a puzzle; a file of that name comes first."""
    if not (is_line(path) or path.lstrip().startswith("{")):
        return False
    return not os.path.exists(path)  # noqa: PTH110  # of Path, it raises for a long name


def is_one_per_line(path: str) -> bool:
    """Whether the name says that the file holds one value a line."""
    return path.lower().endswith(LINES)


def items_in(name: str, stream: BinaryIO, one_per_line: bool) -> Iterator[Item]:
    """The values in a stream, one a line if `one_per_line`; an input without a value gives an empty item."""
    source = _Source(stream)
    values = _one_a_line(source.lines()) if one_per_line else _Values().split(source.lines())
    first = next(values, None)
    if first is None:
        yield Item(name, 1, b"", alone=True)
        return
    is_complete = not one_per_line and source.complete()
    second = next(values, None) if is_complete else None
    yield Item(name, *first, alone=is_complete and second is None, one_per_line=one_per_line)
    rest = values if second is None else chain([second], values)
    yield from (Item(name, *value, one_per_line=one_per_line) for value in rest)


def _one_a_line(lines: Iterable[Line]) -> Iterator[Line]:
    return ((number, line) for number, line in lines if line.strip())


@dataclass
class _Source:
    stream: BinaryIO
    ended: bool = False
    number: int = 0  # of the last line read

    def lines(self) -> Iterator[Line]:
        """The lines with their numbers, each cut off where it is larger than is allowed."""
        while line := self.stream.readline(MAX_BYTES + 2):
            self.number += 1
            end = line
            while not end.endswith(b"\n") and len(end) > MAX_BYTES:
                end = self.stream.readline(MAX_BYTES + 2)
            yield self.number, line.rstrip(b"\r\n")
        self.ended = True

    def complete(self) -> bool:
        """Whether all of the input has arrived, so that reading on does not block."""
        if self.ended or not isinstance(self.stream, BufferedReader):
            return True
        number = self.stream.fileno()
        if stat.S_ISREG(os.fstat(number).st_mode):
            return True
        while select.select([number], [], [], MOMENT)[0]:
            ahead = self.stream.peek(1)
            if not ahead or ahead.strip():
                return not ahead
            self.number += self.stream.read(len(ahead)).count(b"\n")  # blank lines are no value
        return False


@dataclass
class _Values:
    """Splits lines into JSON values. `pending`: lines that may begin a value over many lines."""

    pending: list[Line] = field(default_factory=list)
    size: int = 0
    by_line: bool = False  # a line was a whole value, so a later bad line is most likely just a bad line

    def split(self, lines: Iterable[Line]) -> Iterator[Line]:
        for number, line in lines:
            if _is_line_of_text(line):
                yield from self._flush()
                self.by_line = True
                yield number, line
            elif self.pending and not self._begins_another(line):
                self._keep(number, line)
                if self.size > MAX_BYTES + 1:
                    # It is impossible to know where this document ends.
                    yield self.pending[0][0], self._text()
                    return
            elif line.strip():
                yield from self._flush()
                yield from self._first(number, line)
        yield from self._flush()

    def _first(self, number: int, line: bytes) -> Iterator[Line]:
        """The values of a line that begins with a new value."""
        values, rest = _split(line)
        if len(line) > MAX_BYTES or (rest and self.by_line and not _unfinished(line)):
            yield number, line
        elif not rest:
            self.by_line = True
            yield from ((number, value) for value in values)
        else:
            self._keep(number, line)

    def _keep(self, number: int, line: bytes) -> None:
        self.pending.append((number, line))
        self.size += len(line) + 1

    def _begins_another(self, line: bytes) -> bool:
        """Whether `line` begins a new value, so that the pending lines are complete."""
        # Every document is an object, or a string with a line of text.
        if not line.startswith(b"{") and not _is_line_of_text(line.removeprefix(b'"')):
            return False
        text = self._text()
        if text.rstrip()[-1:] in (b"}", b"]") and _is_complete(text):
            return True
        return _is_complete(line) and (self.by_line or not _unfinished(text))

    def _text(self) -> bytes:
        return b"\n".join(text for _, text in self.pending)

    def _flush(self) -> Iterator[Line]:
        """The values in the pending lines; where there are none, their text, to be refused as one value."""
        if not self.pending:
            return
        lines, text = self.pending, self._text()
        self.pending, self.size = [], 0
        values, rest = _split(text)
        indented = any(line[:1] in b" \t}]" for _, line in lines)
        if not rest:
            yield from ((lines[0][0], value) for value in values)
        elif not indented and (self.by_line or any(_is_complete(line) for _, line in lines)):
            self.by_line = True
            yield from ((number, line) for number, line in lines if line.strip())
        else:
            yield lines[0][0], text


def _decoded(text: bytes) -> str:
    """A line of text, with replacements for what no line has, so that it is refused with its place."""
    return text.decode(errors="replace").removeprefix("\ufeff")


def _is_line_of_text(text: bytes) -> bool:
    return is_line(_decoded(text[:_BEGINNING]))


def _split(text: bytes) -> tuple[list[bytes], bytes]:
    """The JSON values at the beginning of `text`, and the rest, which does not begin with a value."""
    values: list[bytes] = []
    at = 0
    try:
        left = text.decode().removeprefix("\ufeff").strip(" \t\r\n")
        while at < len(left):
            end = _DECODER.raw_decode(left, at)[1]
            values.append(left[at:end].encode())
            at = end + len(_SPACE.match(left, end)[0])  # type: ignore[index]  # it matches nothing, too
    except UnicodeDecodeError:
        return [], text
    except (ValueError, RecursionError):
        return values, left[at:].encode()
    return values, b""


def _is_complete(text: bytes) -> bool:
    return not _split(text)[1]


def _unfinished(text: bytes) -> bool:
    """Whether `text` is an incomplete JSON value, which more lines could complete."""
    rest = _split(text)[1]
    try:
        _DECODER.decode(rest.decode())
    except json.JSONDecodeError as e:
        # The parser wants something after the last character.
        return e.pos >= len(e.doc.rstrip())
    except (UnicodeDecodeError, RecursionError):
        return False
    return False
