"""The engines on what the brute force can see to its end, and with each other beyond that."""

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
        asked = document | {"goal": goal}
        counted = engine.count(KIND.parse(asked), 1000, Limits())
        assert (counted.n, counted.exact) == (instances.count(asked), True)


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


def _played(seed: int, least: int, most: int) -> list[tuple[Board, Player, Options]]:
    """Positions of random games of that total progress."""
    found = [(each.board, each.player, each.options) for each in walk(seed)]
    return [each for each in found if least <= each[0].progress <= most and not each[0].over]


@pytest.mark.parametrize("seed", range(6))
def test_search_and_table_agree(seed: int) -> None:
    for board, player, options in _played(seed, 120, 150):
        puzzle = EndgamePuzzle(board, player, "margin", options)
        assert SearchEngine().moves(puzzle, Limits()) == TableEngine().moves(puzzle, Limits())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 60))
def test_search_and_table_agree_on_many(seed: int) -> None:
    for board, player, options in _played(seed, 112, 160):
        puzzle = EndgamePuzzle(board, player, "margin", options)
        searched = SearchEngine().moves(puzzle, Limits())
        if board.progress >= 120:
            assert searched == TableEngine().moves(puzzle, Limits())
        flipped = EndgamePuzzle(Board(board.B[::-1], board.A[::-1]), opponent(player), "margin", options)
        again = SearchEngine().moves(flipped, Limits())
        assert [move.value for move in searched] == [move.value for move in again]  # type: ignore[union-attr]  # no limit


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


def test_boards_after_history_count_as_over() -> None:
    rng = random.Random("history")
    seen = 0
    while seen < 5:
        puzzle = KIND.parse(instances.instance(rng, 200))
        reached = list(results(puzzle.board, puzzle.to_move, puzzle.options))
        if any(board.ended for board in reached):
            seen += 1
            said = [each.values(reached, puzzle.to_move, puzzle.options, Limits()) for each in ENGINES]
            assert all(list(values) == list(said[0]) for values in said)
