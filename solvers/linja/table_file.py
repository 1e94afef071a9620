"""The file of a table: a header with the rules, a directory of layers, and the layers, the last one first.

All numbers are little-endian. The header is JSON, padded with blanks to 4096 bytes. The directory has 64
bytes for each layer, from layer 0 on: the offset of the layer, its size in bytes, its SHA-256 and 16 zero
bytes; all are zero until the layer is written. A layer is computed from those above it, so the file grows
from layer 168 down. A layer has the start of each row (four bytes, counted in placements), then a byte for
each placement: the margin that the player to move can force. A layer's directory entry is written after the
layer, so layers in the directory are complete.

Every byte is checked: the header must be exactly that of these rules, blanks included; in the directory every
layer must begin where the one above it ends; and each layer must have its SHA-256.
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

from puzzles.linja.board import MAX_PROGRESS, Options
from solvers.linja.layers import placements, row_count
from solvers.linja.packed_sides import Array

FORMAT = 1
# Raised whenever a rule is interpreted differently: a table of other rules is refused. The rules of a turn
# are in puzzles.linja.turns, and for speed again in turn_kernel, layer_kernel and stats_kernel.
RULES = 1
HEADER = 4096
# The pause between two checks whether another process has finished.
_POLL_SECONDS = 0.1
_ENTRY = struct.Struct("<QQ32s16x")
_DATA = HEADER + (MAX_PROGRESS + 1) * _ENTRY.size
_WHAT = "table of Linja, by Lineworks"


class BadTable(OSError):
    """The file is no table, is one of other rules, or is damaged."""


class Busy(OSError):
    """Another process is building this table."""


@dataclass(frozen=True)
class LayerEntry:
    """A layer in the directory."""

    begin: int
    size: int
    digest: bytes

    def to_bytes(self) -> bytes:
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
    """Returns the size in bytes of a table that goes down to that layer."""
    return _DATA + sum(4 * row_count(n) + placements(n) for n in range(down_to, MAX_PROGRESS + 1))


def create(path: Path, options: Options) -> None:
    """Creates an empty table, atomically. An existing table stays: another process may be writing it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(_header_bytes(options) + bytes(_DATA - HEADER))
        with suppress(FileExistsError):
            os.link(new, path)
    finally:
        new.unlink(missing_ok=True)


def read_directory(path: Path, file: IO[bytes], options: Options) -> list[LayerEntry | None]:
    """Returns the layers of a table; BadTable where the file is no table of these rules, or is damaged."""
    start = file.read(_DATA)
    _check_header(path, start[:HEADER], options)
    if len(start) < _DATA:
        raise BadTable(f"{path}: damaged: truncated within its directory")
    entries: list[LayerEntry | None] = [None] * (MAX_PROGRESS + 1)
    end, size = _DATA, os.fstat(file.fileno()).st_size
    for layer in reversed(range(MAX_PROGRESS + 1)):
        at = HEADER + layer * _ENTRY.size
        raw = start[at : at + _ENTRY.size]
        if not any(raw):
            continue
        entry = LayerEntry(*_ENTRY.unpack(raw))
        has_layer_above = layer == MAX_PROGRESS or entries[layer + 1] is not None
        if not has_layer_above or raw != entry.to_bytes() or entry.begin != end or not entry.size:
            raise BadTable(f"{path}: damaged: the directory entry of layer {layer} is inconsistent")
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
        values = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise BadTable(f"{path}: not a table of Linja, or its header is damaged") from e
    if not isinstance(values, dict) or values.get("what") != _WHAT:
        raise BadTable(f"{path}: not a table of Linja, or its header is damaged")
    for name, expected in header(options).items():
        if values.get(name) != expected:
            message = f"{path}: made for other rules: {name} is {values.get(name)!r}, expected {expected!r}"
            raise BadTable(message)
    raise BadTable(f"{path}: damaged: its header is inconsistent")


def lowest_layer(entries: list[LayerEntry | None]) -> int:
    """Returns the lowest layer of the table; one past the highest where it has none."""
    layer = MAX_PROGRESS + 1
    while layer > 0 and entries[layer - 1] is not None:
        layer -= 1
    return layer


@contextmanager
def writing(path: Path, options: Options, patience: float = 0) -> Iterator[Writer]:
    """Opens a table to write it, under a lock; creates the file if it does not exist.

    Busy where another process still writes it after `patience` seconds."""
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
        time.sleep(_POLL_SECONDS)


class Writer:
    """Appends layers to a table. An incomplete layer, which is not in the directory, is overwritten."""

    def __init__(self, path: Path, file: IO[bytes], entries: list[LayerEntry | None]) -> None:
        self._path, self._file, self.entries = path, file, entries

    @property
    def lowest(self) -> int:
        return lowest_layer(self.entries)

    def append(self, layer: int, starts: Array, values: Array) -> None:
        layer_above = self.entries[layer + 1] if layer < MAX_PROGRESS else None
        begin = _DATA if layer_above is None else layer_above.begin + layer_above.size
        rows = starts[:-1].astype("<u4").tobytes()
        digest = hashlib.sha256(rows)
        digest.update(values)
        self._file.seek(begin)
        self._file.truncate()
        self._file.write(rows)
        self._file.write(values)
        self._sync()
        entry = LayerEntry(begin, len(rows) + values.nbytes, digest.digest())
        self._file.seek(HEADER + layer * _ENTRY.size)
        self._file.write(entry.to_bytes())
        self._sync()
        self.entries[layer] = entry

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


class Reader:
    """A table that is mapped into memory. The checksum of a layer is verified when it is first used.

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
        self._verified: set[int] = set()

    @property
    def is_current(self) -> bool:
        """Whether the path still has this file, not truncated: reading past a truncation would end the
        process."""
        try:
            now = self.path.stat()
        except OSError:
            return False
        return os.path.samestat(now, self._stat) and now.st_size >= self._stat.st_size

    def verify_layer(self, layer: int) -> None:
        """Verifies a layer: BadTable where it is damaged; KeyError where the table does not have it."""
        if layer in self._verified:
            return
        entry = self.entries[layer]
        if entry is None:
            raise KeyError(layer)
        if hashlib.sha256(self._bytes(entry)).digest() != entry.digest:
            raise BadTable(f"{self.path}: damaged: the checksum of layer {layer} does not match")
        self._verified.add(layer)

    def layer(self, layer: int) -> tuple[Array, Array]:
        """Returns where each row of a layer begins, and the values."""
        self.verify_layer(layer)
        entry = self.entries[layer]
        if entry is None:
            raise KeyError(layer)
        data = self._bytes(entry)
        rows = 4 * row_count(layer)
        return np.frombuffer(data[:rows], dtype="<u4"), np.frombuffer(data[rows:], dtype=np.int8)

    def _bytes(self, entry: LayerEntry) -> memoryview:
        return self._map[entry.begin : entry.begin + entry.size]
