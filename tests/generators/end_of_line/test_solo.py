"""Tests what generated solo deals guarantee beyond every kind's guarantees."""

from __future__ import annotations

from typing import Any

import pytest

from generators.end_of_line.deal_players import Wins
from generators.end_of_line.solo import DEALS, GENERATORS
from generators.end_of_line.solo_players import Players
from generators.protocol import Grading, Spec
from generators.seeding import seeded
from puzzles.end_of_line.solo import SoloPuzzle
from puzzles.grades import GRADES
from solvers.end_of_line.solo_search import SoloSearch
from solvers.protocol import Limits, Solved
from tests.generators.end_of_line.foresight import games_won
from tests.tiers import reach


def _generate(grade: Any, seed: int, **options: int) -> SoloPuzzle:
    spec = Spec(grade, seed, GENERATORS.maker.options.read(options))
    return GENERATORS.maker.generate(spec, seeded(grade, seed)).puzzle


def _best(puzzle: SoloPuzzle) -> int:
    outcome = SoloSearch().solve(puzzle, "best", Limits())
    assert isinstance(outcome, Solved)
    assert outcome.score is not None
    return outcome.score


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("seed", reach(test=[1], long=[1, 2]))
@pytest.mark.parametrize("grade", GRADES)
def test_careless_players_do_not_reach_the_best(grade: Any, seed: int) -> None:
    puzzle = _generate(grade, seed)
    careless = Players(puzzle, seed).careless_best()
    assert careless is None or careless < _best(puzzle)


@pytest.mark.slow
@pytest.mark.further
def test_no_player_beats_the_proof_and_foresight_helps() -> None:
    puzzles = [_generate(grade, 3) for grade in reach(test=GRADES[:2], long=GRADES)]
    totals = games_won((Players(puzzle), Players(puzzle), _best(puzzle)) for puzzle in puzzles)
    assert totals[0] < totals[2] < totals[-1]


def test_other_sizes() -> None:
    puzzle = _generate("medium", 1, rows=4, cols=6, blocked=2)
    assert (puzzle.area.rows, puzzle.area.cols, len(puzzle.area.blocked)) == (4, 6, 2)


def test_games_repeat() -> None:
    puzzle = _generate("hard", 4)
    assert Players(puzzle).wins(_best(puzzle)) == Players(puzzle).wins(_best(puzzle))


def test_borders_of_grades_are_counted_in_games() -> None:
    """30 of 50 games are easy, however they are spread over the players."""
    for games in ((0, 4, 10, 7, 9), (10, 10, 10, 0, 0), (6, 6, 6, 6, 6)):
        assert DEALS.grading(Wins(games)) == Grading("easy", 40)
    assert DEALS.grading(Wins((0, 4, 10, 7, 8))) == Grading("medium", 42)
