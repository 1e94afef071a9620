"""Tests what generated cover puzzles guarantee beyond every kind's guarantees."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from generators.end_of_line import cover_person as person
from generators.end_of_line.cover import EXPLAINER, GENERATORS, HARDEST, extra_givens
from generators.errors import NoneFound
from generators.protocol import Spec
from generators.seeding import seeded
from puzzles.end_of_line.cover import KIND, CoverPuzzle
from puzzles.errors import BadInput
from puzzles.grades import GRADES
from solvers.end_of_line.cover_sat import CoverSat
from solvers.end_of_line.cover_search import CoverSearch
from solvers.protocol import Limits
from tests.oracle import end_of_line_instances

SIZES = [(4, 4, 0), (4, 6, 2), (5, 5, 0), (5, 5, 4), (7, 4, 1)]


def _generate(grade: Any, seed: int, rows: int, cols: int, blocked: int) -> CoverPuzzle:
    spec = Spec(grade, seed, {"rows": rows, "cols": cols, "blocked": blocked})
    return GENERATORS.maker.generate(spec, seeded(grade, seed, rows, cols, blocked)).puzzle


def _lines(puzzle: CoverPuzzle) -> int:
    return CoverSearch().count(puzzle, 2, Limits()).n


@pytest.mark.parametrize("rows,cols,blocked", SIZES)
@pytest.mark.parametrize("grade", GRADES)
def test_one_line_by_two_engines(grade: Any, rows: int, cols: int, blocked: int) -> None:
    puzzle = _generate(grade, 3, rows, cols, blocked)
    assert (puzzle.area.rows, puzzle.area.cols, len(puzzle.area.blocked)) == (rows, cols, blocked)
    for engine in (CoverSearch(), CoverSat()):
        count = engine.count(puzzle, 2, Limits())
        assert (count.n, count.exact) == (1, True)


@pytest.mark.parametrize("rows,cols,blocked", SIZES)
@pytest.mark.parametrize("grade", ["hard", "expert"])
def test_no_given_is_redundant(grade: Any, rows: int, cols: int, blocked: int) -> None:
    puzzle = _generate(grade, 4, rows, cols, blocked)
    for given in puzzle.givens:
        fewer = replace(puzzle, givens=tuple(g for g in puzzle.givens if g != given))
        assert _lines(fewer) == 2, given


@pytest.mark.parametrize("grade", ["easy", "medium"])
def test_as_many_redundant_givens_as_stated(grade: Any) -> None:
    """Some order of removal finds a redundant set of that size."""
    puzzle = _generate(grade, 5, 5, 5, 0)
    most = max(_redundant_givens(puzzle, random.Random(order)) for order in range(40))
    assert most >= extra_givens(puzzle.area, grade) > 0


def _redundant_givens(puzzle: CoverPuzzle, rng: random.Random) -> int:
    """Counts the givens that can be removed one after the other, in a random order."""
    removed = 0
    for given in rng.sample(puzzle.givens, len(puzzle.givens)):
        fewer = replace(puzzle, givens=tuple(g for g in puzzle.givens if g != given))
        if _lines(fewer) == 1:
            puzzle, removed = fewer, removed + 1
    return removed


def test_expert_puzzles_give_no_redundant_heading() -> None:
    without_heading = 0
    for seed in (6, 7, 8):
        puzzle = _generate("expert", seed, 5, 5, 0)
        without_heading += sum(given.heading is None for given in puzzle.givens)
        for given in puzzle.givens:
            if given.heading is not None:
                barer = tuple(replace(g, heading=None) if g == given else g for g in puzzle.givens)
                assert _lines(replace(puzzle, givens=barer)) == 2
    assert without_heading


def test_steps_end_in_the_line_and_need_the_grade() -> None:
    for grade in ("easy", "medium", "hard"):
        puzzle = _generate(grade, 7, 5, 5, 0)
        solver = person.Person(puzzle)
        assert solver.solve(HARDEST[grade])
        assert not solver.open_cells()
        assert sum(step.settled for step in solver.steps) == len(puzzle.area.free_cells())
        assert EXPLAINER.steps(puzzle)


@pytest.mark.slow
def test_the_person_is_never_wrong() -> None:
    """On any puzzle, what the person excludes is in no line, and a finished puzzle has exactly one line."""
    finished = 0
    for i in range(150):
        puzzle = KIND.parse(end_of_line_instances.cover_instance(random.Random(f"person {i}")))
        if not puzzle.area.free_cells():
            continue
        lines = _lines(puzzle)
        solver = person.Person(puzzle)
        try:
            is_finished = solver.solve()
        except person.Contradiction:
            assert lines == 0
            continue
        assert not (is_finished and lines != 1), puzzle
        finished += is_finished
    assert finished > 20


def test_options_are_checked() -> None:
    for options, pointer in [
        ({"rows": 3}, "/rows"),
        ({"cols": 9}, "/cols"),
        ({"rows": 4, "cols": 4, "blocked": 5}, "/blocked"),
        ({"size": 5}, "/size"),
    ]:
        with pytest.raises(BadInput) as caught:
            GENERATORS.maker.options.read(options)
        assert [p.pointer for p in caught.value.problems] == [pointer]


def test_gives_up_after_a_fixed_number_of_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generators.end_of_line.cover._ATTEMPTS", 0)
    with pytest.raises(NoneFound, match=r"found no hard end_of_line\.cover puzzle of 5x5"):
        _generate("hard", 1, 5, 5, 0)
