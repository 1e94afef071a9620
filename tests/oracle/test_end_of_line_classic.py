"""Tests the brute force of END OF LINE classic: examples worked out by hand, its methods against each other.

Actions are written `place@3,1`, `discard` and `recover@1,0`; `reverse-place@2,0` spends a point of energy.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from tests.oracle import Board
from tests.oracle import end_of_line_classic as oracle
from tests.oracle.end_of_line_classic_instances import instance
from tests.oracle.end_of_line_spoiling import spoil_classic
from tests.oracle.test_end_of_line_solo import deal
from tests.tiers import parts

Document = dict[str, Any]


def classic(area: str, start: str, deck: str, energy: int = 0) -> Document:
    return deal(area, start, deck, energy=energy) | {"kind": "end_of_line.classic"}


def actions(text: str) -> Document:
    return {"actions": [_action(word) for word in text.split()]}


def _action(word: str) -> Document:
    name, _, cell = word.partition("@")
    do = name.removeprefix("reverse-")
    placed = {"cell": [int(n) for n in cell.split(",")]} if cell else {}
    return {"do": do, **placed, **({"reverse": True} if do != name else {})}


# Straight on to the north, and from the third cell to both sides.
FORK = classic("####/...#/#.##/#.##/#.##", "4 1 N", "LR S S S S", energy=1)
TO_THE_FORK = "discard place@3,1 place@2,1 recover@1,1"
# The second card has an exit to the west, the third one to the north.
TWO_ENDS = classic("#.##/#.##/..##/#.##/#.##", "4 1 N", "S LS S S S", energy=2)
# In a row of three the last cell lies beside the second card and beside the third.
ROW_OF_THREE = classic("###/.../.##/.##", "3 0 N", "S LR S S", energy=1)
# Two cells to the north, and two of which the second is to the left of the first.
TWO_UP = "#.#/#.#/#.#"
TWO_LEFT = "###/..#/#.#"


def straight(cells: int) -> Document:
    return classic("/".join(["#.#"] * (cells + 1)), f"{cells} 1 N", " ".join("S" * cells))


@pytest.mark.parametrize(("cells", "count"), [(2, 6), (3, 22), (4, 90), (5, 394)])
def test_a_straight_line_is_laid_in_as_many_ways_as_a_stack_allows(cells: int, count: int) -> None:
    """These are the large Schröder numbers: each card is placed at once, or discarded and recovered."""
    assert oracle.count(straight(cells)) == count
    assert oracle.best(straight(cells)) == 0


@pytest.mark.parametrize(
    ("puzzle", "best", "count"),
    [
        # The fork is discarded first. There are 6 ways to take two cards through the pile before it and 6
        # after it, and either branch may be the one that the reverse takes.
        (FORK, 0, 72),
        (FORK | {"energy": 2}, 1, 72),
        (FORK | {"energy": 0}, None, 0),
        # The northern end may be covered last without a reverse, or by another one.
        (TWO_ENDS | {"energy": 0}, None, 0),
        (TWO_ENDS | {"energy": 1}, 0, None),
        (TWO_ENDS | {"energy": 3}, 2, None),
        # What is discarded for good counts as much as what is not drawn.
        (classic(TWO_UP, "2 1 N", "LSR S S", energy=2), 7, None),
        (classic(TWO_UP, "2 1 N", "S S LSR", energy=2), 7, None),
        # Place the L first: at once, or after a discard, and likewise the last card.
        (classic(TWO_LEFT, "2 1 N", "L S"), 0, 4),
        # The S waits on the pile, below the L or alone.
        (classic(TWO_LEFT, "2 1 N", "S L"), 0, 2),
        (classic(TWO_LEFT, "2 1 N", "S S"), None, 0),
        (classic(TWO_LEFT, "2 1 N", "L"), None, 0),
        (classic(TWO_LEFT, "2 1 N", ""), None, 0),
        (classic("###/###/#.#", "2 1 N", "LSR S", energy=3), 9, 1),
        (classic("###/###/#.#", "2 1 N", ""), 0, 1),
        # The start card points at a blocked cell.
        (classic(TWO_LEFT, "2 1 S", "S S S"), None, 0),
    ],
)
def test_best_scores_and_counts(puzzle: Document, best: int | None, count: int | None) -> None:
    assert oracle.best(puzzle) == best
    if count is not None:
        assert oracle.count(puzzle) == count


def test_both_ways_to_a_cell_are_different_solutions() -> None:
    """There are two orders of the last two cells, and with energy two ways to write each."""
    assert oracle.count(ROW_OF_THREE) == 2 * oracle.count(ROW_OF_THREE | {"energy": 0})
    begun = actions("place@2,0 place@1,0 place@1,1")
    continued = [actions(f"place@2,0 place@1,0 place@1,1 {last}@1,2") for last in ("place", "reverse-place")]
    assert [oracle.legal_score(ROW_OF_THREE, solution) for solution in continued] == [1, 0]
    # Both once more with the card discarded and recovered.
    assert oracle.count(ROW_OF_THREE, begun) == 4


@pytest.mark.parametrize(
    ("puzzle", "text", "score"),
    [
        (FORK, f"{TO_THE_FORK} place@1,0 reverse-place@1,2", 0),
        (FORK, f"{TO_THE_FORK} place@1,2 reverse-place@1,0", 0),
        (FORK, f"{TO_THE_FORK} discard discard recover@1,2 reverse-recover@1,0", 0),
        (FORK, f"{TO_THE_FORK} place@1,0 place@1,2", None),
        (FORK, f"{TO_THE_FORK} place@1,0 reverse-recover@1,2", None),
        (FORK | {"energy": 0}, f"{TO_THE_FORK} place@1,0 reverse-place@1,2", None),
        (FORK, TO_THE_FORK, None),
        # The top of the pile is the card discarded last.
        (FORK, "discard discard recover@3,1 place@2,1 recover@1,1 place@1,0 reverse-place@1,2", 0),
        (FORK, "discard discard recover@3,1 recover@2,1", None),
        (TWO_ENDS, "place@3,1 place@2,1 place@1,1 reverse-place@2,0 reverse-place@0,1", 0),
        (TWO_ENDS, "place@3,1 place@2,1 place@2,0 reverse-place@1,1 place@0,1", 1),
        # By then the second card is the last but two.
        (TWO_ENDS, "place@3,1 place@2,1 place@1,1 place@0,1 reverse-place@2,0", None),
        (straight(2), "place@1,1 place@0,1", 0),
        # Nothing is left to do once the area is full.
        (straight(1) | {"deck": ["S", "S"]}, "place@0,1", 1),
        (straight(1) | {"deck": ["S", "S"]}, "place@0,1 discard", None),
        # There is no pile before the first discard, and no card to draw from an empty deck.
        (straight(2), "recover@1,1 place@0,1", None),
        (straight(2), "discard discard place@1,1 recover@0,1", None),
        (straight(2), "discard discard discard recover@1,1 recover@0,1", None),
        # A reverse needs two cards on the line.
        (straight(2) | {"energy": 3}, "place@1,1 reverse-place@0,1", None),
        (straight(2) | {"energy": 3}, "reverse-place@1,1 place@0,1", None),
        (straight(2), "place@0,1 place@1,1", None),
        (straight(2), "place@1,1 place@1,1", None),
        (classic("###/###/#.#", "2 1 N", "LSR S", energy=3), "", 9),
    ],
)
def test_legal_scores(puzzle: Document, text: str, score: int | None) -> None:
    assert oracle.legal_score(puzzle, actions(text)) == score
    # A whole solution is what continues it, and the only one.
    assert oracle.best(puzzle, actions(text)) == score or score is None
    assert oracle.count(puzzle, actions(text)) == 1 or score is None


@pytest.mark.parametrize(
    ("text", "best", "count"),
    [
        ("", 0, 72),
        ("discard", 0, 72),
        ("place@3,1", None, 0),
        ("discard discard", 0, 48),
        (TO_THE_FORK, 0, 12),
        (f"{TO_THE_FORK} discard place@1,2", 0, 1),
        (f"{TO_THE_FORK} reverse-place@1,2", None, 0),
        ("recover@3,1", None, 0),
    ],
)
def test_continuations(text: str, best: int | None, count: int) -> None:
    assert oracle.best(FORK, actions(text)) == best
    assert oracle.count(FORK, actions(text)) == count


def test_sequences_and_endings() -> None:
    """With P, D and R for the three actions, two cards are laid by PP, PDR, DPR, DRP, DRDR or DDRR."""
    assert tuple(oracle.sequences(straight(2), n) for n in range(6)) == (1, 2, 5, 5, 2, 0)
    assert oracle.endings(straight(2)) == (6, 0)
    # Where the second cell lies to the left, an S on the first cell loses, once the deck is empty: PD, DP,
    # DRD, DDR.
    assert oracle.endings(classic(TWO_LEFT, "2 1 N", "S S")) == (0, 4)


MOST_SOLUTIONS = 1_000


@pytest.mark.slow
@pytest.mark.further
@pytest.mark.parametrize("chunk", parts(20))
def test_legal_solutions_are_those_that_can_be_played(chunk: int) -> None:
    for seed in range(chunk * 8, (chunk + 1) * 8):
        rng = random.Random(f"plays {seed}")
        puzzle = instance(rng)
        documents = list(islice(oracle.solutions(puzzle), MOST_SOLUTIONS))
        if len(documents) == MOST_SOLUTIONS:
            continue
        keys = {json.dumps(document, sort_keys=True) for document in documents}
        assert len(keys) == len(documents) == oracle.count(puzzle), puzzle
        scores = [oracle.legal_score(puzzle, document) for document in documents]
        assert None not in scores
        assert max((s for s in scores if s is not None), default=None) == oracle.best(puzzle), puzzle
        for document in rng.sample(documents, min(8, len(documents))):
            spoiled = _without_defaults(spoil_classic(rng, puzzle, document))
            is_legal = oracle.legal_score(puzzle, spoiled) is not None
            assert is_legal == (json.dumps(spoiled, sort_keys=True) in keys), (puzzle, spoiled)
            begun = spoiled["actions"][: rng.randint(0, len(spoiled["actions"]))]
            scores = [
                oracle.legal_score(puzzle, other)
                for other in documents
                if other["actions"][: len(begun)] == begun
            ]
            assert oracle.count(puzzle, {"actions": begun}) == len(scores), (puzzle, begun)
            best = max((s for s in scores if s is not None), default=None)
            assert oracle.best(puzzle, {"actions": begun}) == best, (puzzle, begun)


def _without_defaults(solution: Document) -> Document:
    return {
        "actions": [
            {name: value for name, value in action.items() if value is not False}
            for action in solution["actions"]
        ]
    }


def test_instances_are_of_all_sorts() -> None:
    bests: Counter[int | None] = Counter()
    gains: Counter[str] = Counter()
    for seed in range(100):
        puzzle = instance(random.Random(seed))
        energy, best = puzzle.get("energy", 3), oracle.best(puzzle)
        bests[best] += 1
        assert len(Board(puzzle).free) <= 9
        if best is not None and energy:
            without = oracle.best(puzzle | {"energy": 0})
            gains["needed" if without is None else "not needed"] += 1
    assert 10 < bests[None] < 50, bests
    assert len(bests) > 8, bests
    assert gains["needed"] > 3, gains
