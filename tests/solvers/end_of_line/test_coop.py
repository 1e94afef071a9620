"""Tests the engines of co-operative puzzles where the instances of the brute force do not reach."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from puzzles.end_of_line.board import STANDARD, PlacedCard, Start
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_layouts import STANDARD_LAYOUTS
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopRound, CoopSolution, Player, Turn
from puzzles.texts import ENGLISH
from solvers import verified
from solvers.end_of_line.coop import SOLVERS
from solvers.end_of_line.coop_refutations import reverses_needed
from solvers.end_of_line.coop_turns import Line, greatest_score, is_in_order, score_of
from solvers.protocol import Continuation, Impossible, Limits, Solved, Unknown

ENGINES = ("search", "sat")


def layout(players: int, energy: int = 3) -> CoopPuzzle:
    """A standard layout, with standard decks."""
    board = STANDARD_LAYOUTS[players]
    rng = random.Random(players)
    cards = [card for card, n in STANDARD.items() for _ in range(n)]
    hands = [Player(start, tuple(rng.sample(cards, len(cards)))) for start in board.starts]
    return CoopPuzzle(board.rows, board.cols, board.enclosed, energy, tuple(hands))


def small(seed: int, energy: int = 1) -> CoopPuzzle:
    """A board of 4 by 4 cells for two, with decks that are nearly used up."""
    rng = random.Random(f"coop {seed}")
    cards = [card for card, n in STANDARD.items() for _ in range(n)]
    starts = (Start((0, 0), "N"), Start((0, 2), "E"))
    players = tuple(Player(start, tuple(rng.sample(cards, 9))) for start in starts)
    return CoopPuzzle(4, 4, (), energy, players)


def reason(puzzle: CoopPuzzle) -> str:
    answer = verified.solve(KIND, SOLVERS, puzzle, limits=Limits(work=1))
    assert answer.status == "impossible"
    assert answer.reason is not None
    return ENGLISH.render(answer.reason)


@pytest.mark.parametrize("players", STANDARD_LAYOUTS)
def test_which_standard_layouts_need_a_reverse(players: int) -> None:
    puzzle = layout(players, energy=0)
    needed = {6: 1, 8: 1}.get(players, 0)
    assert reverses_needed(puzzle) == needed
    assert (SOLVERS.refute_thoroughly(puzzle) is not None) == (needed > 0)
    assert SOLVERS.refute_thoroughly(replace(puzzle, energy=3)) is None


def test_closed_in_cells_are_named() -> None:
    words = reason(layout(6, energy=0))
    assert "B2, D2 can be entered only from C2" in words


def test_a_start_card_that_points_at_a_blocked_cell() -> None:
    assert "player 1 cannot begin" in reason(replace(layout(2), blocked=((6, 0),)))


def test_two_starts_that_point_to_one_cell() -> None:
    one, other = layout(2).players
    players = (one, replace(other, start=Start((5, 0), "S")))
    assert "players 1 and 2 would both begin on A7" in reason(replace(layout(2), players=players))


def test_decks_that_are_too_short() -> None:
    one, other = layout(2).players
    assert "only 30" in reason(replace(layout(2), players=(one, replace(other, deck=one.deck[:5]))))
    enough = replace(other, deck=one.deck * 3)
    assert "runs out" in reason(replace(layout(2), players=(replace(one, deck=one.deck[:3]), enough)))


def test_a_cell_that_nobody_can_enter() -> None:
    around = ((2, 3), (4, 3), (3, 2), (3, 4))
    assert "D4" in reason(replace(layout(2), blocked=tuple(sorted(around))))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("energy", (0, 1))
def test_engines_agree_on_the_best_score(seed: int, energy: int) -> None:
    puzzle = small(seed, energy)
    outcomes = [SOLVERS.engine(name).solve(puzzle, "best", Limits()) for name in ENGINES]
    scores = {outcome.score if isinstance(outcome, Solved) else None for outcome in outcomes}
    assert len(scores) == 1
    for outcome in outcomes:
        if isinstance(outcome, Solved):
            assert outcome.proven
            assert not KIND.verify(puzzle, outcome.solution)
            assert KIND.score(puzzle, outcome.solution) == outcome.score == score_of(puzzle, outcome.solution)
            bound = greatest_score(puzzle)
            assert bound is not None and outcome.score is not None and outcome.score <= bound


@pytest.mark.parametrize("name", ENGINES)
def test_a_solution_begun_is_continued(name: str) -> None:
    puzzle = next(p for p in map(small, range(20)) if isinstance(_solved(p), Solved))
    solved = _solved(puzzle)
    assert isinstance(solved, Solved)
    *rounds, last = solved.solution.rounds
    for kept in range(1, len(rounds) + 1):
        progress = CoopSolution(tuple(rounds[:kept]))
        continuations = SOLVERS.continuations
        assert continuations is not None
        outcome = continuations.engine(name).solve(Continuation(puzzle, progress), "any", Limits())
        assert isinstance(outcome, Solved)
        assert not KIND.verify(puzzle, outcome.solution)
        assert KIND.begins_with(outcome.solution, progress)
    assert last.turns


def _solved(puzzle: CoopPuzzle) -> object:
    return SOLVERS.engine("search").solve(puzzle, "any", Limits())


def test_a_limit_is_never_impossible() -> None:
    puzzle = layout(2)
    assert isinstance(SOLVERS.engine("search").solve(puzzle, "any", Limits(work=10)), Unknown)
    assert isinstance(SOLVERS.engine("sat").solve(puzzle, "best", Limits(work=10)), Unknown)
    stopped = SOLVERS.engine("search").solve(small(0), "best", Limits(cancelled=lambda: True))
    assert stopped == Unknown("cancelled", greatest_score(small(0)))


def test_an_unused_player_may_have_no_card() -> None:
    """The area is full before the second player's turn comes."""
    one, other = layout(2).players
    cells = [(row, col) for row in range(7) for col in range(7)]
    blocked = tuple(cell for cell in cells if cell not in ((6, 0), (0, 0), (0, 2)))
    puzzle = replace(layout(2), blocked=blocked, players=(one, replace(other, deck=())))
    for name in ENGINES:
        outcome = SOLVERS.engine(name).solve(puzzle, "best", Limits())
        assert isinstance(outcome, Solved), outcome
        assert outcome.solution == CoopSolution(
            (CoopRound((Turn(0, (PlacedCard(outcome.solution.rounds[0].turns[0].cards[0].card, (6, 0)),)),)),)
        )
    other_first = replace(puzzle, players=(replace(one, deck=()), other))
    for name in ENGINES:
        assert isinstance(SOLVERS.engine(name).solve(other_first, "any", Limits()), Impossible)


def test_those_who_tie_with_a_line_of_no_more_cards_keep_the_order_of_round_1() -> None:
    """Three lines tie in their last card; one of them has no other, so that nothing else counts."""

    def line(player: int, *cards: str, last: str | None = None) -> Line:
        first = Turn(player, tuple(PlacedCard(card, (0, 0)) for card in cards))
        turns = (first,) if last is None else (first, Turn(player, (PlacedCard(last, (0, 0)),) * 2))
        return Line(turns)

    lines = [line(0, "LSR", "S", last="S"), line(1, "LSR0", "S", last="S"), line(2, "S")]
    assert is_in_order(lines)
    assert not is_in_order([line(0, "LSR", "S"), line(1, "LSR0", "S", last="S"), line(2, "S")])
