"""The file of a table: a header with the rules, a directory of layers, and the layers, the last one first.

All numbers are little-endian. A header of 4096 bytes is JSON, filled up with blanks. The directory has 64
bytes a layer, from layer 0 on: where it begins, how many bytes it has, its SHA-256, 16 bytes of zeros; all
zeros as long as it is not there. A layer is made from those above it, so the file grows from the layer 168
down: where each row begins (four bytes a row, counted in placements), then a byte a placement, the margin
that the player to move can force. What is in the directory is whole: it is written after its layer.

No byte goes unchecked: the header must be that of these rules, blanks and all; in the directory every layer
begins where the one above it ends; and each layer has its SHA-256.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import mmap
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from puzzles.linja.board import MOST_PROGRESS, Options
from solvers.linja.layers import placements, row_count
from solvers.linja.packed_sides import Array

FORMAT = 1
# Raised whenever a rule is read in another way: a table of other rules is refused. The rules of a turn stand
# in puzzles.linja.turns, and for speed once more in turn_kernel, layer_kernel and stats_kernel.
RULES = 1
HEADER = 4096
# How often one looks whether another process is done.
_LOOK_SECONDS = 0.1
_ENTRY = struct.Struct("<QQ32s16x")
_DATA = HEADER + (MOST_PROGRESS + 1) * _ENTRY.size
_WHAT = "table of Linja, by Lineworks"


class BadTable(OSError):
    """A file that is no table, is one of other rules, or is damaged."""


class Busy(OSError):
    """Another process is building this table."""


@dataclass(frozen=True)
class Entry:
    """A layer in the directory."""

    begin: int
    size: int
    digest: bytes

    def packed(self) -> bytes:
        return _ENTRY.pack(self.begin, self.size, self.digest)


def header(options: Options) -> dict[str, Any]:
    return {
        "what": _WHAT,
        "format": FORMAT,
        "rules": RULES,
        "extra_move": options.extra_move,
        "negatives": options.negatives,
        "worth": list(options.worth),
    }


def file_size(down_to: int) -> int:
    """How many bytes a table has that goes down to that layer."""
    return _DATA + sum(4 * row_count(n) + placements(n) for n in range(down_to, MOST_PROGRESS + 1))


def create(path: Path, options: Options) -> None:
    """An empty table; it appears whole or not at all. One that is there stays: it may be in work."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(_header_bytes(options) + bytes(_DATA - HEADER))
        with suppress(FileExistsError):
            os.link(new, path)
    finally:
        new.unlink(missing_ok=True)


def read_directory(path: Path, file: IO[bytes], options: Options) -> list[Entry | None]:
    """What layers there are; BadTable where the file is not a table of these rules, or is damaged."""
    start = file.read(_DATA)
    _check_header(path, start[:HEADER], options)
    if len(start) < _DATA:
        raise BadTable(f"{path}: damaged: cut off in its directory")
    entries: list[Entry | None] = [None] * (MOST_PROGRESS + 1)
    end, size = _DATA, os.fstat(file.fileno()).st_size
    for layer in reversed(range(MOST_PROGRESS + 1)):
        at = HEADER + layer * _ENTRY.size
        raw = start[at : at + _ENTRY.size]
        if not any(raw):
            continue
        entry = Entry(*_ENTRY.unpack(raw))
        follows = layer == MOST_PROGRESS or entries[layer + 1] is not None
        if not follows or raw != entry.packed() or entry.begin != end or not entry.size:
            raise BadTable(
                f"{path}: damaged: what the directory says of layer {layer} is not what was written"
            )
        end = entry.begin + entry.size
        if end > size:
            raise BadTable(f"{path}: damaged: layer {layer} goes on past the end of the file")
        entries[layer] = entry
    return entries


def _header_bytes(options: Options) -> bytes:
    return json.dumps(header(options)).encode().ljust(HEADER)


def _check_header(path: Path, text: bytes, options: Options) -> None:
    if text == _header_bytes(options):
        return
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise BadTable(f"{path}: not a table of Linja, or its header is damaged") from e
    if not isinstance(found, dict) or found.get("what") != _WHAT:
        raise BadTable(f"{path}: not a table of Linja, or its header is damaged")
    for name, expected in header(options).items():
        if found.get(name) != expected:
            told = f"{path}: a table of other rules: {name} is {found.get(name)!r}, expected {expected!r}"
            raise BadTable(told)
    raise BadTable(f"{path}: damaged: its header is not what was written")


def lowest_layer(entries: list[Entry | None]) -> int:
    """The lowest layer that is there with all above it; one past the highest where there is none."""
    layer = MOST_PROGRESS + 1
    while layer > 0 and entries[layer - 1] is not None:
        layer -= 1
    return layer


@contextmanager
def writing(path: Path, options: Options, patience: float = 0) -> Iterator[Writer]:
    """The file, created where there is none, for this process alone.

    Busy where another one writes it, and still does so after `patience` seconds."""
    if not path.exists():
        create(path, options)
    with path.open("r+b") as file:
        _lock(path, file, time.monotonic() + patience)
        yield Writer(path, file, read_directory(path, file, options))


def _lock(path: Path, file: IO[bytes], deadline: float) -> None:
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError as e:
            if time.monotonic() >= deadline:
                raise Busy(f"{path}: another process is building it") from e
        time.sleep(_LOOK_SECONDS)


class Writer:
    """Appends layers to a table. A layer that was not written to its end is written again."""

    def __init__(self, path: Path, file: IO[bytes], entries: list[Entry | None]) -> None:
        self._path, self._file, self.entries = path, file, entries

    @property
    def lowest(self) -> int:
        return lowest_layer(self.entries)

    def append(self, layer: int, starts: Array, values: Array) -> None:
        above = self.entries[layer + 1] if layer < MOST_PROGRESS else None
        begin = _DATA if above is None else above.begin + above.size
        rows = starts[:-1].astype("<u4").tobytes()
        digest = hashlib.sha256(rows)
        digest.update(values)
        self._file.seek(begin)
        self._file.truncate()
        self._file.write(rows)
        self._file.write(values)
        self._sync()
        entry = Entry(begin, len(rows) + values.nbytes, digest.digest())
        self._file.seek(HEADER + layer * _ENTRY.size)
        self._file.write(entry.packed())
        self._sync()
        self.entries[layer] = entry

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


class Reader:
    """A table that is mapped, not loaded. A layer is held against its checksum when it is first touched.

    `data`: the whole file. `begin`: where each layer begins in it."""

    def __init__(self, path: Path, options: Options) -> None:
        self.path, self.options = path, options
        with path.open("rb") as file:
            self.entries = read_directory(path, file, options)
            self._stat = os.fstat(file.fileno())
            self._map = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        self.data = np.frombuffer(self._map, dtype=np.uint8)
        self.begin = np.array([0 if entry is None else entry.begin for entry in self.entries])
        self.lowest = lowest_layer(self.entries)
        self._touched: set[int] = set()

    @property
    def is_current(self) -> bool:
        """Whether the file is still this one, and no shorter: to read on where it was cut off would end the
        process."""
        try:
            now = self.path.stat()
        except OSError:
            return False
        return os.path.samestat(now, self._stat) and now.st_size >= self._stat.st_size

    def touch(self, layer: int) -> None:
        """BadTable where the layer is not what was written; KeyError where there is none."""
        if layer in self._touched:
            return
        entry = self.entries[layer]
        if entry is None:
            raise KeyError(layer)
        if hashlib.sha256(self._bytes(entry)).digest() != entry.digest:
            raise BadTable(f"{self.path}: damaged: layer {layer} is not what was written")
        self._touched.add(layer)

    def layer(self, layer: int) -> tuple[Array, Array]:
        """Where each row begins, and the values."""
        self.touch(layer)
        entry = self.entries[layer]
        if entry is None:
            raise KeyError(layer)
        data = self._bytes(entry)
        rows = 4 * row_count(layer)
        return np.frombuffer(data[:rows], dtype="<u4"), np.frombuffer(data[rows:], dtype=np.int8)

    def _bytes(self, entry: Entry) -> memoryview:
        return self._map[entry.begin : entry.begin + entry.size]
