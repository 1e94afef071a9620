"""What every kind owes: walks the registries, and fails by name for whatever a kind lacks."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.protocol import GRADES, Spec, make_record
from generators.registry import generators_for
from puzzles import packs
from puzzles.ids import canonical_text, puzzle_id
from puzzles.kind import P, PuzzleKind, S
from puzzles.registry import KINDS, kind_named
from solvers import verified
from solvers.protocol import Limits
from solvers.registry import solvers_for
from tests.oracle.answers import Answer, kept
from tests.samples import SAMPLES
from tests.tiers import examples, reach

HOUSE = Path(__file__).parent.parent
GOLDEN = HOUSE / "tests" / "golden"
# One process makes and solves the puzzles of a kind, as they are kept for its other tests.
IDS = [pytest.param(kind.id, marks=pytest.mark.xdist_group(kind.id), id=kind.id) for kind in KINDS]
TINY = 12
# Of the golden records.
SEEDS = reach(test=(1,), long=(1, 2))


def _answers(kind: str) -> tuple[Answer, ...]:
    return kept(kind)[:TINY]


def _tiny(kind: str) -> list[dict[str, Any]]:
    return [answer.puzzle for answer in _answers(kind)]


def _golden(kind: str) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in (GOLDEN / f"{kind}.jsonl").read_text().splitlines()]
    return [record for record in records if record["seed"] in SEEDS]


def _rules(it: PuzzleKind[P, S], puzzle: P, solution: S) -> list[str]:
    return [violation.rule for violation in it.verify(puzzle, solution)]


@cache
def _record(kind: str, grade: Any, seed: int) -> dict[str, Any]:
    maker = generators_for(kind).maker
    return make_record(kind_named(kind), maker, Spec(grade, seed, maker.options.read({})))


@pytest.mark.parametrize("kind", IDS)
def test_lives_at_the_same_path_everywhere(kind: str) -> None:
    path = kind.replace(".", "/")
    missing = [
        f"{folder}/{path}.py"
        for folder in ("puzzles", "solvers", "generators")
        if not (HOUSE / folder / f"{path}.py").exists()
    ]
    missing += [f"tests/golden/{kind}.jsonl"] * (not (GOLDEN / f"{kind}.jsonl").exists())
    assert not missing, f"{kind} lacks {missing}"
    assert (HOUSE / "puzzles" / path).parent.joinpath("rules.md").exists()


@pytest.mark.parametrize("kind", IDS)
def test_is_in_every_registry(kind: str) -> None:
    assert solvers_for(kind).kind == kind, f"{kind} has no solvers"
    assert generators_for(kind).maker.kind == kind, f"{kind} has no generators"
    assert kind in SAMPLES, f"{kind} has no samples for the tests"
    engines = [engine.name for engine in solvers_for(kind).engines]
    assert len(engines) >= 2, f"{kind} needs two engines of different kinds, has {engines}"
    assert len(engines) == len(set(engines))


@pytest.mark.parametrize("kind", IDS)
def test_reads_what_it_writes(kind: str) -> None:
    it = kind_named(kind)
    for document in _tiny(kind):
        puzzle = it.parse(document)
        written = it.serialise(puzzle)
        assert it.parse(json.loads(json.dumps(written))) == puzzle
        assert it.serialise(it.parse(written)) == written
        jsonschema.Draft202012Validator(it.puzzle_schema()).validate(written)


@pytest.mark.parametrize("kind", IDS)
def test_solves_tiny_puzzles_as_the_brute_force_does(kind: str) -> None:
    it, sample, solvers = kind_named(kind), SAMPLES[kind], solvers_for(kind)
    for known in _answers(kind):
        document = known.puzzle
        puzzle = it.parse(document)
        answer = verified.solve(it, solvers, puzzle, "best")
        assert answer.status == ("impossible" if known.best is None else "solved"), document
        if it.facts.scored:
            assert answer.score == known.best, document
        assert (solvers.counting is not None) == (sample.count is not None)
        if sample.count is not None:
            counted = verified.count(solvers, puzzle, 1_000_000)
            assert (counted.n, counted.exact) == (known.count, True), document
        if answer.solution is not None:
            assert it.verify(puzzle, answer.solution) == ()
            text = it.serialise_solution(answer.solution)
            assert it.parse_solution(json.loads(json.dumps(text))) == answer.solution
            jsonschema.Draft202012Validator(it.solution_schema()).validate(text)
            assert sample.legal(document, text)


@pytest.mark.parametrize("kind", IDS)
def test_refuses_spoiled_solutions(kind: str) -> None:
    it, sample = kind_named(kind), SAMPLES[kind]
    rng = random.Random(f"spoil {kind}")
    refused = 0
    for document in _tiny(kind):
        puzzle = it.parse(document)
        answer = verified.solve(it, solvers_for(kind), puzzle)
        if answer.solution is None:
            continue
        text = it.serialise_solution(answer.solution)
        for _ in range(20):
            spoiled = sample.spoil(rng, text)
            found = it.verify(puzzle, it.parse_solution(spoiled))
            assert (found == ()) == sample.legal(document, spoiled), (document, spoiled, found)
            refused += found != ()
    assert refused > 20


@pytest.mark.further
@pytest.mark.parametrize("kind", IDS)
def test_answers_pass_to_the_twin_and_back(kind: str) -> None:
    it, solvers = kind_named(kind), solvers_for(kind)
    for document in [*_tiny(kind), *(record["puzzle"] for record in _golden(kind))]:
        puzzle = it.parse(document)
        twin = it.twin(puzzle)
        here, there = (verified.solve(it, solvers, each, "best") for each in (puzzle, twin.puzzle))
        assert (here.status, here.score, here.value) == (there.status, there.score, there.value)
        if here.solution is None or there.solution is None:
            continue
        taken, brought = twin.there(here.solution), twin.back(there.solution)
        assert it.verify(twin.puzzle, taken) == it.verify(puzzle, brought) == ()
        assert it.score(twin.puzzle, taken) == it.score(puzzle, brought) == here.score
        assert (twin.back(taken), twin.there(brought)) == (here.solution, there.solution)


@pytest.mark.parametrize("kind", IDS)
def test_spoiled_solutions_break_the_same_rules_at_the_twin(kind: str) -> None:
    it, sample = kind_named(kind), SAMPLES[kind]
    rng = random.Random(f"twin {kind}")
    refused = 0
    for document in _tiny(kind):
        puzzle = it.parse(document)
        twin = it.twin(puzzle)
        answer = verified.solve(it, solvers_for(kind), puzzle)
        if answer.solution is None:
            continue
        texts = [it.serialise_solution(each) for each in (answer.solution, twin.there(answer.solution))]
        for _ in range(20):
            here, there = (it.parse_solution(sample.spoil(rng, text)) for text in texts)
            broken = _rules(it, puzzle, here), _rules(it, twin.puzzle, there)
            assert (_rules(it, twin.puzzle, twin.there(here)), _rules(it, puzzle, twin.back(there))) == broken
            assert (twin.back(twin.there(here)), twin.there(twin.back(there))) == (here, there)
            refused += broken[0] != []
    assert refused > 20


@pytest.mark.parametrize("kind", IDS)
@given(seed=st.integers(0, 2**32))
@examples(50)
def test_an_answer_to_a_puzzle_is_one_to_all_that_share_its_id(kind: str, seed: int) -> None:
    it, sample = kind_named(kind), SAMPLES[kind]
    rng = random.Random(seed)
    document = sample.instance(rng)
    other = sample.twin(rng, document)
    here, there = it.parse(document), it.parse(other)
    assert puzzle_id(it, here) == puzzle_id(it, there)
    solution = verified.solve(it, solvers_for(kind), here).solution
    if solution is not None:
        moved = it.twin(there).back(it.twin(here).there(solution))
        assert it.verify(there, moved) == ()
        assert sample.legal(other, it.serialise_solution(moved))
        assert it.score(there, moved) == it.score(here, solution)


@pytest.mark.further
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("kind", IDS)
def test_generates_what_was_asked_for(kind: str, grade: Any) -> None:
    it, solvers = kind_named(kind), solvers_for(kind)
    record = _record(kind, grade, SEEDS[-1])
    puzzle = it.parse(record["puzzle"])
    grader = generators_for(kind).grader
    grading = grader.grade(puzzle)
    assert grading is not None
    assert (grading.grade, grading.difficulty) == (record["grade"], record["difficulty"])
    assert grader.grade(it.twin(puzzle).puzzle) == grading, "twins have one id, so one grade"
    assert grader.grade(puzzle, Limits(seconds=0).start()) is None
    assert record["grade"] == grade
    assert 0 <= record["difficulty"] <= 100
    assert record["id"] == puzzle_id(it, puzzle)
    assert verified.solve(it, solvers, puzzle, "best").status == "solved"
    if it.facts.unique and solvers.counting:
        assert verified.exactly_one(solvers, puzzle) is True
        assert solvers.counting.engines[1].load().count(puzzle, 2, Limits()).n == 1


@pytest.mark.further
@pytest.mark.parametrize("kind", IDS)
def test_same_seed_same_text(kind: str) -> None:
    records = _golden(kind)
    assert len(records) >= len(GRADES)
    for golden in records:
        again = _record(kind, golden["grade"], golden["seed"])
        assert canonical_text(again) == canonical_text(golden), "same seed, other puzzle: raise the version"


@pytest.mark.parametrize("kind", IDS)
def test_has_packs_of_every_grade(kind: str) -> None:
    missing = [grade for grade in GRADES if not packs.size(kind, grade)]
    assert not missing, f"{kind} has no packs of {missing}: make packs"


@pytest.mark.parametrize("kind", IDS)
def test_draws(kind: str) -> None:
    it = kind_named(kind)
    for document in _tiny(kind):
        puzzle = it.parse(document)
        solution = verified.solve(it, solvers_for(kind), puzzle).solution
        for drawn in (solution, None):
            assert it.draw_text(puzzle, drawn).strip()
            root = ElementTree.fromstring(it.draw(puzzle, drawn).svg)
            assert root.tag.endswith("svg")
            assert it.draw(puzzle, drawn).svg == it.draw(puzzle, drawn).svg


@pytest.mark.parametrize("kind", IDS)
def test_every_engine_keeps_its_limits(kind: str) -> None:
    """No time at all: an engine may still know the answer, but must not make one up."""
    it, counting = kind_named(kind), solvers_for(kind).counting
    for known in _answers(kind)[:6]:
        document, best = known.puzzle, known.best
        puzzle = it.parse(document)
        for engine in solvers_for(kind).engines:
            answer = verified.solve(it, solvers_for(kind), puzzle, "best", Limits(seconds=0), engine.name)
            if answer.status == "impossible":
                assert best is None, (document, engine.name)
            if answer.status == "unknown":
                assert answer.reason in ("time", "size", "memory")
                assert not answer.proven
            if answer.status == "solved" and answer.proven and it.facts.scored:
                assert answer.score == best, (document, engine.name)
        for counter in counting.engines if counting else ():
            counted = counter.load().count(puzzle, 10, Limits(seconds=0))
            if counted.exact:
                assert counted.n == known.count, (document, counter.name)
