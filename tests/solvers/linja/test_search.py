"""Tests the engines against the brute force on small endgames, and against each other beyond."""

from __future__ import annotations

import random

import pytest

from puzzles.linja.board import Board, Options, Player, opponent
from puzzles.linja.endgame import GOALS, KIND, EndgamePuzzle
from puzzles.linja.turns import results
from solvers.linja import endgame
from solvers.linja.engine import EndgameEngine
from solvers.linja.search import SearchEngine
from solvers.linja.table_engine import TableEngine
from solvers.protocol import Limits
from tests.oracle import linja_instances as instances
from tests.puzzles.linja.sample_drawings import walk
from tests.tiers import reach

ENGINES = [engine.load() for engine in endgame.ENGINES]
IDS = [engine.name for engine in ENGINES]


def _agree(engine: EndgameEngine, document: instances.Document) -> None:
    expected = instances.values(document)
    puzzle = KIND.parse(document)
    moves = engine.moves(puzzle, Limits())
    assert not isinstance(moves, str)
    assert {(move.A, move.B): move.value for move in moves} == expected
    outcome = engine.solve(puzzle, "any", Limits())
    assert outcome.value == instances.value(document)  # type: ignore[union-attr]  # none is unknown here
    for goal in GOALS:
        with_goal = document | {"goal": goal}
        count = engine.count(KIND.parse(with_goal), 1000, Limits())
        assert (count.n, count.exact) == (instances.count(with_goal), True)


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("engine", ENGINES, ids=IDS)
def test_same_as_the_brute_force(engine: EndgameEngine) -> None:
    rng = random.Random("engines")
    for _ in range(reach(test=10, long=40)):
        _agree(engine, instances.instance(rng, 300))


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES, ids=IDS)
def test_same_as_the_brute_force_on_many(engine: EndgameEngine) -> None:
    rng = random.Random("many")
    for _ in range(1_000):
        _agree(engine, instances.instance(rng, 2_000))


def _positions(seed: int, minimum: int, maximum: int) -> list[tuple[Board, Player, Options]]:
    """Returns positions of random games within a range of progress."""
    positions = [(view.board, view.player, view.options) for view in walk(seed)]
    return [
        position
        for position in positions
        if minimum <= position[0].progress <= maximum and not position[0].over
    ]


@pytest.mark.parametrize("seed", range(6))
def test_search_and_table_agree(seed: int) -> None:
    for board, player, options in _positions(seed, 120, 150):
        puzzle = EndgamePuzzle(board, player, "margin", options)
        assert SearchEngine().moves(puzzle, Limits()) == TableEngine().moves(puzzle, Limits())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 60))
def test_search_and_table_agree_on_many(seed: int) -> None:
    for board, player, options in _positions(seed, 112, 160):
        puzzle = EndgamePuzzle(board, player, "margin", options)
        moves = SearchEngine().moves(puzzle, Limits())
        if board.progress >= 120:
            assert moves == TableEngine().moves(puzzle, Limits())
        flipped = EndgamePuzzle(Board(board.B[::-1], board.A[::-1]), opponent(player), "margin", options)
        flipped_moves = SearchEngine().moves(flipped, Limits())
        assert [move.value for move in moves] == [move.value for move in flipped_moves]  # type: ignore[union-attr]  # no limit


def test_a_search_is_ended_by_its_limits() -> None:
    start = KIND.parse(
        {
            "kind": "linja.endgame",
            "A": [6, 1, 1, 1, 1, 1, 1, 0],
            "B": [0, 1, 1, 1, 1, 1, 1, 6],
            "to_move": "A",
        }
    )
    engine = SearchEngine()
    assert engine.moves(start, Limits(seconds=0.1)) == "time"
    assert engine.moves(start, Limits(cancelled=lambda: True)) == "cancelled"
    assert engine.moves(start, Limits(work=1_000)) == "time"
    assert engine.count(start, 5, Limits(work=1_000)).exact is False
    assert TableEngine().moves(start, Limits()) == "size"


@pytest.mark.slow
def test_boards_after_history_count_as_over() -> None:
    rng = random.Random("history")
    cases = 0
    while cases < 5:
        puzzle = KIND.parse(instances.instance(rng, 200))
        boards = list(results(puzzle.board, puzzle.to_move, puzzle.options))
        if any(board.ended for board in boards):
            cases += 1
            values_by_engine = [
                engine.values(boards, puzzle.to_move, puzzle.options, Limits()) for engine in ENGINES
            ]
            assert all(list(values) == list(values_by_engine[0]) for values in values_by_engine)
