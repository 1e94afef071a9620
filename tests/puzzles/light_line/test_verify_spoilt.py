"""The checker against a judge that was written from the rules sheet alone, on solutions right and spoilt."""

from __future__ import annotations

import copy
import random
from itertools import product
from typing import Any

import pytest

from puzzles.registry import kind_of
from tests.oracle.light_line_grown import any_line, any_once, best_longest, score_place
from tests.oracle.light_line_instances import head_instance, longest_instance, place_instance, solo_instance
from tests.oracle.light_line_legal import legal_head, legal_longest, legal_place, legal_solo, score_longest

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


def _solo(rng: random.Random) -> tuple[Document, Document | None]:
    document = solo_instance(rng)
    return document, any_line(document, wild=True)


def _longest(rng: random.Random) -> tuple[Document, Document | None]:
    document = longest_instance(rng)
    return document, best_longest(document)


def _head(rng: random.Random) -> tuple[Document, Document | None]:
    document = head_instance(rng)
    return document, any_once(document, document["length"], wild=False)


MADE = {"solo": (_solo, legal_solo), "longest": (_longest, legal_longest), "head": (_head, legal_head)}


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("chunk", range(10))
def test_the_checker_agrees_with_the_judge(kind: str, chunk: int) -> None:
    make, legal = MADE[kind]
    right = wrong = 0
    for i in range(30):
        rng = random.Random(f"spoilt {chunk} {i}")
        document, solution = make(rng)
        if solution is None:
            continue
        it = kind_of(document)
        puzzle = it.parse(document)
        for _ in range(30):
            spoilt = _spoilt(rng, solution)
            read = it.parse_solution(spoilt)
            found = it.verify(puzzle, read)
            assert (found == ()) == legal(document, spoilt), (document, spoilt, found)
            if kind == "longest" and not found:
                assert it.score(puzzle, read) == score_longest(spoilt), (document, spoilt)
            right += found == ()
            wrong += found != ()
    assert right > 20
    assert wrong > 200


@pytest.mark.parametrize("seed", range(300))
def test_a_card_laid_anywhere(seed: int) -> None:
    """On every place near the layout, beside it or not."""
    document = place_instance(random.Random(f"anywhere {seed}"))
    it = kind_of(document)
    puzzle = it.parse(document)
    rows, cols = ([each[axis] for each in document["layout"]] for axis in ("row", "col"))
    near = product(range(min(rows) - 2, max(rows) + 3), range(min(cols) - 2, max(cols) + 3), (False, True))
    for row, col, turned in near:
        placing = {"row": row, "col": col, "turned": turned}
        read = it.parse_solution(placing)
        found = it.verify(puzzle, read)
        assert (found == ()) == legal_place(document, placing), (document, placing, found)
        if not found:
            assert it.score(puzzle, read) == score_place(document, row, col, turned)
