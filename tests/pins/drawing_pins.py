"""Pins of drawings: pictures, texts, and what is cut out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.pins import access, inputs
from tests.pins.access import GRADES, IDS, LANGUAGES, Document
from tests.pins.pin import Pinned

_LOOKS: tuple[Document, ...] = tuple(
    {"language": language, "ink": ink, "legend": legend, "answer": answer, "counting": counting}
    for language, ink, legend, answer, counting in product(
        LANGUAGES, ("colour", "patterns"), (True, False), (True, False), ("json", "people")
    )
)
# One puzzle of a kind in every look, the others in so many of them, never the same ones.
_FEW = 5


def _puzzles(kind: str, most: int) -> Iterator[tuple[str, Document, dict[str, Document | None]]]:
    """Name, puzzle, and what is drawn into it."""
    for grade in GRADES:
        for n, (record, solution) in enumerate(access.pack(kind, grade)[:most]):
            drawn: dict[str, Document | None] = {"unsolved": None, "solved": solution}
            if n == 0:
                drawn["wrong"] = inputs.wrong(kind, grade)
            yield f"{kind} {grade} {n}", record["puzzle"], drawn


def _look_name(look: Document) -> str:
    words = [look["language"], look["ink"], look["counting"]]
    return " ".join([*words, *(name for name in ("legend", "answer") if look[name])])


def drawings(_: Path) -> Pinned:
    found: Pinned = {}
    for kind in IDS:
        for i, (name, puzzle, drawn) in enumerate(_puzzles(kind, 2)):
            looks = _LOOKS if i == 0 else _LOOKS[i :: len(_LOOKS) // _FEW]
            for state, solution in drawn.items():
                found[f"{name} {state}"] = _looks(puzzle, solution, looks)
    return found


def long_drawings(_: Path) -> Pinned:
    """More puzzles in every look, a digest for all looks of each."""
    found: Pinned = {}
    for kind in IDS:
        for name, puzzle, drawn in _puzzles(kind, 3):
            for state, solution in drawn.items():
                told = _looks(puzzle, solution, _LOOKS)
                found[f"{name} {state}"] = access.digest(" ".join(told.values()))
    return found


def _looks(puzzle: Document, solution: Document | None, looks: tuple[Document, ...]) -> dict[str, str]:
    plain: dict[str, Any] = {"plain": {}}
    named = plain | {_look_name(look): look for look in looks}
    return {name: access.digest(access.svg(puzzle, solution, **look))[:12] for name, look in named.items()}


def text_drawings(_: Path) -> Pinned:
    """What a terminal shows."""
    found: Pinned = {}
    for kind in IDS:
        for name, puzzle, drawn in _puzzles(kind, 2):
            found[name] = {
                state: access.digest(access.text(puzzle, solution)) for state, solution in drawn.items()
            }
        for n, puzzle in enumerate((*inputs.solvable(kind), *inputs.impossible(kind))):
            drawn_text = access.text(puzzle)
            # One to be seen.
            found[f"{kind} tiny {n}"] = access.digest(drawn_text) if n else drawn_text
    return found


def cut_outs(_: Path) -> Pinned:
    """How many there are in all, and a digest of their drawings and sizes."""
    found: Pinned = {}
    for kind in IDS:
        for grade in GRADES:
            puzzle = access.pack(kind, grade)[0][0]["puzzle"]
            for look in _LOOKS[:: len(_LOOKS) // 4]:
                cut = access.cut_outs(puzzle, **look)
                pieces = sum(each[-1] for each in cut)
                found[f"{kind} {grade} {_look_name(look)}"] = [pieces, access.digest(str(cut))]
    return found


def shown(_: Path) -> Pinned:
    """What the command writes, which is what the functions draw."""
    found: Pinned = {}
    for kind in IDS:
        for grade in GRADES[::2]:
            record = access.pack(kind, grade)[0][0]
            for words in ((), ("--svg",)):
                result = access.run("show", *words, "-", given=access.text_of(record))
                told = access.without_data(result.stdout)
                found[" ".join((kind, grade, *words))] = [result.exit_code, access.digest(told)]
    return found
