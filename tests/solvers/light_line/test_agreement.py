"""Tests the engines of LIGHT-LINE! against the brute force, which was written from the rules alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from puzzles.kind import PuzzleKind
from puzzles.light_line import head, longest, place, solo
from solvers.light_line import head as head_solvers
from solvers.light_line import longest as longest_solvers
from solvers.light_line import place as place_solvers
from solvers.light_line import solo as solo_solvers
from solvers.protocol import Count, Counting, Impossible, KindSolvers, Limits, Solved
from tests.oracle import light_line as oracle
from tests.oracle import light_line_legal as legal
from tests.oracle.light_line_instances import (
    head_instance,
    longest_instance,
    place_instance,
    solo_instance,
)
from tests.tiers import parts, reach

CHUNK = 25
ALL = 1_000_000
# Models count layouts by solving repeatedly, so the tests stop before the last hundreds.
MAX_COUNTED = reach(test=20, long=ALL)
Document = dict[str, Any]


def _engine_answers(
    kind: PuzzleKind[Any, Any], solvers: KindSolvers[Any, Any], document: Document
) -> list[tuple[str, Solved[Any] | None, Document]]:
    """Returns each engine's name, its outcome if it solved the puzzle, and its solution as a document."""
    puzzle = kind.parse(document)
    answers: list[tuple[str, Solved[Any] | None, Document]] = []
    for entry in solvers.engines:
        engine = entry.load()
        outcome = engine.solve(puzzle, "best", Limits())
        if isinstance(outcome, Solved):
            assert outcome.proven, (document, engine.name)
            assert kind.verify(puzzle, outcome.solution) == (), (document, engine.name)
            answers.append((engine.name, outcome, kind.serialise_solution(outcome.solution)))
        else:
            assert outcome == Impossible(), (document, engine.name)
            answers.append((engine.name, None, {}))
    solvable = answers[0][1] is not None
    assert not (solvable and (solvers.refute(puzzle) or solvers.refute_thoroughly(puzzle))), document
    assert not (solvers.counting and solvers.counting.refute(puzzle) and solvable), document
    return answers


def _counting(solvers: KindSolvers[Any, Any]) -> Counting[Any]:
    assert solvers.counting is not None
    return solvers.counting


def _solo(seed: str) -> None:
    document = solo_instance(random.Random(seed))
    layouts = oracle.layouts_solo(document)
    for name, outcome, solution in _engine_answers(solo.KIND, solo_solvers.SOLVERS, document):
        assert (outcome is not None) == bool(layouts), (seed, name)
        if outcome is not None:
            assert legal.legal_solo(document, solution), (seed, name)
            assert oracle.canonical(oracle.as_layout(solution["layout"])) in layouts, (seed, name)
        cap = ALL if name == "search" else MAX_COUNTED
        count = _counting(solo_solvers.SOLVERS).engine(name).count(solo.KIND.parse(document), cap, Limits())
        assert count.n == min(len(layouts), cap), (seed, name)
        assert count.exact or len(layouts) >= cap, (seed, name)


def _longest(seed: str) -> None:
    document = longest_instance(random.Random(seed))
    best = oracle.best_longest(document)
    for name, outcome, solution in _engine_answers(longest.KIND, longest_solvers.SOLVERS, document):
        assert (outcome and outcome.score) == best == (outcome and outcome.bound), (seed, name)
        if outcome is not None:
            assert legal.legal_longest(document, solution), (seed, name)
            assert legal.score_longest(solution) == best, (seed, name)
            assert longest.KIND.score(longest.KIND.parse(document), outcome.solution) == best


def _head(seed: str) -> None:
    document = head_instance(random.Random(seed))
    possible = oracle.head_possible(document)
    for name, outcome, solution in _engine_answers(head.KIND, head_solvers.SOLVERS, document):
        assert (outcome is not None) == possible, (seed, name)
        if outcome is not None:
            assert legal.legal_head(document, solution), (seed, name)


def _place(seed: str) -> None:
    document = place_instance(random.Random(seed))
    scores = oracle.placings(document)
    best = max(scores.values(), default=None)
    puzzle = place.KIND.parse(document)
    for name, outcome, solution in _engine_answers(place.KIND, place_solvers.SOLVERS, document):
        assert (outcome and outcome.score) == best == (outcome and outcome.bound), (seed, name)
        if outcome is not None:
            assert legal.legal_place(document, solution), (seed, name)
            assert scores[solution["row"], solution["col"], solution["turned"]] == best, (seed, name)
        count = _counting(place_solvers.SOLVERS).engine(name).count(puzzle, ALL, Limits())
        assert count == Count(len(scores), True), (seed, name)


KINDS: dict[str, Callable[[str], None]] = {"solo": _solo, "longest": _longest, "head": _head, "place": _place}


@pytest.mark.further
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chunk", parts(88))
def test_the_engines_agree_with_the_brute_force(kind: str, chunk: int) -> None:
    for i in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        KINDS[kind](f"light {i}")


@pytest.mark.parametrize("seed", range(40))
def test_the_score_of_a_placing(seed: int) -> None:
    """Compares the referee's score of every placement near the layout, legal or not."""
    document = place_instance(random.Random(f"score {seed}"))
    puzzle, scores = place.KIND.parse(document), oracle.placings(document)
    rows = [placed.row for placed in puzzle.layout]
    cols = [placed.col for placed in puzzle.layout]
    for row in range(min(rows) - 2, max(rows) + 3):
        for col in range(min(cols) - 2, max(cols) + 3):
            for turned in (False, True):
                placement = place.Placement(row, col, turned)
                score = None if place.KIND.verify(puzzle, placement) else place.KIND.score(puzzle, placement)
                assert score == scores.get((row, col, turned)), (seed, placement)
