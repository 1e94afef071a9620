"""Compares the grades of Linja with players that the grader does not know.

Rank correlations over all puzzles show which part of the measure orders puzzles as these players do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

import numpy as np

from generators.linja.endgame import GENERATORS
from generators.linja.players import FARTHEST, Lookahead
from generators.protocol import Spec
from generators.seeding import seeded
from puzzles.grades import GRADES, Grade
from puzzles.linja.board import Board
from puzzles.linja.endgame import EndgamePuzzle
from solvers.linja.endgame import VALUES
from solvers.linja.engine import ValuedTurn
from solvers.linja.packed_sides import packed
from solvers.protocol import ENDLESS, Limits
from tests.bench.linja_players import Players
from tests.bench.timing import table

PUZZLES = 60
# Name, method and strength of each player, and how often it plays a puzzle.
_PLAYERS: tuple[tuple[str, Callable[[Players, EndgamePuzzle, int], tuple[int, int]], int, int], ...] = (
    ("10 games", Players.play_out, 10, 8),
    ("40 games", Players.play_out, 40, 4),
    ("160 games", Players.play_out, 160, 2),
    ("hasty, 50%", Players.hurry, 50, 40),
    ("hasty, 90%", Players.hurry, 90, 40),
)


@dataclass(frozen=True)
class PlayedPuzzle:
    """A puzzle, its difficulty, the parts of the measure, and the share of right turns by player."""

    difficulty: int
    parts: dict[str, float]
    shares: list[float]


def main() -> None:
    puzzles_by_grade = {grade: [_play_puzzle(grade, seed) for seed in range(PUZZLES)] for grade in GRADES}
    rows = [["linja.endgame: right turns", "puzzles", *(name for name, *_ in _PLAYERS), "all players"]]
    means = []
    for grade, puzzles in puzzles_by_grade.items():
        shares = [fmean(puzzle.shares[i] for puzzle in puzzles) for i in range(len(_PLAYERS))]
        means.append([*shares, fmean(shares)])
        rows.append([grade, str(len(puzzles)), *(f"{share:.1%}" for share in means[-1])])
    table(rows)
    falling = [all(a[i] > b[i] for a, b in pairwise(means)) for i in range(len(means[0]))]
    names = [*(name for name, *_ in _PLAYERS), "all players"]
    missing = ", ".join(name for name, falls in zip(names, falling, strict=True) if not falls)
    print(f"  shares fall from grade to grade: {f'NOT for {missing}' if missing else 'yes'}", flush=True)
    _parts([puzzle for puzzles in puzzles_by_grade.values() for puzzle in puzzles])


def _play_puzzle(grade: Grade, seed: int) -> PlayedPuzzle:
    spec = Spec(grade, seed, GENERATORS.maker.options.read({}))
    generated = GENERATORS.maker.generate(spec, seeded("bench grades", grade, seed))
    moves = VALUES.moves(None, generated.puzzle, Limits())
    assert not isinstance(moves, str)
    return PlayedPuzzle(
        generated.grading.difficulty,
        _measure_parts(generated.puzzle, moves),
        right_turns(generated.puzzle, moves[0], seed),
    )


def _measure_parts(puzzle: EndgamePuzzle, moves: Sequence[ValuedTurn]) -> dict[str, float]:
    lookahead = Lookahead(puzzle.options)
    right = moves[0].A, moves[0].B
    ahead = lookahead.turns_ahead(puzzle.board, puzzle.to_move, right, ENDLESS, FARTHEST)
    assert ahead is not None
    return {
        "turns ahead": ahead,
        "small gap": moves[1].value - moves[0].value,
        "log of results": math.log2(len(moves)),
    }


def right_turns(puzzle: EndgamePuzzle, right: ValuedTurn, seed: int) -> list[float]:
    """The share of right turns, by player."""
    players, right_sides = Players(seed), packed(Board(right.A, right.B), puzzle.to_move)
    return [
        fmean(play(players, puzzle, strength) == right_sides for _ in range(times))
        for _, play, strength, times in _PLAYERS
    ]


def _parts(puzzles: Sequence[PlayedPuzzle]) -> None:
    """Prints the rank correlation of each player's wrong turns with each part."""
    rows = [["rank correlation with wrong turns", *(name for name, *_ in _PLAYERS), "all players"]]
    wrong = np.array([[1 - share for share in (*puzzle.shares, fmean(puzzle.shares))] for puzzle in puzzles])
    parts = {part: [puzzle.parts[part] for puzzle in puzzles] for part in puzzles[0].parts}
    for part, values in {"difficulty": [puzzle.difficulty for puzzle in puzzles], **parts}.items():
        correlations = [np.corrcoef(_ranks(np.array(values)), _ranks(column))[0, 1] for column in wrong.T]
        rows.append([part, *(f"{rho:.2f}" for rho in correlations)])
    table(rows)


def _ranks(values: np.ndarray) -> np.ndarray:
    """Returns the ranks of values; equal values share their mean rank."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: np.ndarray = (last - (counts - 1) / 2)[group]
    return ranks
