"""The puzzles and wrong solutions that the pins ask about, drawn once from the samples of the tests.

They are kept, so that samples may change. `python -m tests.pins inputs` adds those of a new kind.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tests.pins import access
from tests.pins.access import GRADES, IDS, Document

_FILE = Path(__file__).parent / "data" / "inputs.json"
_TINY = 6
_IMPOSSIBLE = 2


@cache
def _all() -> dict[str, Document]:
    found: dict[str, Document] = json.loads(_FILE.read_text()) if _FILE.exists() else {}
    return found


def solvable(kind: str) -> list[Document]:
    return list(_all()[kind]["solvable"])


def impossible(kind: str) -> list[Document]:
    return list(_all()[kind]["impossible"])


def twins(kind: str) -> list[Document]:
    """Of those that are solvable, what a symmetry makes of each."""
    return list(_all()[kind]["twins"])


def wrong(kind: str, grade: str) -> Document:
    """A solution of the pack's first puzzle that breaks a rule."""
    found: Document = _all()[kind]["wrong"][grade]
    return found


def write() -> None:
    found = _all() | {kind: _drawn(kind) for kind in IDS if kind not in _all()}
    lines = (f"{json.dumps(kind)}: {json.dumps(each, separators=(',', ':'))}" for kind, each in found.items())
    _FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    _all.cache_clear()


def _drawn(kind: str) -> Document:
    from tests.samples import SAMPLES  # noqa: PLC0415  # only to draw: what is pinned does not need them

    sample = SAMPLES[kind]
    found: dict[str, Any] = {"solvable": [], "impossible": [], "twins": [], "wrong": {}}
    for seed in range(2000):
        puzzle = sample.instance(random.Random(f"pins {kind} {seed}"))
        can = sample.best(puzzle) is not None
        name, most = ("solvable", _TINY) if can else ("impossible", _IMPOSSIBLE)
        if len(found[name]) < most:
            found[name].append(puzzle)
        if len(found["solvable"]) == _TINY and len(found["impossible"]) == _IMPOSSIBLE:
            break
    rng = random.Random(f"pins twins {kind}")
    found["twins"] = [sample.twin(rng, puzzle) for puzzle in found["solvable"]]
    found["wrong"] = {grade: _spoiled(kind, grade, sample.spoil) for grade in GRADES}
    return found


def _spoiled(kind: str, grade: str, spoil: Callable[[random.Random, Document], Document]) -> Document:
    record, solution = access.pack(kind, grade)[0]
    rng = random.Random(f"pins wrong {kind} {grade}")
    while True:
        spoiled = spoil(rng, solution)
        if access.broken(record["puzzle"], spoiled):
            return spoiled
