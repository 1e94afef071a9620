"""Positions of Linja for the benchmark: from games between simulated players, and placed at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from generators.linja.players import Lookahead
from generators.seeding import seeded
from puzzles.linja.board import EXTRA_MOVES, LAST, MAX_INSIDE, PLAYERS, Board, Options
from puzzles.linja.endgame import EndgamePuzzle
from puzzles.linja.turns import results
from solvers.linja.layers import blocks
from solvers.linja.packed_sides import board_of, sides
from solvers.linja.position_graph import graph
from solvers.protocol import ENDLESS

ALL_OPTIONS = [Options(extra, negatives) for extra in EXTRA_MOVES for negatives in (True, False)]
# Positions are from games between simulated players, or placements at random.
SOURCES = ("games", "placed")


def positions(low: int, high: int, number: int, source: str) -> list[EndgamePuzzle]:
    """Returns positions of total progress low to high, equally many for all options, none of them over."""
    share = number // len(ALL_OPTIONS)
    puzzles = []
    for options in ALL_OPTIONS:
        rng = seeded("bench linja", source, f"{options} {low} {high}")
        make = partial(_from_game, lookahead=Lookahead(options)) if source == "games" else _from_placement
        candidates = _endless(rng, low, high, options, make)
        puzzles += [next(candidates) for _ in range(share)]
    return puzzles


def _endless(
    rng: random.Random,
    low: int,
    high: int,
    options: Options,
    make: Callable[[random.Random, int, int, Options], EndgamePuzzle | None],
) -> Iterator[EndgamePuzzle]:
    while True:
        puzzle = make(rng, low, high, options)
        if puzzle is not None and not puzzle.board.over:
            yield puzzle


def _from_game(
    rng: random.Random, low: int, high: int, options: Options, lookahead: Lookahead
) -> EndgamePuzzle | None:
    """Returns one position of a game, or None if no position fits."""
    fitting = [(b, player) for b, player in lookahead.game(rng, low) if low <= b.progress <= high]
    return EndgamePuzzle(*rng.choice(fitting), "margin", options) if fitting else None


def _from_placement(rng: random.Random, low: int, high: int, options: Options) -> EndgamePuzzle | None:
    """Returns a uniformly random placement of a layer; None if a row has more pieces than it can hold."""
    layer, first = rng.randint(low, high), sides().first
    n = np.diff(first).tolist()
    a = rng.choices(blocks(layer), [n[a] * n[layer - a] for a in blocks(layer)])[0]
    side_numbers = [rng.randrange(int(first[p]), int(first[p + 1])) for p in (a, layer - a)]
    board = board_of("A", *(int(sides().packed[side]) for side in side_numbers))
    if any(board.count_in(row) > MAX_INSIDE for row in range(1, LAST)):
        return None
    return EndgamePuzzle(board, rng.choice(PLAYERS), "margin", options)


def size(puzzle: EndgamePuzzle) -> int | None:
    """Returns the number of positions that can be reached; None if there are too many for the models."""
    position_graph = graph(_after(puzzle), puzzle.to_move, puzzle.options, ENDLESS)
    return None if isinstance(position_graph, str) else len(position_graph.positions)


def _after(puzzle: EndgamePuzzle) -> list[Board]:
    return list(results(puzzle.board, puzzle.to_move, puzzle.options))


def by_size(classes: list[tuple[int, int]], number: int) -> dict[tuple[int, int], list[EndgamePuzzle]]:
    """Returns endgames of each class of sizes, from both sources."""
    puzzles_by_class: dict[tuple[int, int], list[EndgamePuzzle]] = {limits: [] for limits in classes}
    for low in range(158, 130, -2):
        for source in SOURCES:
            for puzzle in positions(low, low + 1, 16, source):
                if all(len(puzzles) == number for puzzles in puzzles_by_class.values()):
                    return puzzles_by_class
                n = size(puzzle)
                for (minimum, maximum), puzzles in puzzles_by_class.items():
                    if n is not None and minimum <= n <= maximum and len(puzzles) < number:
                        puzzles.append(puzzle)
    return puzzles_by_class
