"""A group of pins: how it is taken, where it is kept, and how what differs is named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Pinned = dict[str, Any]
_DATA = Path(__file__).parent / "data"
# What a failing test says of each at most.
_LETTERS = 400


@dataclass(frozen=True)
class Pin:
    """`take` gets an empty folder, and gives what is pinned by name."""

    name: str
    take: Callable[[Path], Pinned]
    long: bool = False
    # A line for each name within a name.
    deep: bool = False
    # Whether taking it starts a process.
    process: bool = False

    @property
    def file(self) -> Path:
        return _DATA / f"{self.name}.json"

    def kept(self) -> Pinned:
        found: Pinned = json.loads(self.file.read_text())
        return found

    def write(self, taken: Pinned) -> None:
        self.file.write_text(_lines(taken, self.deep) + "\n")


def _lines(of: Pinned, deep: bool = False) -> str:
    """JSON with a line for each name."""
    lines = (
        f"{json.dumps(name)}: {_lines(value) if deep and isinstance(value, dict) else _compact(value)}"
        for name, value in of.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def differences(kept: Pinned, taken: Pinned) -> Iterator[str]:
    """A line for each name whose value is not what was pinned."""
    # As it would be read back: a tuple is a list.
    taken = json.loads(json.dumps(taken))
    for name in kept | taken:
        if name not in taken:
            yield f"{name}: is gone"
        elif name not in kept:
            yield f"{name}: is new"
        else:
            yield from _between(name, kept[name], taken[name])


def _between(where: str, kept: Any, taken: Any) -> Iterator[str]:
    if isinstance(kept, dict) and isinstance(taken, dict):
        for name in kept | taken:
            if name in kept and name in taken:
                yield from _between(f"{where} / {name}", kept[name], taken[name])
            else:
                yield f"{where} / {name}: {'is gone' if name in kept else 'is new'}"
    elif isinstance(kept, list) and isinstance(taken, list) and len(kept) == len(taken):
        for i, (one, other) in enumerate(zip(kept, taken, strict=True)):
            yield from _between(f"{where} / {i}", one, other)
    # True is 1 to Python, but not to JSON.
    elif json.dumps(kept) != json.dumps(taken):
        yield f"{where}:\n    pinned {_short(kept)}\n    now    {_short(taken)}"


def _short(value: Any) -> str:
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= _LETTERS else f"{said[:_LETTERS]}… ({len(said)} letters)"
