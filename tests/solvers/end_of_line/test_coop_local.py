"""Tests the local search for solutions of large co-operative puzzles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution
from solvers.end_of_line.coop import SOLVERS
from solvers.end_of_line.coop_local import LocalSearch, Stopped, solve_locally
from solvers.end_of_line.coop_turns import NOTHING_BEGUN, greatest_score, score_of, trivial_outcome
from solvers.protocol import Continuation, Goal, Limits, Outcome, Solved, Unknown
from tests.oracle.answers import stored_answers
from tests.solvers.end_of_line.test_coop import layout
from tests.tiers import reach

WORK = 100_000
TINY = reach(test=60, long=1_000)


def locally(
    puzzle: CoopPuzzle, goal: Goal, limits: Limits, progress: CoopSolution = NOTHING_BEGUN
) -> Outcome[CoopSolution]:
    bound = greatest_score(puzzle)
    assert bound is not None
    return solve_locally(puzzle, progress, goal, limits, bound)


def test_what_it_finds_on_tiny_boards_is_right() -> None:
    found = best = 0
    for answer in stored_answers(KIND.id)[:TINY]:
        puzzle = KIND.parse(answer.puzzle)
        bound = greatest_score(puzzle)
        if trivial_outcome(puzzle) is not None or bound is None:
            continue
        outcome = locally(puzzle, "best", Limits(work=WORK))
        if isinstance(outcome, Unknown):
            continue
        assert isinstance(outcome, Solved)
        assert KIND.verify(puzzle, outcome.solution) == ()
        assert answer.best is not None, answer
        assert outcome.score == KIND.score(puzzle, outcome.solution)
        assert outcome.score is not None and outcome.score <= answer.best
        assert not outcome.proven or outcome.score == answer.best == outcome.bound
        found += 1
        best += outcome.score == answer.best
    assert found > TINY // 8
    assert best > found // 2


LARGER = [pytest.param(players, marks=pytest.mark.slow) for players in (5, 6, 7)]


@pytest.mark.parametrize("players", [2, 3, 4, *LARGER])
def test_it_solves_the_rulebooks_layouts(players: int) -> None:
    puzzle = layout(players)
    outcome = locally(puzzle, "any", Limits())
    assert isinstance(outcome, Solved)
    assert KIND.verify(puzzle, outcome.solution) == ()
    energy = [turn.energy for one in outcome.solution.rounds for turn in one.turns]
    assert players != 6 or "reverse" in energy


def test_it_finds_the_greatest_score_for_two() -> None:
    puzzle = layout(2)
    outcome = locally(puzzle, "best", Limits())
    assert isinstance(outcome, Solved)
    assert outcome.proven
    assert outcome.score == greatest_score(puzzle) == KIND.score(puzzle, outcome.solution)


def test_it_continues_what_is_begun() -> None:
    puzzle = layout(3)
    whole = locally(puzzle, "any", Limits(seed=1))
    assert isinstance(whole, Solved)
    continuations = SOLVERS.continuations
    assert continuations is not None
    continued = 0
    for kept in range(1, 7):
        rounds = whole.solution.rounds[:kept]
        begun = CoopSolution((*rounds[:-1], replace(rounds[-1], turns=rounds[-1].turns[:2])))
        engine = continuations.engine("search")
        outcome = engine.solve(Continuation(puzzle, begun), "any", Limits(work=1_000_000))
        if isinstance(outcome, Unknown):  # a reverse that goes back behind the last card laid is left out
            continue
        assert isinstance(outcome, Solved)
        assert KIND.verify(puzzle, outcome.solution) == ()
        assert KIND.begins_with(outcome.solution, begun)
        continued += 1
    assert continued > 2


def test_the_same_seed_finds_the_same_solution() -> None:
    one, same, other = (locally(layout(3), "any", Limits(seed=seed)) for seed in (1, 1, 2))
    assert one == same != other


def test_a_limit_ends_it() -> None:
    puzzle = layout(7)
    bound = greatest_score(puzzle)
    assert locally(puzzle, "any", Limits(work=1)) == Unknown("time", bound)
    assert locally(puzzle, "any", Limits(cancelled=lambda: True)) == Unknown("cancelled", bound)
    with pytest.raises(Stopped):
        LocalSearch(puzzle, NOTHING_BEGUN, Limits(seconds=0)).find(0, 0)


def test_of_the_best_only_what_was_found_in_time_is_known() -> None:
    puzzle = layout(3)
    for work in (200_000, 400_000, 800_000, 1_600_000):
        outcome = locally(puzzle, "best", Limits(work=work))
        if isinstance(outcome, Solved) and not outcome.proven:
            assert outcome.score == score_of(puzzle, outcome.solution)
            assert outcome.bound == greatest_score(puzzle)
            return
    raise AssertionError("no work limit that ends the search between two solutions")
