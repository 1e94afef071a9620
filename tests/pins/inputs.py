"""The puzzles and wrong solutions that the pins use, generated once from the samples of the tests.

They are stored, so that samples may change. `python -m tests.pins inputs` adds those of a new kind.
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
    inputs: dict[str, Document] = json.loads(_FILE.read_text()) if _FILE.exists() else {}
    return inputs


def solvable(kind: str) -> list[Document]:
    return list(_all()[kind]["solvable"])


def impossible(kind: str) -> list[Document]:
    return list(_all()[kind]["impossible"])


def twins(kind: str) -> list[Document]:
    """Returns a twin of each solvable puzzle."""
    return list(_all()[kind]["twins"])


def wrong(kind: str, grade: str) -> Document:
    """Returns a solution of the pack's first puzzle that breaks a rule."""
    solution: Document = _all()[kind]["wrong"][grade]
    return solution


def write() -> None:
    inputs = _all() | {kind: _generate_inputs(kind) for kind in IDS if kind not in _all()}
    lines = (
        f"{json.dumps(kind)}: {json.dumps(entry, separators=(',', ':'))}" for kind, entry in inputs.items()
    )
    _FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    _all.cache_clear()


def _generate_inputs(kind: str) -> Document:
    from tests.samples import SAMPLES  # noqa: PLC0415  # only generating inputs needs the samples

    sample = SAMPLES[kind]
    inputs: dict[str, Any] = {"solvable": [], "impossible": [], "twins": [], "wrong": {}}
    for seed in range(2000):
        puzzle = sample.instance(random.Random(f"pins {kind} {seed}"))
        is_solvable = sample.best(puzzle) is not None
        name, maximum = ("solvable", _TINY) if is_solvable else ("impossible", _IMPOSSIBLE)
        if len(inputs[name]) < maximum:
            inputs[name].append(puzzle)
        if len(inputs["solvable"]) == _TINY and len(inputs["impossible"]) == _IMPOSSIBLE:
            break
    rng = random.Random(f"pins twins {kind}")
    inputs["twins"] = [sample.twin(rng, puzzle) for puzzle in inputs["solvable"]]
    inputs["wrong"] = {grade: _wrong_solution(kind, grade, sample.spoil) for grade in GRADES}
    return inputs


def _wrong_solution(kind: str, grade: str, spoil: Callable[[random.Random, Document], Document]) -> Document:
    record, solution = access.pack(kind, grade)[0]
    rng = random.Random(f"pins wrong {kind} {grade}")
    while True:
        spoiled = spoil(rng, solution)
        if access.broken_rules(record["puzzle"], spoiled):
            return spoiled
