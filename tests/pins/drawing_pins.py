"""Pins of drawings: SVG, text and cut-outs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.pins import access, inputs
from tests.pins.access import GRADES, IDS, LANGUAGES, Document
from tests.pins.pin import Pinned

_LOOKS: tuple[Document, ...] = tuple(
    {"language": language, "ink": ink, "legend": legend, "answer": answer}
    for language, ink, legend, answer in product(
        LANGUAGES, ("colour", "patterns"), (True, False), (True, False)
    )
)
# The first puzzle of a kind is drawn in every look, the others in this many different ones.
_FEW = 5


def _puzzles(kind: str, maximum: int) -> Iterator[tuple[str, Document, dict[str, Document | None]]]:
    """Yields name, puzzle, and the solutions drawn into it by state."""
    for grade in GRADES:
        for n, (record, solution) in enumerate(access.pack(kind, grade)[:maximum]):
            solutions: dict[str, Document | None] = {"unsolved": None, "solved": solution}
            if n == 0:
                solutions["wrong"] = inputs.wrong(kind, grade)
            yield f"{kind} {grade} {n}", record["puzzle"], solutions


def _look_name(look: Document) -> str:
    words = [look["language"], look["ink"]]
    return " ".join([*words, *(name for name in ("legend", "answer") if look[name])])


def drawings(_: Path) -> Pinned:
    pinned: Pinned = {}
    for kind in IDS:
        for i, (name, puzzle, solutions) in enumerate(_puzzles(kind, 2)):
            looks = _LOOKS if i == 0 else _LOOKS[i :: len(_LOOKS) // _FEW]
            for state, solution in solutions.items():
                pinned[f"{name} {state}"] = _looks(puzzle, solution, looks)
    return pinned


def long_drawings(_: Path) -> Pinned:
    """More puzzles in every look, with one digest for all looks of each."""
    pinned: Pinned = {}
    for kind in IDS:
        for name, puzzle, solutions in _puzzles(kind, 3):
            for state, solution in solutions.items():
                digests = _looks(puzzle, solution, _LOOKS)
                pinned[f"{name} {state}"] = access.digest(" ".join(digests.values()))
    return pinned


def _looks(puzzle: Document, solution: Document | None, looks: tuple[Document, ...]) -> dict[str, str]:
    plain: dict[str, Any] = {"plain": {}}
    looks_by_name = plain | {_look_name(look): look for look in looks}
    return {
        name: access.digest(access.svg(puzzle, solution, **look))[:12] for name, look in looks_by_name.items()
    }


def text_drawings(_: Path) -> Pinned:
    """The drawings for a terminal."""
    pinned: Pinned = {}
    for kind in IDS:
        for name, puzzle, solutions in _puzzles(kind, 2):
            pinned[name] = {
                state: access.digest(access.text(puzzle, solution)) for state, solution in solutions.items()
            }
        for n, puzzle in enumerate((*inputs.solvable(kind), *inputs.impossible(kind))):
            drawing = access.text(puzzle)
            # The first is stored as readable text.
            pinned[f"{kind} tiny {n}"] = access.digest(drawing) if n else drawing
    return pinned


def cut_outs(_: Path) -> Pinned:
    """The number of cut-outs, and a digest of their drawings and sizes."""
    pinned: Pinned = {}
    for kind in IDS:
        for grade in GRADES:
            puzzle = access.pack(kind, grade)[0][0]["puzzle"]
            for look in _LOOKS[:: len(_LOOKS) // 4]:
                groups = access.cut_outs(puzzle, **look)
                total = sum(piece_group[-1] for piece_group in groups)
                pinned[f"{kind} {grade} {_look_name(look)}"] = [total, access.digest(str(groups))]
    return pinned


def show_commands(_: Path) -> Pinned:
    """The output of the show command."""
    pinned: Pinned = {}
    for kind in IDS:
        for grade in GRADES[::2]:
            record = access.pack(kind, grade)[0][0]
            for words in ((), ("--svg",)):
                result = access.run("show", *words, "-", stdin=access.text_of(record))
                output = access.without_data(result.stdout)
                pinned[" ".join((kind, grade, *words))] = [result.exit_code, access.digest(output)]
    return pinned
