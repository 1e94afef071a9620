"""Random tiny `end_of_line.classic` puzzles on which the oracle answers quickly.

Most areas are cut around the path of a random walk, or are what a random player covered, and most decks are
chosen for them. Decks are shuffled more than those of solo puzzles, as the discard pile makes up for much.
"""

from __future__ import annotations

import random
from typing import Any

from tests.oracle import Board, Cell, end_of_line_classic
from tests.oracle.end_of_line_instances import (
    cards_for_path,
    free_cells,
    random_area,
    random_cards,
    starved_deck,
)

# The most cards of a deck and points of energy together.
MOST = 11


def instance(rng: random.Random) -> dict[str, Any]:
    """Returns a random classic puzzle; almost half of them are what a random player covered."""
    puzzle = played(rng) if rng.random() < 0.45 else drawn_up(rng)
    return {"kind": "end_of_line.classic", **puzzle}


def drawn_up(rng: random.Random) -> dict[str, Any]:
    """A puzzle with a deck for a path, or with any deck."""
    area, path = random_area(rng, rng.choice((4, 6, 7, 8)))
    cells = free_cells(area)
    kind = rng.random()
    if kind < 0.06:
        deck = random_cards(rng, rng.randint(0, max(0, cells - 1)))  # short, or empty
    elif kind < 0.4:
        deck = random_cards(rng, cells + rng.choice((0, 0, 1, 2)))
    else:
        deck = cards_for_path(rng, path, rng.choice((0.7, 1.0, 1.0)))
        deck += random_cards(rng, max(0, cells - len(deck)) + rng.choice((0, 0, 0, 1, 2, 3)))
        if rng.random() < 0.6:
            rng.shuffle(deck)
        elif deck:
            deck.insert(rng.randrange(len(deck)), deck.pop())
    energy = rng.choice((0, 0, 0, 1, 2, 3))
    puzzle: dict[str, Any] = {**area, "deck": deck[: MOST - energy]}
    if energy != 3 or rng.random() < 0.5:
        puzzle["energy"] = energy
    return puzzle


def played(rng: random.Random) -> dict[str, Any]:
    """A puzzle of which a random player who likes to reverse covered most or all of the area."""
    rows, cols = rng.choice(((3, 3), (3, 4), (4, 3)))
    start = {"cell": [rng.randrange(rows), rng.randrange(cols)], "heading": rng.choice("NESW")}
    area = {"rows": rows, "cols": cols, "start": start}
    energy = rng.choice((1, 1, 2, 3))
    deck = starved_deck(rng, rng.randint(5, MOST - energy), rng.choice((1, 2, 3)))
    covered = max((cells_of_play(rng, area, deck, energy) for _ in range(6)), key=len)
    left_over = sorted(Board(area).free - covered)
    rng.shuffle(left_over)
    if left_over and rng.random() < 0.1:
        left_over.pop()
    if rng.random() < 0.4:
        rng.shuffle(deck)
    spare = rng.choice((0, 0, 1, 4))
    energy = max(0, energy - rng.choice((0, 0, 1)))
    return {
        **area,
        "blocked": [list(cell) for cell in left_over],
        "deck": deck[: len(covered) + spare],
        "energy": energy,
    }


def cells_of_play(rng: random.Random, area: dict[str, Any], deck: list[str], energy: int) -> set[Cell]:
    game = end_of_line_classic.Game({**area, "deck": deck, "energy": energy})
    state, covered = game.first(), set[Cell]()
    longest = rng.choice((4, 5, 6, 7, 8))
    while len(covered) < longest and (moves := game.moves(state)):
        reverses = [move for move in moves if move[0].reverse]
        placings = [move for move in moves if move[0].cell]
        if reverses and rng.random() < 0.5:
            moves = reverses
        elif placings and rng.random() < 0.7:
            moves = placings
        action, state = rng.choice(moves)
        if action.cell:
            covered.add(action.cell)
    return covered
