"""Tests what generated deals of the classic solitaire guarantee."""

from __future__ import annotations

from typing import Any

import pytest

from generators.end_of_line.classic import DEALS, GENERATORS
from generators.end_of_line.classic_players import Players
from generators.end_of_line.deal_players import Wins
from generators.protocol import GradedPuzzle, Grading, Spec
from generators.seeding import seeded
from puzzles.end_of_line.classic import KIND
from puzzles.end_of_line.classic_puzzle import ClassicPuzzle, ClassicSolution
from puzzles.grades import GRADES
from solvers.end_of_line.classic_sat import ClassicSat
from solvers.end_of_line.classic_search import ClassicSearch
from solvers.protocol import Limits, Solved
from tests.generators.end_of_line.foresight import games_won
from tests.tiers import reach


def _generate(grade: Any, seed: int, **options: int) -> GradedPuzzle[ClassicPuzzle]:
    spec = Spec(grade, seed, GENERATORS.maker.options.read(options))
    return GENERATORS.maker.generate(spec, seeded(grade, seed))


def _best(puzzle: ClassicPuzzle) -> Solved[ClassicSolution]:
    outcome = ClassicSearch().solve(puzzle, "best", Limits())
    assert isinstance(outcome, Solved)
    return outcome


def _best_score(puzzle: ClassicPuzzle) -> int:
    score = _best(puzzle).score
    assert score is not None
    return score


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("seed", reach(test=[1], long=[1, 2, 3]))
@pytest.mark.parametrize("grade", GRADES)
def test_generated_deals_keep_their_promises(grade: Any, seed: int) -> None:
    made = _generate(grade, seed)
    best = _best(made.puzzle)
    assert made.grading.grade == grade
    assert GENERATORS.grader.grade(KIND.twin(made.puzzle).puzzle) == made.grading
    careless = Players(made.puzzle, seed).careless_best()
    assert careless is None or best.score is None or careless < best.score
    assert ClassicSat().confirm(made.puzzle, best, Limits(work=20_000))


@pytest.mark.further
def test_no_player_beats_the_proof_and_foresight_helps() -> None:
    puzzles = [_generate(grade, 3).puzzle for grade in reach(test=GRADES[:2], long=GRADES)]
    totals = games_won((Players(puzzle), Players(puzzle), _best_score(puzzle)) for puzzle in puzzles)
    assert totals[0] < totals[2] < totals[-1]


def test_the_same_spec_gives_the_same_deal() -> None:
    assert _generate("medium", 5, rows=4, cols=5, blocked=2) == _generate(
        "medium", 5, rows=4, cols=5, blocked=2
    )


def test_borders_of_grades_are_counted_in_games() -> None:
    assert DEALS.grading(Wins((0, 0, 1, 4, 10))) == Grading("easy", 70)
    assert DEALS.grading(Wins((0, 0, 0, 4, 10))) == Grading("medium", 72)


def test_the_second_engine_contradicts_a_wrong_score() -> None:
    puzzle = KIND.parse({"kind": KIND.id, "rows": 3, "cols": 3, "deck": ["LSR"] * 5 + ["S"] * 6})
    best = _best(puzzle)
    solutions = (ClassicSearch().solve(puzzle, "any", Limits(seed=seed)) for seed in range(50))
    worse = next(
        outcome.solution
        for outcome in solutions
        if isinstance(outcome, Solved) and KIND.score(puzzle, outcome.solution) != best.score
    )
    claim = Solved(worse, score=KIND.score(puzzle, worse))
    assert ClassicSat().confirm(puzzle, best, Limits()) is True
    assert ClassicSat().confirm(puzzle, claim, Limits()) is False


def test_a_deal_without_solution_has_no_grade() -> None:
    assert GENERATORS.grader.grade(KIND.parse({"kind": KIND.id, "deck": ["S"] * 25})) is None
