"""Tiny `end_of_line.coop` puzzles that need an effect of energy, for a solution or for the best score.

They are rare, so they are stored; `python -m tests.oracle.end_of_line_energy` looks for them anew.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tests.oracle import end_of_line_coop
from tests.oracle.end_of_line_coop import Game, Move, State
from tests.oracle.end_of_line_coop_instances import (
    empty_board,
    not_covered,
    random_play,
    with_decks,
)
from tests.oracle.end_of_line_instances import starved_deck
from tests.oracle.end_of_line_solo import ACTIONS

FILE = Path(__file__).with_suffix(".jsonl")
# The number of puzzles for each effect.
NUMBER = 25
MOST_CELLS = 11


def stored_puzzles() -> list[tuple[str, dict[str, Any]]]:
    """The effects and the puzzles that need them."""
    return [(effect, puzzle) for effect, puzzle in map(json.loads, FILE.read_text().splitlines())]


def is_needed(effect: str, puzzle: dict[str, Any]) -> bool:
    """Whether the best score cannot be reached without this effect."""

    class WithoutEffect(Game):
        def beginnings(self, state: State) -> list[tuple[Move, State]]:
            return [(move, after) for move, after in super().beginnings(state) if move != effect]

    best = end_of_line_coop.best(puzzle)
    return best is not None and end_of_line_coop.best(puzzle, rules=WithoutEffect) != best


def random_puzzle(rng: random.Random, effect: str) -> dict[str, Any]:
    while True:
        puzzle = draft(rng, effect)
        if puzzle is not None and is_needed(effect, puzzle):
            return puzzle


def draft(rng: random.Random, effect: str) -> dict[str, Any] | None:
    """A puzzle that random players who like an effect solved, or None if they got stuck or spent nothing."""
    board = empty_board(rng) | {"energy": 1}
    rounds = 2 if effect == "speed_up" else rng.choice((2, 2, 2, 3))
    longest = (2 * rounds - 1) * len(board["players"]) + (
        3 if effect == "speed_up" else rng.choice((1, 2, 3))
    )
    if longest > MOST_CELLS:
        return None
    decks = [deck_for_effect(rng, effect, longest // len(board["players"]) + 2) for _ in board["players"]]
    play = random_play(rng, with_decks(board, decks), longest, effect)
    if len(play) < longest:
        return None
    return with_decks(board | {"blocked": not_covered(board, play)}, decks)


def deck_for_effect(rng: random.Random, effect: str, size: int) -> list[str]:
    """A deck with few cards of several exits. Where extra gas is to be needed, the hand is soon full of one
    card."""
    if effect == "extra_gas":
        first, later = starved_deck(rng, 3, 1), starved_deck(rng, 2, 0)
        return [*first, *[rng.choice(("S", "L", "R"))] * 5, *later]
    return starved_deck(rng, size, 1)


def main() -> None:
    with FILE.open("w") as file:
        for n in range(NUMBER):
            for effect in ACTIONS:
                puzzle = random_puzzle(random.Random(f"{effect} {n}"), effect)
                file.write(json.dumps([effect, puzzle], separators=(",", ":")) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
