"""Tests what generated co-operative deals guarantee."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from generators.end_of_line import coop_teams_kernel as kernel
from generators.end_of_line.coop import DEALS, GENERATORS
from generators.end_of_line.coop_shares import natural_shares, needs_cooperation
from generators.end_of_line.coop_teams import Teams
from generators.end_of_line.deal_players import Wins
from generators.protocol import GradedPuzzle, Grading, Spec
from generators.seeding import seeded
from puzzles.end_of_line.board import STANDARD, Start
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution, Player
from puzzles.errors import BadInput
from puzzles.grades import GRADES
from solvers.end_of_line.coop_sat import CoopSat
from solvers.end_of_line.coop_search import CoopSearch
from solvers.end_of_line.coop_turns import everything_left, greatest_score
from solvers.protocol import Limits, Solved
from tests.generators.end_of_line.foresight import games_won
from tests.oracle.answers import stored_answers
from tests.tiers import reach

CONFLICTS = 30_000


def _generate(grade: Any, seed: int, **options: Any) -> GradedPuzzle[CoopPuzzle]:
    spec = Spec(grade, seed, GENERATORS.maker.options.read(options))
    return GENERATORS.maker.generate(spec, seeded(grade, seed))


def _best(puzzle: CoopPuzzle) -> Solved[CoopSolution]:
    outcome = CoopSearch().solve(puzzle, "best", Limits())
    assert isinstance(outcome, Solved)
    return outcome


def _best_score(puzzle: CoopPuzzle) -> int:
    score = _best(puzzle).score
    assert score is not None
    return score


def _random_deal(seed: int, energy: int) -> CoopPuzzle:
    rng = random.Random(f"coop deal {seed}")
    cards = [card for card, n in STANDARD.items() for _ in range(n)]
    starts = (Start((0, 0), "N"), Start((0, 2), "E"))
    players = tuple(Player(start, tuple(rng.sample(cards, 9))) for start in starts)
    return CoopPuzzle(4, 4, (), energy, players)


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("seed", reach(test=[1], long=[1, 2, 3]))
@pytest.mark.parametrize("grade", GRADES)
def test_generated_deals_need_cooperation(grade: Any, seed: int) -> None:
    made = _generate(grade, seed)
    best = _best(made.puzzle)
    assert best.score is not None
    assert made.grading.grade == grade
    assert GENERATORS.grader.grade(KIND.twin(made.puzzle).puzzle) == made.grading
    loners = Teams(made.puzzle, seed).careless_best()
    assert loners is None or loners < best.score
    assert needs_cooperation(made.puzzle, best.score)
    assert CoopSat().confirm(made.puzzle, best, Limits(work=CONFLICTS))


@pytest.mark.slow
@pytest.mark.further
def test_no_team_beats_the_proof_and_foresight_helps() -> None:
    puzzles = [_generate(grade, 3).puzzle for grade in reach(test=GRADES[:2], long=GRADES)]
    totals = games_won((Teams(puzzle), Teams(puzzle), _best_score(puzzle)) for puzzle in puzzles)
    assert totals[0] < totals[2] < totals[-1]


def test_a_team_that_foresees_everything_reaches_the_best_score() -> None:
    """The kernel plays by the rules: it reaches what the brute force does, and no more."""
    tried = 0
    for answer in stored_answers(KIND.id):
        puzzle = KIND.parse(answer.puzzle)
        if not 0 < len(puzzle.free_cells) <= 5:
            continue
        teams = Teams(puzzle)
        lost = teams.play(kernel.Team(breadth=400, turns=len(puzzle.free_cells), loners=False))
        score = None if lost < 0 else everything_left(puzzle) - lost
        assert score == answer.best
        tried += 1
    assert tried > 20


def test_the_same_spec_gives_the_same_deal() -> None:
    options = {"rows": 4, "cols": 4, "blocked": 2, "players": 3, "energy": 2}
    assert _generate("medium", 5, **options) == _generate("medium", 5, **options)


def test_borders_of_grades_are_counted_in_games() -> None:
    assert DEALS.grading(Wins((0, 0, 5, 10, 10))) == Grading("easy", 50)
    assert DEALS.grading(Wins((0, 0, 4, 10, 10))) == Grading("medium", 52)
    assert DEALS.grading(Wins((0, 0, 0, 2, 10))) == Grading("medium", 76)
    assert DEALS.grading(Wins((0, 0, 0, 1, 10))) == Grading("hard", 78)
    assert DEALS.grading(Wins((0, 0, 0, 0, 2))) == Grading("expert", 96)


@pytest.mark.slow
def test_a_deal_on_the_rulebook_s_board() -> None:
    made = _generate("expert", 1, rows=7, cols=7, blocked=0, energy=3, layout="rulebook")
    first, second = (player.start for player in made.puzzle.players)
    assert (first.heading, second.heading) == ("N", "N")
    assert (second.cell[0] - first.cell[0], second.cell[1] - first.cell[1]) == (0, 2)
    assert all(len(player.deck) == 25 for player in made.puzzle.players)
    assert made.grading.grade == "expert"


def test_options_name_what_is_wrong() -> None:
    for options in ({"rows": 7, "cols": 8}, {"blocked": 5}, {"players": 5}, {"energy": 4}, {"layout": "x"}):
        with pytest.raises(BadInput):
            GENERATORS.maker.options.read(options)


def test_shares_that_are_enough() -> None:
    """Each player has a row of their own, which is a ring, and nothing but straight cards."""
    players = tuple(Player(Start((row, 0), "E"), ("S",) * 4) for row in (0, 2))
    blocked = tuple((row, col) for row in (1, 3) for col in range(4))
    puzzle = CoopPuzzle(4, 4, blocked, 0, players)
    assert needs_cooperation(puzzle, 2) is False  # a straight card is left to each
    assert needs_cooperation(puzzle, 3) is True


def test_natural_shares_give_every_cell_to_somebody_and_everybody_their_first() -> None:
    puzzle = _random_deal(1, 0)
    shares = list(natural_shares(puzzle))
    assert len(shares) > 2
    for share in shares:
        assert set(share) == set(puzzle.free_cells)
        assert [share[puzzle.area_of(p).first_cell()] for p in (0, 1)] == [0, 1]


def test_the_second_engine_contradicts_a_wrong_score() -> None:
    puzzle = _random_deal(2, 1)
    best = _best(puzzle)
    assert best.score is not None
    assert CoopSat().confirm(puzzle, best, Limits()) is True
    assert CoopSat().confirm(puzzle, replace(best, score=best.score - 1), Limits()) is False
    worse = CoopSat().solve(puzzle, "any", Limits())
    assert isinstance(worse, Solved)
    score = KIND.score(puzzle, worse.solution)
    assert score < best.score
    assert CoopSat().confirm(puzzle, Solved(worse.solution, score=score), Limits()) is False


def test_the_second_engine_does_not_trust_the_bound() -> None:
    """Where the best score is the greatest that there could be, it takes a proof, too."""
    puzzle = next(deal for deal in (_random_deal(seed, 0) for seed in range(40)) if _is_greatest(deal))
    best = _best(puzzle)
    assert CoopSat().confirm(puzzle, best, Limits(work=1)) is None
    assert CoopSat().confirm(puzzle, best, Limits()) is True


def _is_greatest(puzzle: CoopPuzzle) -> bool:
    outcome = CoopSearch().solve(puzzle, "best", Limits())
    return isinstance(outcome, Solved) and outcome.score == greatest_score(puzzle)


def test_a_deal_without_solution_has_no_grade() -> None:
    players = tuple(Player(start, ("S",) * 8) for start in (Start((0, 0), "N"), Start((0, 2), "N")))
    assert GENERATORS.grader.grade(CoopPuzzle(4, 4, (), 1, players)) is None
