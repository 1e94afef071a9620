"""A group of pins: how they are computed and stored, and how differences are reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Pinned = dict[str, Any]
_DATA = Path(__file__).parent / "data"
# The most letters of a value in the message of a failing test.
_LETTERS = 400


@dataclass(frozen=True)
class Pin:
    """A group of pins; `take` receives an empty folder and returns the pinned values by name."""

    name: str
    take: Callable[[Path], Pinned]
    long: bool = False
    # A line for each name within a name.
    deep: bool = False
    # Whether `take` starts a process.
    process: bool = False
    # Whether `take` needs many seconds.
    slow: bool = False

    @property
    def file(self) -> Path:
        return _DATA / f"{self.name}.json"

    def read(self) -> Pinned:
        pinned: Pinned = json.loads(self.file.read_text())
        return pinned

    def write(self, results: Pinned) -> None:
        self.file.write_text(_lines(results, self.deep) + "\n")


def _lines(pinned: Pinned, deep: bool = False) -> str:
    """Returns JSON with a line for each name."""
    lines = (
        f"{json.dumps(name)}: {_lines(value) if deep and isinstance(value, dict) else _compact(value)}"
        for name, value in pinned.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def differences(pinned: Pinned, current: Pinned) -> Iterator[str]:
    """Yields a line for each name whose value differs from the pin."""
    # As it would be read back from JSON, where a tuple is a list.
    current = json.loads(json.dumps(current))
    for name in pinned | current:
        if name not in current:
            yield f"{name}: is gone"
        elif name not in pinned:
            yield f"{name}: is new"
        else:
            yield from _between(name, pinned[name], current[name])


def _between(where: str, pinned: Any, current: Any) -> Iterator[str]:
    if isinstance(pinned, dict) and isinstance(current, dict):
        for name in pinned | current:
            if name in pinned and name in current:
                yield from _between(f"{where} / {name}", pinned[name], current[name])
            else:
                yield f"{where} / {name}: {'is gone' if name in pinned else 'is new'}"
    elif isinstance(pinned, list) and isinstance(current, list) and len(pinned) == len(current):
        for i, (pinned_item, current_item) in enumerate(zip(pinned, current, strict=True)):
            yield from _between(f"{where} / {i}", pinned_item, current_item)
    # True is 1 to Python, but not to JSON.
    elif json.dumps(pinned) != json.dumps(current):
        yield f"{where}:\n    pinned {_short(pinned)}\n    now    {_short(current)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LETTERS else f"{text[:_LETTERS]}… ({len(text)} letters)"
