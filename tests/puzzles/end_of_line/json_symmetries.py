"""The symmetries of raw JSON of END OF LINE puzzles.

The generators are a shift to the right, a shift down, one reflection, and a rotation (by a quarter on square
boards, otherwise by half a turn).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from tests.oracle import STANDARD, turned

Document = dict[str, Any]
Cell = list[int]
LEFT_RIGHT = {"L": "R", "R": "L", "LS": "SR", "SR": "LS"}
MIRRORED = {"E": "W", "W": "E"}


def with_defaults(document: Document) -> Document:
    """Returns the document with every optional field filled in."""
    start = {"cell": [2, 2], "heading": "N"}
    full: Document = {"rows": 5, "cols": 5, "start": start, "blocked": []}
    is_cover = document["kind"] == "end_of_line.cover"
    full |= {"tray": STANDARD, "givens": []} if is_cover else {"energy": 3}
    return json.loads(json.dumps(full | document))  # type: ignore[no-any-return]


def mapped(
    document: Document,
    cell: Callable[[Cell], Cell],
    heading: Callable[[str], str],
    card: Callable[[str], str],
) -> Document:
    full = with_defaults(document)
    full["start"] = {"cell": cell(full["start"]["cell"]), "heading": heading(full["start"]["heading"])}
    full["blocked"] = [cell(blocked) for blocked in full["blocked"]]
    if "deck" in full:
        full["deck"] = [card(name) for name in full["deck"]]
        return full
    full["tray"] = {card(name): n for name, n in full["tray"].items()}
    for given in full["givens"]:
        given |= {"cell": cell(given["cell"]), "card": card(given["card"])}
        if "heading" in given:
            given["heading"] = heading(given["heading"])
    return full


def generators(document: Document) -> list[Document]:
    """Returns the images of the puzzle under the generators of the symmetry group."""
    full = with_defaults(document)
    rows, cols = full["rows"], full["cols"]
    quarter = mapped(full, lambda c: [c[1], rows - 1 - c[0]], lambda h: turned(h, "R"), str)
    half = mapped(
        full, lambda c: [rows - 1 - c[0], cols - 1 - c[1]], lambda h: turned(turned(h, "R"), "R"), str
    )
    mirror = mapped(
        full,
        lambda c: [c[0], cols - 1 - c[1]],
        lambda h: MIRRORED.get(h, h),
        lambda name: LEFT_RIGHT.get(name, name),
    )
    return [
        mapped(full, lambda c: [c[0], (c[1] + 1) % cols], str, str),
        mapped(full, lambda c: [(c[0] + 1) % rows, c[1]], str, str),
        mirror,
        quarter if rows == cols else half,
    ]


def random_twin(rng: random.Random, document: Document) -> Document:
    for _ in range(rng.randint(1, 12)):
        document = rng.choice(generators(document))
    return document
