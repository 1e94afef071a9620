"""The solo puzzle and its solution, and the numbers of its rules."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.end_of_line.board import Area, Round

HAND_SIZE = 5
# Energy may be spent from this round on (counted from 1).
FIRST_ENERGY_ROUND = 3
EFFECTS = ("speed_up", "brake", "reverse", "extra_gas")


@dataclass(frozen=True)
class SoloPuzzle:
    """`deck` is in drawing order."""

    area: Area
    deck: tuple[str, ...]
    energy: int


@dataclass(frozen=True)
class SoloSolution:
    rounds: tuple[Round, ...]


def round_size(number: int, energy: str | None) -> int:
    """Returns how many cards a round places; `number` is counted from 1. The last round ends when the area is
    full."""
    if energy == "speed_up":
        return 3
    if energy == "brake" or number == 1:
        return 1
    return 2
