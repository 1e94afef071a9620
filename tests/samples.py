"""What the tests know of every kind: tiny instances, a brute force, and how to spoil a solution.

A kind without an entry here fails tests/test_every_kind.py by name.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.oracle import cover as cover_oracle
from tests.oracle import instances
from tests.oracle import solo as solo_oracle

Document = dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """`best` is None for an impossible puzzle; without a score it is 0 when there is one."""

    instance: Callable[[random.Random], Document]
    best: Callable[[Document], int | None]
    count: Callable[[Document], int]
    legal: Callable[[Document, Document], bool]
    spoil: Callable[[random.Random, Document], Document]


def _placed(solution: Document) -> list[Document]:
    if "line" in solution:
        return list(solution["line"])
    return [card for played in solution["rounds"] for card in played["cards"]]


def _spoil_line(rng: random.Random, solution: Document) -> Document:
    """One change somewhere: a card, a cell, a card more or less."""
    spoiled = copy.deepcopy(solution)
    cards = _placed(spoiled)
    card = rng.choice(cards)
    change = rng.randrange(4)
    if change == 0:
        card["card"] = rng.choice([c for c in ("S", "L", "R", "LS", "LSR") if c != card["card"]])
    elif change == 1:
        card["cell"] = [card["cell"][0] + rng.choice([-1, 1, 7]), card["cell"][1]]
    elif change == 2:
        card["cell"] = list(rng.choice(cards)["cell"])
    else:
        owner = spoiled["line"] if "line" in spoiled else rng.choice(spoiled["rounds"])["cards"]
        if owner:
            owner.pop(rng.randrange(len(owner)))
    return spoiled


SAMPLES: dict[str, Sample] = {
    "end_of_line.solo": Sample(
        instance=instances.solo_instance,
        best=solo_oracle.best,
        count=solo_oracle.count,
        legal=lambda puzzle, solution: solo_oracle.legal_score(puzzle, solution) is not None,
        spoil=_spoil_line,
    ),
    "end_of_line.cover": Sample(
        instance=instances.cover_instance,
        best=lambda puzzle: 0 if cover_oracle.count(puzzle) else None,
        count=cover_oracle.count,
        legal=cover_oracle.legal,
        spoil=_spoil_line,
    ),
}
