"""The symmetries of raw JSON of END OF LINE puzzles.

They are generated, not listed: a step to the right, a step down, one mirroring, and a turn (a quarter on
square boards, else a half), one after another.
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


def filled(document: Document) -> Document:
    """With everything written out that may be left out."""
    start = {"cell": [2, 2], "heading": "N"}
    full: Document = {"rows": 5, "cols": 5, "start": start, "blocked": []}
    full |= {"energy": 3} if document["kind"] == "end_of_line.solo" else {"tray": STANDARD, "givens": []}
    return json.loads(json.dumps(full | document))  # type: ignore[no-any-return]


def mapped(
    document: Document,
    cell: Callable[[Cell], Cell],
    heading: Callable[[str], str],
    card: Callable[[str], str],
) -> Document:
    full = filled(document)
    full["start"] = {"cell": cell(full["start"]["cell"]), "heading": heading(full["start"]["heading"])}
    full["blocked"] = [cell(each) for each in full["blocked"]]
    if "deck" in full:
        full["deck"] = [card(each) for each in full["deck"]]
        return full
    full["tray"] = {card(name): n for name, n in full["tray"].items()}
    for each in full["givens"]:
        each |= {"cell": cell(each["cell"]), "card": card(each["card"])}
        if "heading" in each:
            each["heading"] = heading(each["heading"])
    return full


def generators(document: Document) -> list[Document]:
    """The puzzle after each of the symmetries from which all others are made."""
    full = filled(document)
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
