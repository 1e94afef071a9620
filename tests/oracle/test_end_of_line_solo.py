"""Tests the brute force of END OF LINE solo: examples worked out by hand, and its methods against each other.

Rounds are written `S@0,2 R@0,0`: a card and its cell, with the energy first: `reverse S@1,0 L@1,2`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tests.oracle import end_of_line_instances as instances
from tests.oracle import end_of_line_solo as oracle
from tests.oracle.end_of_line_solo import Game, Move, Placing, State
from tests.puzzles.end_of_line import spoiled_solutions as changes
from tests.puzzles.end_of_line.second_judge import judge_solo
from tests.tiers import parts

Document = dict[str, Any]


class FirstCardOnly(Game):
    """The rule as it was before: the first card of a round with `reverse` goes back, and no other."""

    def placings(self, state: State) -> list[tuple[Move, State]]:
        moves = super().placings(state)
        if not state.may_go_back:
            return moves
        return [(move, after) for move, after in moves if isinstance(move, Placing) and move.goes_back]


def deal(area: str, start: str, deck: str, **fields: Any) -> Document:
    """Returns a puzzle; `area` shows the free cells as dots, `start` is as in "4 1 N"."""
    lines = area.split("/")
    row, col, heading = start.split()
    blocked = [[r, c] for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == "#"]
    return {
        "kind": "end_of_line.solo",
        "rows": len(lines),
        "cols": len(lines[0]),
        "start": {"cell": [int(row), int(col)], "heading": heading},
        "blocked": blocked,
        "deck": deck.split(),
        **fields,
    }


def solution(*rounds: str) -> Document:
    return {"rounds": [_round(text.split()) for text in rounds]}


def _round(words: list[str]) -> Document:
    spent = {"energy": words.pop(0)} if words[0] in oracle.ACTIONS else {}
    pairs = [word.split("@") for word in words]
    return {
        **spent,
        "cards": [{"card": card, "cell": [int(n) for n in cell.split(",")]} for card, cell in pairs],
    }


EXAMPLE = deal(
    "...#./....#/...../...../.#...",
    "2 2 N",
    "S LSR0 S R L S L S S S R L LS R S S S R S S L",
    energy=3,
)
# A line to the north, and a fork: to both sides of the third card.
FORK = deal("####/...#/#.##/#.##/#.##", "4 1 N", "S S LR S S", energy=1)
FORKED = ("S@3,1", "S@2,1 LR@1,1")
# A step further round the torus from its western branch.
LONG_FORK = deal("####/..../#.##/#.##/#.##", "4 1 N", "S S LR S L L", energy=2)
# The second card has an exit to the west, the third one to the north.
TWO_ENDS = deal("#.##/#.##/..##/#.##/#.##", "4 1 N", "S LS S S S", energy=3)
TWO_ENDED = ("S@3,1", "LS@2,1 S@1,1")
# In a row of three the last cell lies beside the second card and beside the third.
ROW_OF_THREE = deal("###/.../.##/.##", "3 0 N", "S LR S S", energy=1)


@pytest.mark.long
def test_the_example_of_the_rules() -> None:
    assert oracle.best(EXAMPLE) == 2
    assert oracle.best(EXAMPLE, FirstCardOnly) == 1


@pytest.mark.parametrize(
    ("puzzle", "best", "best_before"),
    [
        (FORK, 0, None),
        ({**FORK, "energy": 0}, None, None),
        ({**FORK, "energy": 3}, 2, 1),
        ({**LONG_FORK, "energy": 1}, 0, None),
        (TWO_ENDS, 2, 2),
        (ROW_OF_THREE, 1, 1),
    ],
)
def test_best_scores(puzzle: Document, best: int | None, best_before: int | None) -> None:
    assert oracle.best(puzzle) == oracle.best_plainly(puzzle) == best
    assert oracle.best(puzzle, FirstCardOnly) == best_before


@pytest.mark.parametrize(
    ("puzzle", "rounds", "score"),
    [
        (FORK, (*FORKED, "reverse S@1,0 S@1,2"), 0),
        (FORK, (*FORKED, "reverse S@1,2 S@1,0"), 0),
        (FORK, (*FORKED, "S@1,0 S@1,2"), None),
        (FORK, (*FORKED, "extra_gas S@1,0 S@1,2"), None),
        ({**FORK, "energy": 2}, (*FORKED, "brake S@1,0", "reverse S@1,2"), 0),
        # The dead end of a second card is the last but one in the next round.
        (LONG_FORK, (*FORKED, "reverse S@1,0 L@1,2", "reverse L@1,3"), 0),
        (LONG_FORK, (*FORKED, "reverse S@1,0 L@1,2", "L@1,3"), None),
        (LONG_FORK, (*FORKED, "reverse L@1,0 S@1,2", "L@1,3"), 1),
        (LONG_FORK, (*FORKED, "reverse L@1,0 S@1,2", "reverse L@1,3"), 0),
        # Two cards of a round cannot go back, and none to the last but two.
        (TWO_ENDS, (*TWO_ENDED, "reverse S@2,0 S@0,1"), None),
        (TWO_ENDS, (*TWO_ENDED, "reverse S@0,1 S@2,0"), None),
        (TWO_ENDS, (*TWO_ENDED, "brake S@0,1", "reverse S@2,0"), None),
        (TWO_ENDS, (*TWO_ENDED, "brake S@2,0", "reverse S@0,1"), None),
        # With energy 1, both ways lead to the last cell.
        (ROW_OF_THREE, ("S@2,0", "LR@1,0 S@1,1", "reverse S@1,2"), 0),
        (ROW_OF_THREE, ("S@2,0", "LR@1,0 S@1,1", "S@1,2"), 1),
    ],
)
def test_legal_scores(puzzle: Document, rounds: tuple[str, ...], score: int | None) -> None:
    assert oracle.legal_score(puzzle, solution(*rounds)) == score
    assert (judge_solo(puzzle, solution(*rounds)) == []) == (score is not None)


def test_both_ways_to_a_cell_are_different_decisions() -> None:
    """Of the four energies only a reverse adds a way to place the last card, in either direction."""
    assert tuple(oracle.sequences(ROW_OF_THREE, depth) for depth in range(1, 7)) == (2, 2, 2, 10, 10, 0)
    assert oracle.endings(ROW_OF_THREE) == (12, 2)


def tiny_deal(seed: int) -> Document:
    """Every other one is made so that a reverse of a second card helps."""
    rng = random.Random(f"solo {seed}")
    if seed % 2:
        return instances.late_reverse_instance(rng)
    return instances.solo_draft(rng, rng.choice((1, 2, 3)))


@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(20))
def test_the_bounds_change_no_score(chunk: int) -> None:
    for seed in range(chunk * 20, (chunk + 1) * 20):
        puzzle = tiny_deal(seed)
        if len(Game(puzzle).board.free) <= 7:
            assert oracle.best(puzzle) == oracle.best_plainly(puzzle), puzzle


@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(20))
def test_random_solutions_are_legal(chunk: int) -> None:
    """Solutions under the rule as it was are legal still, and the best score is no less."""
    for seed in range(chunk * 20, (chunk + 1) * 20):
        puzzle, rng = tiny_deal(seed), random.Random(seed)
        best, best_before = oracle.best(puzzle), oracle.best(puzzle, FirstCardOnly)
        assert best_before is None or (best is not None and best >= best_before)
        for rules, its_best in ((Game, best), (FirstCardOnly, best_before)):
            for _ in range(5):
                found = oracle.random_solution(puzzle, rng, rules=rules)
                assert (found is None) == (its_best is None), puzzle
                if found is not None and its_best is not None:
                    score = oracle.legal_score(puzzle, found)
                    assert score is not None and score <= its_best, (puzzle, found)
                    assert judge_solo(puzzle, found) == [], (puzzle, found)


def plays(game: Game, state: State, line: tuple[Move, ...] = ()) -> Iterator[Document]:
    """Yields the solutions to which a position leads, some of them more than once."""
    if not state.free:
        yield oracle.solution_document(list(line))
        return
    for move, after in game.moves(state):
        yield from plays(game, after, (*line, move))


def as_key(played: Document) -> str:
    return json.dumps([[r.get("energy"), r["cards"]] for r in played["rounds"]], sort_keys=True)


# Deals with as many solutions, or more, are left out where all are compared.
MOST_PLAYS = 5_000
SPOILING: tuple[changes.Change, ...] = (
    changes.swap_cells,
    changes.swap_cards,
    changes.change_energy,
    changes.change_energy,
    changes.swap_rounds,
    changes.split_round,
    changes.join_rounds,
)


@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(20))
def test_legal_solutions_are_those_that_can_be_played(chunk: int) -> None:
    for seed in range(chunk * 5, (chunk + 1) * 5):
        puzzle = instances.late_reverse_instance(random.Random(f"plays {seed}"))
        game = Game(puzzle, prune=False)
        if len(game.board.free) > 7:
            continue
        documents = list(islice(plays(game, game.first()), MOST_PLAYS))
        if len(documents) == MOST_PLAYS:
            continue
        played = {as_key(document): document for document in documents}
        scores = [oracle.legal_score(puzzle, document) for document in played.values()]
        assert None not in scores
        assert max(score for score in scores if score is not None) == oracle.best(puzzle)
        rng = random.Random(seed)
        for k in range(200):
            _, spoiled = changes.spoiled((puzzle, rng.choice(documents)), SPOILING, k)
            is_legal = oracle.legal_score(puzzle, spoiled) is not None
            assert is_legal == (as_key(spoiled) in played), (puzzle, spoiled)
            assert is_legal == (judge_solo(puzzle, spoiled) == []), (puzzle, spoiled)


def test_the_second_card_matters_in_most_late_reverse_deals() -> None:
    counts: Counter[str] = Counter()
    for seed in range(100):
        puzzle = instances.late_reverse_instance(random.Random(seed))
        best, best_before = oracle.best(puzzle), oracle.best(puzzle, FirstCardOnly)
        assert best is not None
        counts["impossible" if best_before is None else "worse" if best_before < best else "equal"] += 1
    assert counts["impossible"] > 15, counts
    assert counts["worse"] > 25, counts
