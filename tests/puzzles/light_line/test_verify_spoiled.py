"""Tests the referee against a judge written from the rules alone, on legal and spoiled solutions."""

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


def _spoil(rng: random.Random, solution: Document) -> Document:
    """Returns the solution with one to three small changes, which often leave it legal."""
    changed = copy.deepcopy(solution)
    for _ in range(rng.randint(1, 3)):
        layout, line = changed["layout"], changed["line"]
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
    return changed


def _solo(rng: random.Random) -> tuple[Document, Document | None]:
    document = solo_instance(rng)
    return document, any_line(document, wild=True)


def _longest(rng: random.Random) -> tuple[Document, Document | None]:
    document = longest_instance(rng)
    return document, best_longest(document)


def _head(rng: random.Random) -> tuple[Document, Document | None]:
    document = head_instance(rng)
    return document, any_once(document, document["length"], wild=False)


CHECKS = {"solo": (_solo, legal_solo), "longest": (_longest, legal_longest), "head": (_head, legal_head)}


@pytest.mark.parametrize("kind_name", CHECKS)
@pytest.mark.parametrize("chunk", range(10))
def test_the_referee_agrees_with_the_judge(kind_name: str, chunk: int) -> None:
    make, legal = CHECKS[kind_name]
    accepted = rejected = 0
    for i in range(30):
        rng = random.Random(f"spoilt {chunk} {i}")
        document, solution = make(rng)
        if solution is None:
            continue
        kind = kind_of(document)
        puzzle = kind.parse(document)
        for _ in range(30):
            spoiled_json = _spoil(rng, solution)
            spoiled = kind.parse_solution(spoiled_json)
            violations = kind.verify(puzzle, spoiled)
            assert (violations == ()) == legal(document, spoiled_json), (document, spoiled_json, violations)
            if kind_name == "longest" and not violations:
                assert kind.score(puzzle, spoiled) == score_longest(spoiled_json), (document, spoiled_json)
            accepted += violations == ()
            rejected += violations != ()
    assert accepted > 20
    assert rejected > 200


@pytest.mark.parametrize("seed", range(300))
def test_a_card_placed_anywhere(seed: int) -> None:
    """Tries every place near the layout, beside it or not."""
    document = place_instance(random.Random(f"anywhere {seed}"))
    kind = kind_of(document)
    puzzle = kind.parse(document)
    rows, cols = ([card[axis] for card in document["layout"]] for axis in ("row", "col"))
    near = product(range(min(rows) - 2, max(rows) + 3), range(min(cols) - 2, max(cols) + 3), (False, True))
    for row, col, turned in near:
        placement = {"row": row, "col": col, "turned": turned}
        solution = kind.parse_solution(placement)
        violations = kind.verify(puzzle, solution)
        assert (violations == ()) == legal_place(document, placement), (document, placement, violations)
        if not violations:
            assert kind.score(puzzle, solution) == score_place(document, row, col, turned)
