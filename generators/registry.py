"""What makes every kind, by name."""

from __future__ import annotations

from typing import Any

from generators.end_of_line import cover, solo
from generators.light_line import head, longest, place
from generators.light_line import solo as light_solo
from generators.linja import endgame
from generators.protocol import Generator

GENERATORS: tuple[Generator[Any], ...] = (
    solo.GENERATOR,
    cover.GENERATOR,
    light_solo.GENERATOR,
    longest.GENERATOR,
    head.GENERATOR,
    place.GENERATOR,
    endgame.GENERATOR,
)


def generator_for(kind: str) -> Generator[Any]:
    return next(g for g in GENERATORS if g.kind == kind)
