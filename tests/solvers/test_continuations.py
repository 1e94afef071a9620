"""Checks what engines answer for partial solutions, by exhaustive play and by the solutions of the packs."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from puzzles import packs
from puzzles.errors import BadInput
from puzzles.grades import GRADES
from puzzles.registry import KINDS, kind_named
from puzzles.texts import ENGLISH
from solvers import verified
from solvers.protocol import Continuation, Limits
from solvers.registry import solvers_for
from tests.oracle.continuations import CONTINUATIONS, Expected, TooMany
from tests.samples import SAMPLES
from tests.tiers import reach

IDS = [kind.id for kind in KINDS]
EASY = GRADES[0]
# In these the play or the models take long.
FEW = {"end_of_line.solo": 6, "end_of_line.cover": 8, "linja.endgame": 2}
# The fields of solutions in the order in which a player settles them.
FIRST = (
    "rounds",
    "actions",
    "energy",
    "cards",
    "layout",
    "line",
    "row",
    "col",
    "turned",
    "turn",
    "initial",
    "second",
    "extra",
)
Document = dict[str, Any]


@pytest.mark.further
@pytest.mark.parametrize("kind_id", IDS)
def test_engines_continue_as_exhaustive_play_does(kind_id: str) -> None:
    instances, effort = reach(test=FEW.get(kind_id, 20), long=2_000), reach(test=400, long=20_000)
    for seed in range(instances):
        _agree(kind_id, random.Random(f"continue {kind_id} {seed}"), effort)


@pytest.mark.parametrize("kind_id", ["light_line.solo", "light_line.head", "light_line.place"])
def test_engines_continue_a_tiny_instance_as_exhaustive_play_does(kind_id: str) -> None:
    _agree(kind_id, random.Random(f"continue a tiny instance of {kind_id}"), effort=100)


def _agree(kind_id: str, rng: random.Random, effort: int) -> None:
    kind, solvers, sample = kind_named(kind_id), solvers_for(kind_id), CONTINUATIONS[kind_id]
    assert solvers.continuations is not None
    try:
        puzzle = kind.parse(sample.instance(rng))
        progress = sample.begin(rng, puzzle)
        if progress is None:
            return
        expected = sample.expected(puzzle, progress, effort)
    except TooMany:
        return
    continuation = Continuation(puzzle, progress)
    if kind.progress_violations(puzzle, progress):
        assert expected.best is None, continuation
    for name in [None, *(engine.name for engine in solvers.continuations.engines)]:
        answer = verified.continue_solution(kind, solvers, continuation, "best", engine=name)
        assert answer.status == ("impossible" if expected.best is None else "solved"), (name, continuation)
        assert answer.proven
        if kind.facts.scored:
            assert answer.score == expected.best, (name, continuation)
        some = verified.continue_solution(kind, solvers, continuation, "any", engine=name)
        assert some.status == answer.status, (name, continuation)
        hasty = verified.continue_solution(kind, solvers, continuation, "best", Limits(seconds=0), name)
        assert hasty.status in (answer.status, "unknown"), (name, continuation)
        assert not (hasty.proven and hasty.score != answer.score), (name, continuation)
    _agree_on_count(kind_id, continuation, expected)


def _agree_on_count(kind_id: str, continuation: Continuation[Any, Any], expected: Expected) -> None:
    kind, solvers = kind_named(kind_id), solvers_for(kind_id)
    assert solvers.continuations is not None
    counting = solvers.continuations.counting
    assert (expected.count is None) == (counting is None)
    if counting is None or expected.count is None:
        return
    count = verified.count_continuations(kind, solvers, continuation, 100_000)
    assert (count.n, count.exact) == (expected.count, True), continuation
    if not kind.progress_violations(continuation.puzzle, continuation.progress):
        cap = reach(test=4, long=20)
        for counter in counting.engines:
            count = counter.load().count(continuation, cap, Limits())
            assert count.n == min(expected.count, cap), (counter.name, continuation)


@pytest.mark.further
@pytest.mark.parametrize("kind_id", IDS)
def test_the_beginnings_of_a_packs_solutions_lead_to_its_best_score(kind_id: str) -> None:
    kind, solvers = kind_named(kind_id), solvers_for(kind_id)
    grades, entries = reach(test=GRADES[:1], long=GRADES), reach(test=1, long=20)
    for grade, n in ((grade, n) for grade in grades for n in range(entries)):
        entry = packs.entry(kind_id, grade, n)
        puzzle = kind.parse(entry.record["puzzle"])
        beginnings = list(_beginnings(dict(entry.solution)))
        for document in beginnings[-reach(test=8, long=len(beginnings)) :]:
            jsonschema.Draft202012Validator(kind.progress_schema()).validate(document)
            progress = kind.parse_progress(document)
            if progress is not None:
                continuation = Continuation(puzzle, progress)
                answer = verified.continue_solution(kind, solvers, continuation, "best")
                assert (answer.status, answer.score) == ("solved", entry.score), (
                    entry.record["id"],
                    document,
                )
                assert answer.proven


def _beginnings(solution: Document) -> Iterator[Document]:
    """Yields a solution with more and more of it there: lists grow entry by entry, and so do their parts."""
    begun: Document = {}
    for name, value in sorted(solution.items(), key=lambda field: FIRST.index(field[0])):
        if isinstance(value, list):
            begun[name] = []
            for entry in value:
                parts = _beginnings(entry) if "cards" in entry else [entry]
                for part in parts:
                    yield copy.deepcopy(begun | {name: [*begun[name], part]})
                begun[name].append(entry)
        else:
            parts = _beginnings(value) if isinstance(value, dict) and name == "turn" else [value]
            yield from (copy.deepcopy(begun | {name: part}) for part in parts)
            begun[name] = value


@pytest.mark.parametrize("kind_id", IDS)
def test_an_empty_partial_solution_is_the_start(kind_id: str) -> None:
    kind = kind_named(kind_id)
    assert kind.parse_progress({}) is None
    wrong_documents: list[object] = [None, [], "", {"stray": 1}]
    for wrong in wrong_documents:
        with pytest.raises(BadInput):
            kind.parse_progress(wrong)


@pytest.mark.parametrize("kind_id", IDS)
def test_a_whole_solution_is_its_own_continuation(kind_id: str) -> None:
    kind, solvers = kind_named(kind_id), solvers_for(kind_id)
    for seed in range(3):
        puzzle = kind.parse(SAMPLES[kind_id].instance(random.Random(f"whole {kind_id} {seed}")))
        solution = verified.solve(kind, solvers, puzzle).solution
        progress = None if solution is None else kind.parse_progress(kind.serialise_solution(solution))
        if progress is not None:
            assert kind.begins_with(solution, progress)
            assert kind.progress_violations(puzzle, progress) == ()
            continuation = Continuation(puzzle, progress)
            assert verified.continue_solution(kind, solvers, continuation).solution == solution


@pytest.mark.parametrize(
    ("kind_id", "document", "reason"),
    [
        ("end_of_line.solo", {"rounds": [{"cards": [{"card": "S", "cell": [4, 4]}]}]}, "Round 1, card 1: no"),
        (
            "end_of_line.solo",
            {"rounds": [{"energy": "brake"}]},
            "Round 1: energy may be spent from round 3 on",
        ),
        ("end_of_line.cover", {"line": [{"card": "S", "cell": [9, 9]}]}, "Step 1: J10 is outside the"),
        ("light_line.solo", {"line": [{"card": "none", "tube": 0}]}, "Step 1: there is no card none"),
        ("linja.endgame", {"turn": {"initial": {"from": 9}}}, "Initial move: there is no row 9"),
        ("light_line.place", {"row": 99, "col": 99}, "No card is beside that place"),
    ],
)
def test_a_broken_rule_is_the_reason(kind_id: str, document: Document, reason: str) -> None:
    kind = kind_named(kind_id)
    puzzle = kind.parse(packs.entry(kind_id, EASY, 0).record["puzzle"])
    continuation = Continuation(puzzle, kind.parse_progress(document))
    answer = verified.continue_solution(kind, solvers_for(kind_id), continuation)
    assert (answer.status, answer.engine) == ("impossible", "argument")
    assert answer.reason is not None
    assert ENGLISH.render(answer.reason).startswith(reason)
