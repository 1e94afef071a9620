"""Checks that generated LONG-LINE, HEAD-LINE and LINE puzzles are what their grades promise."""

from __future__ import annotations

from typing import Any

import pytest

from generators.grading_scale import Scale
from generators.light_line import head, longest, place
from generators.protocol import KindGenerators, Spec
from generators.records import make_record
from puzzles.grades import GRADES, Grade
from puzzles.registry import kind_named
from tests.oracle import light_line as oracle
from tests.oracle import light_line_grown as grown


def _record(generators: KindGenerators[Any], grade: Grade, seed: int, **options: object) -> dict[str, Any]:
    maker = generators.maker
    return make_record(kind_named(maker.kind), maker, Spec(grade, seed, maker.options.read(options)))


@pytest.mark.parametrize("grade", GRADES)
def test_head_deals_have_a_line(grade: Grade) -> None:
    document = _record(head.GENERATORS, grade, 7)["puzzle"]
    assert head.MIN_LENGTH <= document["length"] < len(document["cards"])
    assert grown.any_once(document, document["length"], wild=False)


@pytest.mark.parametrize("grade", GRADES)
def test_longest_deals_can_be_played(grade: Grade) -> None:
    document = _record(longest.GENERATORS, grade, 7, cards=8)["puzzle"]
    assert len(document["cards"]) == 8
    best = grown.best_longest(document)
    assert best is not None
    assert len(best["layout"]) >= 3


@pytest.mark.parametrize("grade", GRADES)
def test_one_placing_is_best(grade: Grade) -> None:
    document = _record(place.GENERATORS, grade, 7)["puzzle"]
    scores = sorted(oracle.placings(document).values())
    assert scores[-1] > scores[-2]


def test_the_scale() -> None:
    scale = Scale((1.0, 2.0, 4.0))
    gradings = [scale.grading(luck) for luck in (0, 0.5, 1, 3, 4, 8, 99)]
    assert [g.grade for g in gradings] == ["easy", "easy", "medium", "hard", "expert", "expert", "expert"]
    assert [g.difficulty for g in gradings] == [0, 12, 25, 62, 87, 100, 100]
    assert scale.grading(0.5, minimum="expert").grade == "expert"
