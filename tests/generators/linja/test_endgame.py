"""Tests what generated endgames guarantee."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from generators.linja.endgame import GENERATORS, MIN_TURNS, _confirmed
from generators.protocol import Spec
from generators.records import make_record
from puzzles.grades import GRADES, Grade
from puzzles.linja.board import LAST, Board
from puzzles.linja.endgame import GOALS, KIND, EndgamePuzzle, goal_threshold
from puzzles.linja.turns import results
from solvers.linja.search import SearchEngine
from solvers.protocol import Limits
from tests.oracle import linja as oracle
from tests.oracle.linja_instances import instance


def _record(grade: Grade, seed: int, **options: object) -> dict[str, Any]:
    return make_record(KIND, GENERATORS.maker, Spec(grade, seed, GENERATORS.maker.options.read(options)))


def _generate(grade: Grade, seed: int, **options: object) -> EndgamePuzzle:
    return KIND.parse(_record(grade, seed, **options)["puzzle"])


@pytest.mark.parametrize("grade", GRADES)
def test_one_result_alone_meets_the_goal(grade: Grade) -> None:
    for seed in range(12):
        puzzle = _generate(grade, seed)
        moves = SearchEngine().moves(puzzle, Limits())
        assert not isinstance(moves, str)
        threshold = goal_threshold(puzzle.goal, moves[0].value)
        assert [move.value >= threshold for move in moves] == [True] + [False] * (len(moves) - 1)
        boards = results(puzzle.board, puzzle.to_move, puzzle.options)
        assert len({(board.A, board.B) for board in boards}) == len(boards) == len(moves)
        assert grade == "easy" or len(moves) >= MIN_TURNS


@pytest.mark.slow
def test_results_that_are_over_are_confirmed_as_such() -> None:
    """Their pieces alone do not show that the game is over."""
    rng = random.Random("confirmed")
    cases = 0
    while cases < 10:
        puzzle = KIND.parse(instance(rng, 300) | {"goal": "margin"})
        boards = results(puzzle.board, puzzle.to_move, puzzle.options)
        moves = SearchEngine().moves(puzzle, Limits())
        assert not isinstance(moves, str)
        if len(moves) < 2 or moves[0].value == moves[1].value:
            continue
        assert _confirmed(puzzle, moves) == (len(moves) == len(boards))
        cases += any(board.ended for board in boards)


@pytest.mark.slow
@pytest.mark.parametrize("goal", GOALS)
def test_requested_goals(goal: str) -> None:
    for extra_move, negatives in (("own", False), ("any", True)):
        puzzle = _generate("medium", 3, goal=goal, extra_move=extra_move, negatives=negatives)
        assert (puzzle.goal, puzzle.options.extra_move, puzzle.options.negatives) == (
            goal,
            extra_move,
            negatives,
        )


def test_goals_are_of_all_sorts() -> None:
    assert set(Counter(_generate("medium", seed).goal for seed in range(16))) == set(GOALS)


def test_tags_are_true() -> None:
    tag_counts: Counter[str] = Counter()
    for grade in GRADES:
        for seed in range(40 if grade == "easy" else 8):
            record = _record(grade, seed)
            puzzle = KIND.parse(record["puzzle"])
            tag_counts.update(record["tags"])
            moves = SearchEngine().moves(puzzle, Limits())
            assert not isinstance(moves, str)
            assert set(record["tags"]) - {"counting ahead"} == _tags(puzzle, (moves[0].A, moves[0].B))
    assert set(tag_counts) == {
        "exact landing",
        "sacrifice of the extra move",
        "blocking a row",
        "counting ahead",
    }


def _tags(puzzle: EndgamePuzzle, right: tuple[Any, Any]) -> set[str]:
    """Returns the tags by the other implementation: an extra move is earned if some turn makes it."""
    position = oracle.Position(puzzle.board.A, puzzle.board.B, puzzle.to_move)
    outcomes = oracle.turns(position, puzzle.options.extra_move)
    earning = {outcome.turn[:2] for outcome in outcomes if outcome.turn.extra is not None}
    shortest = min(
        (outcome.turn for outcome in outcomes if right == (outcome.A, outcome.B)),
        key=lambda turn: sum(move is not None for move in turn),
    )
    tags = {"exact landing"} if shortest[:2] in earning else set()
    if earning and not tags:
        tags = {"sacrifice of the extra move"}
    after = Board(*right)
    if any(after.full(row) and not puzzle.board.full(row) for row in range(1, LAST)):
        tags.add("blocking a row")
    return tags
