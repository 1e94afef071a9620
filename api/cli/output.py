"""Writes the files of commands: a drawing whole or not at all, records one by one."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

import click

from api.cli.exit_codes import NO_OUTPUT
from api.cli.input import BadFile
from puzzles.errors import NotJson
from puzzles.json_shapes import load


class Unwritten(click.ClickException):
    """Reports output that cannot be written, in one line that names it."""

    exit_code = NO_OUTPUT

    def __init__(self, name: str, why: OSError) -> None:
        super().__init__(f"{name}: {why.strerror or why}")


@contextmanager
def writing(name: str) -> Iterator[None]:
    """Reports errors within the block as errors of the output with this name."""
    try:
        yield
    except BrokenPipeError:
        raise  # its reader went away, which the program reports for every output alike
    except OSError as e:
        raise Unwritten(name, e) from e


def output_file(name: str | None) -> str | None:
    """The file that `-o` names; None where that is standard output."""
    return None if name == "-" else name


def new_file(name: str | None, force: bool) -> str | None:
    """As output_file, for commands that replace a file only with --force."""
    name = output_file(name)
    if name is None and force:
        raise click.UsageError("--force needs -o FILE.")
    if name is not None and not force:
        refuse_existing(name, "--force replaces it")
    return name


def is_file(name: str) -> bool:
    """Whether there is a file whose content could be lost; a device or a pipe has none."""
    with writing(name):
        return Path(name).is_file()


def refuse_existing(name: str, ways: str) -> None:
    """Refuses a file that exists; `ways`: how to write it all the same."""
    if is_file(name):
        raise BadFile(name, f"already exists; {ways}")


def write_whole(name: str, text: str) -> None:
    """Writes a file so that a reader never sees half of it."""
    write_together({name: text.encode()})


def write_together(contents: Mapping[str, bytes]) -> None:
    """Writes files that belong together: all are complete before the first is moved to its place."""
    with ExitStack() as parts:
        ready: list[tuple[str, Path, Path]] = []
        for name, content in contents.items():
            with writing(name):
                if Path(name).exists() and not Path(name).is_file():
                    Path(name).write_bytes(content)  # a device or a pipe is written to, not replaced
                    continue
                target = Path(os.path.realpath(name))
                beside = target.with_name(f".{os.getpid()}.{len(ready)}.part")
                parts.callback(beside.unlink, missing_ok=True)
                beside.write_bytes(content)
                if target.exists():
                    shutil.copymode(target, beside)
                ready.append((name, beside, target))
        for name, beside, target in ready:
            with writing(name):
                beside.replace(target)


class Records:
    """Writes a JSON Lines file record by record: what was added stays, however the process ends.

    The file is opened for the first record, so that a run that makes none leaves everything as it was.
    """

    def __init__(self, name: str, earlier: EarlierRun | None = None, force: bool = False) -> None:
        """`earlier`: continue after it; otherwise the file must be new, or is replaced by force."""
        self.name, self._earlier = name, earlier
        self._file: FileIO | None = None
        if earlier is None and not force:
            refuse_existing(name, "--resume continues it, --force replaces it")
        # A device or a pipe exists, and is opened as it is.
        self._replace = force or (Path(name).exists() and not is_file(name))

    def add(self, record: dict[str, Any]) -> None:
        line = line_of(record)
        with writing(self.name):
            if self._file is None:
                self._file = self._open(line)
            while line:
                line = line[self._file.write(line) :]

    def _open(self, line: bytes) -> FileIO:
        """Opens the file after its whole lines. The rest is overwritten, so it must be part of this line."""
        path, earlier = Path(self.name), self._earlier
        if earlier is None:
            return path.open("wb" if self._replace else "xb", buffering=0)
        if not line.startswith(earlier.tail):
            cut = "is cut off and is not the beginning of the next record; remove it to continue"
            raise BadFile(self.name, f"line {len(earlier.seeds) + 1} {cut}")
        file = path.open("r+b", buffering=0)
        file.seek(earlier.size)
        return file

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


@dataclass(frozen=True)
class EarlierRun:
    """The file of an earlier run.

    seeds      of its records, in order
    generator  of its records; None where there are none
    size       of the records in bytes
    last       the last record, as it is written
    tail       the beginning of a record that was cut off
    """

    seeds: tuple[int, ...]
    generator: str | None
    size: int
    last: bytes
    tail: bytes


def read_earlier_run(name: str, kind: str, grade: str) -> EarlierRun:
    """Reads a file of records, all of this kind and grade, with rising seeds; raises BadFile otherwise."""
    seeds: list[int] = []
    generator, size, last, tail = None, 0, b"", b""
    try:
        with Path(name).open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    tail = line  # cut off when the process ended; the record is made again
                    break
                record = _record(line)
                same = generator in (None, record.get("generator"))
                seed = record.get("seed")
                alike = same and (record.get("kind"), record.get("grade")) == (kind, grade)
                if not alike or not isinstance(seed, int) or seed <= max(seeds[-1:], default=-1):
                    raise BadFile(name, f"line {number} does not continue a run of {grade} {kind} records")
                seeds.append(seed)
                generator, size, last = record["generator"], size + len(line), line
    except OSError as e:
        raise BadFile(name, e) from e
    return EarlierRun(tuple(seeds), generator, size, last, tail)


def line_of(record: dict[str, Any]) -> bytes:
    """A record as a line of a file."""
    return json.dumps(record).encode() + b"\n"


def _record(line: bytes) -> dict[str, Any]:
    try:
        record = load(line)
    except NotJson:
        return {}
    return record if isinstance(record, dict) else {}
