"""Files that commands write: a drawing whole or not at all, records one by one and for good."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

from api.cli_input import BadFile
from puzzles.errors import NotJson
from puzzles.shape import load


def write_whole(name: str, text: str) -> None:
    """Beside its place first, so that a reader never sees half of it."""
    try:
        if Path(name).exists() and not Path(name).is_file():
            Path(name).write_text(text, encoding="utf-8")  # a device or a pipe is written to, not replaced
            return
        target = Path(name).resolve()
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as e:
        raise BadFile(name, e) from e


class Records:
    """A JSON Lines file of records, one by one: what was added stays, whatever ends the process.

    The file is opened for the first record, so that a run that makes none leaves everything as it was.
    """

    def __init__(self, name: str, keep: int | None = None, force: bool = False) -> None:
        """`keep`: go on in the file after so many bytes; else it must be new, or is replaced by force."""
        self.name, self._keep = name, keep
        self._file: FileIO | None = None
        # A device or a pipe holds nothing that could be lost.
        self._replace = force or (Path(name).exists() and not Path(name).is_file())
        if Path(name).exists() and keep is None and not self._replace:
            raise BadFile(name, "exists already; --resume goes on with it, --force replaces it")

    def add(self, record: dict[str, Any]) -> None:
        line = json.dumps(record).encode() + b"\n"
        try:
            if self._file is None:
                self._file = self._open()
            while line:
                line = line[self._file.write(line) :]
        except OSError as e:
            raise BadFile(self.name, e) from e

    def _open(self) -> FileIO:
        path = Path(self.name)
        if self._keep is None:
            return path.open("wb" if self._replace else "xb", buffering=0)
        file = path.open("r+b", buffering=0)
        file.truncate(self._keep)
        file.seek(self._keep)
        return file

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


@dataclass(frozen=True)
class Begun:
    """What an earlier run left: the seeds of its records, in order, their generator, and their bytes."""

    seeds: tuple[int, ...]
    generator: str | None
    size: int


def begun(name: str, kind: str, grade: str) -> Begun:
    """The whole lines of a file of records, each of this kind and grade, seeds rising; BadFile otherwise."""
    seeds: list[int] = []
    generator, size = None, 0
    try:
        with Path(name).open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break  # cut off when the process ended: this one is made again
                record = _record(line)
                same = generator in (None, record.get("generator"))
                seed = record.get("seed")
                alike = same and (record.get("kind"), record.get("grade")) == (kind, grade)
                if not alike or not isinstance(seed, int) or seed <= max(seeds[-1:], default=-1):
                    raise BadFile(name, f"line {number} is not the next {grade} {kind} record of a run")
                seeds.append(seed)
                generator, size = record["generator"], size + len(line)
    except OSError as e:
        raise BadFile(name, e) from e
    return Begun(tuple(seeds), generator, size)


def _record(line: bytes) -> dict[str, Any]:
    try:
        record = load(line)
    except NotJson:
        return {}
    return record if isinstance(record, dict) else {}
