"""Reads packs. A kind and grade has two files, records and solutions, with a line in each for every puzzle;
manifest.json says how many of the lines count, and their checksums.

Every web process has a reader. It keeps no puzzles in memory, only the offsets of their lines and, after the
first lookup by id, their ids. Threads need no lock: whichever computes these values computes the same ones,
and assigns them in one step.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any


class DamagedPack(ValueError):
    """A file of the packs is not what was shipped; the message names it."""


@dataclass(frozen=True)
class PackEntry:
    """A puzzle's record, with a solution and its score: the best, or None for a kind without one."""

    record: Mapping[str, Any]
    solution: Mapping[str, Any]
    score: int | None


@dataclass(frozen=True)
class PackFiles:
    """The two files of a kind and grade."""

    folder: Path
    kind: str
    grade: str

    @property
    def name(self) -> str:
        return f"{self.kind}.{self.grade}"

    @property
    def records(self) -> Path:
        return self.folder / f"{self.name}.jsonl"

    @property
    def solutions(self) -> Path:
        return self.folder / f"{self.name}.solutions.jsonl"

    @property
    def both(self) -> tuple[Path, Path]:
        return self.records, self.solutions


@dataclass(frozen=True)
class Extent:
    """How many lines count, and the SHA-256 of these lines of both files."""

    count: int
    records: str
    solutions: str

    @property
    def both(self) -> tuple[str, str]:
        return self.records, self.solutions


# By kind and grade, in the order of the registries.
Edition = Mapping[str, Mapping[str, Extent]]


@dataclass(frozen=True)
class Manifest:
    """The day of the first puzzle of each sequence, and what was shipped, the last edition last."""

    first_day: date
    editions: tuple[Edition, ...]

    @property
    def last(self) -> Edition:
        return self.editions[-1] if self.editions else {}

    @staticmethod
    def path(folder: Path) -> Path:
        return folder / "manifest.json"


def read_manifest(folder: Path) -> Manifest:
    path = Manifest.path(folder)
    try:
        document = json.loads(path.read_bytes())
        editions = tuple(
            {
                kind: {grade: Extent(**extent) for grade, extent in grades.items()}
                for kind, grades in edition.items()
            }
            for edition in document["editions"]
        )
        return Manifest(date.fromisoformat(document["first_day"]), editions)
    except (ValueError, KeyError, TypeError, AttributeError) as e:
        raise DamagedPack(f"{path.name}: not a manifest of packs: {e}") from e


def lines_of(path: Path) -> list[bytes]:
    """The lines of a file with their line ends; the last may have none."""
    return path.read_bytes().splitlines(keepends=True)


def digest(lines: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(lines)).hexdigest()


def read_entry(files: PackFiles, n: int, record_line: bytes, solution_line: bytes) -> PackEntry:
    """Puzzle n, counted from 0, from its two lines; DamagedPack where they do not belong together."""
    record = _read_line(files.records, n, record_line, {"id", "kind", "grade", "seed", "puzzle"})
    solved = _read_line(files.solutions, n, solution_line, {"id", "solution", "score"})
    if solved["id"] != record["id"]:
        raise DamagedPack(f"{files.solutions.name}, line {n + 1}: not the solution of {record['id']}")
    return PackEntry(record, solved["solution"], solved["score"])


def _read_line(path: Path, n: int, line: bytes, fields: set[str]) -> dict[str, Any]:
    where = f"{path.name}, line {n + 1}"
    try:
        document = json.loads(line)
    except ValueError as e:
        raise DamagedPack(f"{where}: not JSON") from e
    if not isinstance(document, dict) or not document.keys() >= fields:
        raise DamagedPack(f"{where}: expected an object with {', '.join(sorted(fields))}")
    return document


class Packs:
    """The packs of a folder, as its manifest's last edition has them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._offsets: dict[Path, array[int]] = {}

    @cached_property
    def manifest(self) -> Manifest:
        return read_manifest(self._folder)

    def first_day(self) -> date:
        """The day of the puzzles with the number 0."""
        return self.manifest.first_day

    def grades_by_kind(self) -> dict[str, tuple[str, ...]]:
        """The grades that have a pack, by kind."""
        return {kind: tuple(grades) for kind, grades in self.manifest.last.items()}

    def size(self, kind: str, grade: str) -> int:
        """The number of puzzles in a pack; 0 where there is none."""
        extent = self._extent(kind, grade)
        return 0 if extent is None else extent.count

    def entry(self, kind: str, grade: str, n: int) -> PackEntry:
        """Puzzle n of a pack, counted from 0; IndexError where there is none, DamagedPack if its file
        is damaged."""
        extent = self._extent(kind, grade)
        if extent is None or not 0 <= n < extent.count:
            raise IndexError(f"{kind}.{grade} has no puzzle number {n}")
        files = PackFiles(self._folder, kind, grade)
        record, solution = (
            _line(path, self._offsets_of(path, extent.count, checksum), n)
            for path, checksum in zip(files.both, extent.both, strict=True)
        )
        return read_entry(files, n, record, solution)

    def entries(self, kind: str, grade: str) -> Iterator[PackEntry]:
        return (self.entry(kind, grade, n) for n in range(self.size(kind, grade)))

    def locate(self, puzzle_id: str) -> tuple[str, str, int] | None:
        """Kind, grade and number of the puzzle with that id; None where the packs have none."""
        return self._locations.get(puzzle_id)

    @cached_property
    def _locations(self) -> dict[str, tuple[str, str, int]]:
        return {
            entry.record["id"]: (kind, grade, n)
            for kind, grades in self.grades_by_kind().items()
            for grade in grades
            for n, entry in enumerate(self.entries(kind, grade))
        }

    def _extent(self, kind: str, grade: str) -> Extent | None:
        return self.manifest.last.get(kind, {}).get(grade)

    def _offsets_of(self, path: Path, count: int, checksum: str) -> array[int]:
        offsets = self._offsets.get(path)
        if offsets is None:
            offsets = self._offsets[path] = _line_offsets(path, count, checksum)
        return offsets


def _line_offsets(path: Path, count: int, checksum: str) -> array[int]:
    """The offset of each line, and of the end of the last."""
    lines = lines_of(path)[:count]
    if digest(lines) != checksum:
        raise DamagedPack(f"{path.name}: the first {count} lines are not those of the manifest")
    return array("Q", accumulate(map(len, lines), initial=0))


def _line(path: Path, offsets: array[int], n: int) -> bytes:
    with path.open("rb") as file:
        file.seek(offsets[n])
        return file.read(offsets[n + 1] - offsets[n])
