"""The checker against a judge that was written from the rules sheet alone, on solutions right and spoilt."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from puzzles.light_line import solo
from tests.oracle.light_line_grown import any_line
from tests.oracle.light_line_instances import solo_instance
from tests.oracle.light_line_legal import legal_solo

Document = dict[str, Any]


def _spoilt(rng: random.Random, solution: Document) -> Document:
    """One to three small changes: many of them make another right solution."""
    new = copy.deepcopy(solution)
    for _ in range(rng.randint(1, 3)):
        layout, line = new["layout"], new["line"]
        change = rng.randrange(8)
        if change == 0 and layout:
            rng.choice(layout)["turned"] ^= True
        elif change == 1 and layout:
            rng.choice(layout)[rng.choice(("row", "col"))] += rng.choice((-1, 1))
        elif change == 2 and layout:
            layout.remove(rng.choice(layout))
        elif change == 3 and layout:
            layout.append(dict(rng.choice(layout)))
        elif change == 4 and line:
            rng.choice(line)["tube"] = rng.randint(-1, 4)
        elif change == 5 and line:
            line.remove(rng.choice(line))
        elif change == 6 and line:
            line.insert(rng.randrange(len(line) + 1), dict(rng.choice(line)))
        elif change == 7:
            line.reverse()
    return new


@pytest.mark.parametrize("chunk", range(10))
def test_the_checker_agrees_with_the_judge(chunk: int) -> None:
    right = wrong = 0
    for i in range(30):
        rng = random.Random(f"spoilt {chunk} {i}")
        document = solo_instance(rng)
        solution = any_line(document, wild=True)
        if solution is None:
            continue
        puzzle = solo.KIND.parse(document)
        for _ in range(30):
            spoilt = _spoilt(rng, solution)
            found = solo.KIND.verify(puzzle, solo.KIND.parse_solution(spoilt))
            assert (found == ()) == legal_solo(document, spoilt), (document, spoilt, found)
            right += found == ()
            wrong += found != ()
    assert right > 20
    assert wrong > 200
