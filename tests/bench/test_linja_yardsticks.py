"""Checks that the plain yardstick of Linja agrees with the engines, and that the players make legal turns."""

import random

import pytest

from puzzles.linja.board import Board
from puzzles.linja.endgame import KIND, EndgamePuzzle
from puzzles.linja.turns import results
from solvers.linja.endgame import ENGINES
from solvers.linja.packed_sides import packed
from solvers.protocol import Limits
from tests.bench.linja_plain import Plain
from tests.bench.linja_players import Players
from tests.bench.linja_positions import SOURCES, positions, size
from tests.oracle.linja_instances import instance

# The table has to build its late layers first, and has its own tests.
WITHOUT_TABLE = [engine.load() for engine in ENGINES if engine.name != "table"]


@pytest.mark.parametrize("seed", range(12))
def test_plain_agrees(seed: int) -> None:
    puzzle = KIND.parse(instance(random.Random(f"yardsticks {seed}")))
    boards = list(results(puzzle.board, puzzle.to_move, puzzle.options))
    expected = Plain(puzzle.options).values(boards, puzzle.to_move)
    for engine in WITHOUT_TABLE:
        assert engine.values(boards, puzzle.to_move, puzzle.options, Limits()) == expected


@pytest.mark.parametrize("source", SOURCES)
def test_positions(source: str) -> None:
    puzzles = positions(150, 153, 8, source)
    assert puzzles == positions(150, 153, 8, source)
    assert len(puzzles) == 8
    assert len({puzzle.options for puzzle in puzzles}) == 4
    for puzzle in puzzles:
        assert 150 <= puzzle.board.progress <= 153
        assert not puzzle.board.over
        assert KIND.parse(KIND.serialise(puzzle)) == puzzle
        assert size(puzzle) != 0


@pytest.mark.parametrize("source", SOURCES)
def test_players_make_legal_turns(source: str) -> None:
    players = Players(1)
    for puzzle in positions(120, 140, 40, source):
        legal = {packed(board, puzzle.to_move) for board in _after(puzzle)}
        assert players.play_out(puzzle, 3) in legal
        assert players.hurry(puzzle, 50) in legal


def test_players_take_the_best_end() -> None:
    """Where every turn ends the game, nothing is left to chance."""
    ends = [p for p in positions(155, 160, 400, "placed") if all(board.over for board in _after(p))]
    assert ends
    for puzzle in ends:
        margins = {
            packed(board, puzzle.to_move): board.margin(puzzle.to_move, puzzle.options)
            for board in _after(puzzle)
        }
        assert margins[Players(1).play_out(puzzle, 1)] == max(margins.values())


def _after(puzzle: EndgamePuzzle) -> list[Board]:
    return list(results(puzzle.board, puzzle.to_move, puzzle.options))
