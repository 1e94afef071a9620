"""Tests known exact counts, limits, and the reasons given for impossible puzzles."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from puzzles.end_of_line import cover, solo
from puzzles.end_of_line.board import STANDARD
from puzzles.registry import kind_named
from puzzles.texts import ENGLISH
from solvers import verified
from solvers.protocol import Impossible, Limits, Solved, Unknown
from solvers.registry import solvers_for

DECK = [card for card, n in STANDARD.items() for _ in range(n)]
random.Random(1).shuffle(DECK)


def _cover(**fields: Any) -> cover.CoverPuzzle:
    return cover.KIND.parse({"kind": "end_of_line.cover", **fields})


def _solo(**fields: Any) -> solo.SoloPuzzle:
    return solo.KIND.parse({"kind": "end_of_line.solo", "deck": DECK, **fields})


def _reason(puzzle: cover.CoverPuzzle | solo.SoloPuzzle) -> str:
    name = "end_of_line.cover" if isinstance(puzzle, cover.CoverPuzzle) else "end_of_line.solo"
    answer = verified.solve(kind_named(name), solvers_for(name), puzzle)
    assert answer.status == "impossible"
    return "" if answer.reason is None else ENGLISH.render(answer.reason)


def test_coverings_of_the_empty_torus() -> None:
    puzzle = _cover(tray={"LSR": 24})
    assert verified.count(solvers_for("end_of_line.cover"), puzzle, 1_000_000).n == 59_114


def test_the_standard_tray_allows_fewer() -> None:
    """The brute force of tests/oracle counts the same."""
    assert verified.count(solvers_for("end_of_line.cover"), _cover(), 1_000_000).n == 46_728


def test_a_standard_deal_on_the_empty_area_scores_eight() -> None:
    answer = verified.solve(kind_named("end_of_line.solo"), solvers_for("end_of_line.solo"), _solo(), "best")
    assert (answer.status, answer.score, answer.bound, answer.proven) == ("solved", 8, 8, True)


@pytest.mark.parametrize("rows,cols", [(7, 7), (13, 13), (20, 20)])
def test_large_empty_areas_are_covered(rows: int, cols: int) -> None:
    cells = rows * cols
    puzzle = _cover(rows=rows, cols=cols, tray={"LSR": cells // 2, "S": cells // 2})
    answer = verified.solve(kind_named("end_of_line.cover"), solvers_for("end_of_line.cover"), puzzle)
    assert answer.status == "solved"


@pytest.mark.parametrize(
    "puzzle,words",
    [
        (_solo(deck=DECK[:20]), "too few cards"),
        (_solo(blocked=[[1, 2]]), "blocked"),
        (_cover(tray={"S": 30}), "too few turns"),
        (_cover(tray={"LSR": 30}, givens=[{"cell": [0, 0], "card": "L"}]), "too few cards"),
        (_solo(blocked=[[0, 1], [0, 4], [1, 0], [4, 0]], energy=0), "cut off"),
        (_cover(rows=4, cols=4, blocked=[[0, 0]], tray={"LSR": 20}), ""),
        (_cover(rows=4, cols=4, blocked=[[0, 1], [0, 3], [1, 0]], tray={"LSR": 20}), "uneven colours"),
    ],
)
def test_impossible_in_words(puzzle: cover.CoverPuzzle | solo.SoloPuzzle, words: str) -> None:
    if words:
        assert words in _reason(puzzle)
    else:
        name = "end_of_line.cover"
        assert verified.solve(kind_named(name), solvers_for(name), puzzle).status in ("solved", "impossible")


def test_too_many_dead_ends() -> None:
    blocked = [[0, 1], [1, 0], [4, 0], [3, 3], [4, 4]]
    puzzle = _cover(blocked=[*blocked, [0, 3], [2, 4]], tray={"LSR": 24})
    assert _reason(puzzle).startswith("too many dead ends: ")


@pytest.mark.parametrize("kind_id", ["end_of_line.solo", "end_of_line.cover"])
def test_a_search_can_be_cancelled(kind_id: str) -> None:
    """A hopeless search is stopped from another thread, and reports it."""
    cards = (["S", "L", "S", "R"] * 100)[:399]
    document: dict[str, Any] = {
        "kind": kind_id,
        "rows": 20,
        "cols": 20,
        "start": {"cell": [9, 9], "heading": "N"},
    }
    if kind_id.endswith("solo"):
        document["deck"] = cards
    else:
        document["tray"] = {"S": 3, "L": 200, "R": 196}
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    limits = Limits(seconds=60, cancelled=stop.is_set)
    kind = kind_named(kind_id)
    outcome = solvers_for(kind_id).engine(None).solve(kind.parse(document), "any", limits)
    timer.cancel()
    assert not isinstance(outcome, Impossible)
    if isinstance(outcome, Unknown):
        assert outcome.reason == "cancelled"


def test_a_limit_with_a_solution_in_hand_is_solved_not_proven() -> None:
    blocked = [[0, 0], [4, 4], [1, 3], [3, 1]]
    limits = Limits(work=3_000)
    deck = [*"SSSSSSSSSSLLLLLRRRRR", "LS", "SR", "LR", "LSR"]
    for seed in range(20):
        puzzle = _solo(blocked=blocked, deck=deck[seed:] + deck[:seed])
        outcome = solvers_for("end_of_line.solo").engine(None).solve(puzzle, "best", limits)
        if isinstance(outcome, Solved) and not outcome.proven:
            assert outcome.score is not None
            assert outcome.bound is not None
            assert outcome.bound > outcome.score
            return
    pytest.fail("no deal ran into the limit")


CORRIDOR = """
    ...................#
    ##################.#
    #..................#
    #.##################
    #..................#
    ##################.#
    #..................#
    ####################
    ####################
"""


def test_counts_beyond_64_bits() -> None:
    """One way through 75 cells, with two cards to choose from nearly everywhere: more than 2 ** 63 games."""
    rows = CORRIDOR.split()
    puzzle = _solo(
        rows=len(rows),
        cols=len(rows[0]),
        start={"cell": [0, 0], "heading": "E"},
        blocked=[[r, c] for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"],
        deck=["LSR", "LSR0", "LSR"] * 75,
        energy=0,
    )
    count = verified.count(solvers_for("end_of_line.solo"), puzzle, 1_000_000, Limits(), "search")
    assert (count.n, count.exact) == (1_000_000, False)
