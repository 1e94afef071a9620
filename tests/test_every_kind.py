"""Checks that every registered kind is complete and consistent; a failure names what the kind lacks."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.calls.puzzle_documents import PUBLISHED_FIELDS
from generators.protocol import Spec
from generators.records import make_record
from generators.registry import generators_for
from puzzles import packs
from puzzles.grades import GRADES
from puzzles.ids import canonical_text, puzzle_id
from puzzles.kind import P, PuzzleKind, S
from puzzles.registry import KINDS, game_of, kind_named
from puzzles.texts import LANGUAGES, translator_for
from puzzles.titles import kind_title
from solvers import verified
from solvers.protocol import Limits
from solvers.registry import solvers_for
from tests.oracle.answers import Answer, stored_answers
from tests.samples import SAMPLES
from tests.tiers import examples, reach

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
# All tests of a kind run in one process, so that its puzzles are made and solved once.
IDS = [pytest.param(kind.id, marks=pytest.mark.xdist_group(kind.id), id=kind.id) for kind in KINDS]
TINY = 12
# The seeds of the golden records.
SEEDS = reach(test=(1,), long=(1, 2))


def _known_answers(kind_id: str) -> tuple[Answer, ...]:
    return stored_answers(kind_id)[:TINY]


def _tiny_puzzles(kind_id: str) -> list[dict[str, Any]]:
    return [answer.puzzle for answer in _known_answers(kind_id)]


def _golden_records(kind_id: str) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in (GOLDEN / f"{kind_id}.jsonl").read_text().splitlines()]
    return [record for record in records if record["seed"] in SEEDS]


def _rules(kind: PuzzleKind[P, S], puzzle: P, solution: S) -> list[str]:
    return [violation.rule for violation in kind.verify(puzzle, solution)]


@cache
def _record(kind_id: str, grade: Any, seed: int) -> dict[str, Any]:
    maker = generators_for(kind_id).maker
    return make_record(kind_named(kind_id), maker, Spec(grade, seed, maker.options.read({})))


@pytest.mark.parametrize("kind_id", IDS)
def test_lives_at_the_same_path_everywhere(kind_id: str) -> None:
    path = kind_id.replace(".", "/")
    missing = [
        f"{folder}/{path}.py"
        for folder in ("puzzles", "solvers", "generators")
        if not (ROOT / folder / f"{path}.py").exists()
    ]
    missing += [f"tests/golden/{kind_id}.jsonl"] * (not (GOLDEN / f"{kind_id}.jsonl").exists())
    assert not missing, f"{kind_id} lacks {missing}"
    assert (ROOT / "puzzles" / path).parent.joinpath("rules.md").exists()


@pytest.mark.parametrize("kind_id", IDS)
def test_is_in_every_registry(kind_id: str) -> None:
    assert solvers_for(kind_id).kind == kind_id, f"{kind_id} has no solvers"
    assert generators_for(kind_id).maker.kind == kind_id, f"{kind_id} has no generators"
    assert kind_id in SAMPLES, f"{kind_id} has no samples for the tests"
    engines = [engine.name for engine in solvers_for(kind_id).engines]
    assert len(engines) >= 2, f"{kind_id} needs two engines of different kinds, has {engines}"
    assert len(engines) == len(set(engines))


@pytest.mark.parametrize("kind_id", IDS)
def test_says_whether_it_has_an_explainer(kind_id: str) -> None:
    assert kind_named(kind_id).facts.explained == (generators_for(kind_id).explainer is not None)


@pytest.mark.parametrize("kind_id", IDS)
def test_reads_what_it_writes(kind_id: str) -> None:
    kind = kind_named(kind_id)
    for document in _tiny_puzzles(kind_id):
        puzzle = kind.parse(document)
        serialised = kind.serialise(puzzle)
        assert kind.parse(json.loads(json.dumps(serialised))) == puzzle
        assert kind.serialise(kind.parse(serialised)) == serialised
        jsonschema.Draft202012Validator(kind.puzzle_schema()).validate(serialised)


@pytest.mark.parametrize("kind_id", IDS)
def test_solves_tiny_puzzles_as_the_brute_force_does(kind_id: str) -> None:
    kind, sample, solvers = kind_named(kind_id), SAMPLES[kind_id], solvers_for(kind_id)
    for expected in _known_answers(kind_id):
        document = expected.puzzle
        puzzle = kind.parse(document)
        answer = verified.solve(kind, solvers, puzzle, "best")
        assert answer.status == ("impossible" if expected.best is None else "solved"), document
        if kind.facts.scored:
            assert answer.score == expected.best, document
        assert (solvers.counting is not None) == (sample.count is not None)
        if sample.count is not None:
            count = verified.count(solvers, puzzle, 1_000_000)
            assert (count.n, count.exact) == (expected.count, True), document
        if answer.solution is not None:
            assert kind.verify(puzzle, answer.solution) == ()
            solution_json = kind.serialise_solution(answer.solution)
            assert kind.parse_solution(json.loads(json.dumps(solution_json))) == answer.solution
            jsonschema.Draft202012Validator(kind.solution_schema()).validate(solution_json)
            assert sample.legal(document, solution_json)


@pytest.mark.parametrize("kind_id", IDS)
def test_refuses_spoiled_solutions(kind_id: str) -> None:
    kind, sample = kind_named(kind_id), SAMPLES[kind_id]
    rng = random.Random(f"spoil {kind_id}")
    rejections = 0
    for document in _tiny_puzzles(kind_id):
        puzzle = kind.parse(document)
        answer = verified.solve(kind, solvers_for(kind_id), puzzle)
        if answer.solution is None:
            continue
        solution_json = kind.serialise_solution(answer.solution)
        for _ in range(20):
            spoiled_json = sample.spoil(rng, solution_json)
            violations = kind.verify(puzzle, kind.parse_solution(spoiled_json))
            assert (violations == ()) == sample.legal(document, spoiled_json), (
                document,
                spoiled_json,
                violations,
            )
            rejections += violations != ()
    assert rejections > 20


@pytest.mark.further
@pytest.mark.parametrize("kind_id", IDS)
def test_answers_map_to_the_twin_and_back(kind_id: str) -> None:
    kind, solvers = kind_named(kind_id), solvers_for(kind_id)
    for document in [*_tiny_puzzles(kind_id), *(record["puzzle"] for record in _golden_records(kind_id))]:
        puzzle = kind.parse(document)
        twin = kind.twin(puzzle)
        here, there = (verified.solve(kind, solvers, either, "best") for either in (puzzle, twin.puzzle))
        assert (here.status, here.score, here.value) == (there.status, there.score, there.value)
        if here.solution is None or there.solution is None:
            continue
        mapped, mapped_back = twin.to_canonical(here.solution), twin.from_canonical(there.solution)
        assert kind.verify(twin.puzzle, mapped) == kind.verify(puzzle, mapped_back) == ()
        assert kind.score(twin.puzzle, mapped) == kind.score(puzzle, mapped_back) == here.score
        assert (twin.from_canonical(mapped), twin.to_canonical(mapped_back)) == (
            here.solution,
            there.solution,
        )


@pytest.mark.parametrize("kind_id", IDS)
def test_spoiled_solutions_break_the_same_rules_at_the_twin(kind_id: str) -> None:
    kind, sample = kind_named(kind_id), SAMPLES[kind_id]
    rng = random.Random(f"twin {kind_id}")
    rejections = 0
    for document in _tiny_puzzles(kind_id):
        puzzle = kind.parse(document)
        twin = kind.twin(puzzle)
        answer = verified.solve(kind, solvers_for(kind_id), puzzle)
        if answer.solution is None:
            continue
        texts = [
            kind.serialise_solution(solution)
            for solution in (answer.solution, twin.to_canonical(answer.solution))
        ]
        for _ in range(20):
            here, there = (kind.parse_solution(sample.spoil(rng, text)) for text in texts)
            broken_rules = _rules(kind, puzzle, here), _rules(kind, twin.puzzle, there)
            assert (
                _rules(kind, twin.puzzle, twin.to_canonical(here)),
                _rules(kind, puzzle, twin.from_canonical(there)),
            ) == broken_rules
            assert (
                twin.from_canonical(twin.to_canonical(here)),
                twin.to_canonical(twin.from_canonical(there)),
            ) == (here, there)
            rejections += broken_rules[0] != []
    assert rejections > 20


@pytest.mark.parametrize("kind_id", IDS)
@given(seed=st.integers(0, 2**32))
@examples(50)
def test_an_answer_maps_to_every_puzzle_with_the_same_id(kind_id: str, seed: int) -> None:
    kind, sample = kind_named(kind_id), SAMPLES[kind_id]
    rng = random.Random(seed)
    document = sample.instance(rng)
    twin_document = sample.twin(rng, document)
    here, there = kind.parse(document), kind.parse(twin_document)
    assert puzzle_id(kind, here) == puzzle_id(kind, there)
    solution = verified.solve(kind, solvers_for(kind_id), here).solution
    if solution is not None:
        mapped = kind.twin(there).from_canonical(kind.twin(here).to_canonical(solution))
        assert kind.verify(there, mapped) == ()
        assert sample.legal(twin_document, kind.serialise_solution(mapped))
        assert kind.score(there, mapped) == kind.score(here, solution)


@pytest.mark.further
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("kind_id", IDS)
def test_generates_the_grade_requested(kind_id: str, grade: Any) -> None:
    kind, solvers = kind_named(kind_id), solvers_for(kind_id)
    record = _record(kind_id, grade, SEEDS[-1])
    puzzle = kind.parse(record["puzzle"])
    grader = generators_for(kind_id).grader
    grading = grader.grade(puzzle)
    assert grading is not None
    assert (grading.grade, grading.difficulty) == (record["grade"], record["difficulty"])
    assert grader.grade(kind.twin(puzzle).puzzle) == grading, "twins have one id, so one grade"
    assert grader.grade(puzzle, Limits(seconds=0).start()) is None
    assert record["grade"] == grade
    assert 0 <= record["difficulty"] <= 100
    assert record["id"] == puzzle_id(kind, puzzle)
    assert verified.solve(kind, solvers, puzzle, "best").status == "solved"
    if kind.facts.unique and solvers.counting:
        assert verified.exactly_one(solvers, puzzle) is True
        assert solvers.counting.engines[1].load().count(puzzle, 2, Limits()).n == 1


@pytest.mark.further
@pytest.mark.parametrize("kind_id", IDS)
def test_the_same_seed_gives_the_same_text(kind_id: str) -> None:
    records = _golden_records(kind_id)
    assert len(records) >= len(GRADES)
    for golden in records:
        record = _record(kind_id, golden["grade"], golden["seed"])
        assert canonical_text(record) == canonical_text(golden), "same seed, other puzzle: raise the version"


@pytest.mark.parametrize("kind_id", IDS)
def test_has_packs_of_every_grade(kind_id: str) -> None:
    missing = [grade for grade in GRADES if not packs.size(kind_id, grade)]
    assert not missing, f"{kind_id} has no packs of {missing}: make packs"


@pytest.mark.parametrize("kind_id", IDS)
def test_has_a_title_and_a_task_in_every_language(kind_id: str) -> None:
    kind, limit = kind_named(kind_id), PUBLISHED_FIELDS["task"]
    game = game_of(kind_id)
    for language in LANGUAGES:
        translator = translator_for(language)
        title = translator.render(kind_title(kind_id))
        assert game.name(translator) in title, f"{kind_id} lacks a full name"
        for entry in (packs.entry(kind_id, grade, 0) for grade in packs.grades_by_kind()[kind_id]):
            puzzle = kind.parse(entry.record["puzzle"])
            task = translator.render(kind.task(puzzle, entry.score))
            assert limit.read(task) == task
            assert "\n" not in task and task.endswith(".")
            if kind.facts.scored:
                assert re.search(rf"\b{entry.score}\b", task), "the task says the best score"
                assert translator.render(kind.task(puzzle)) != task
            else:
                assert translator.render(kind.task(puzzle)) == task


@pytest.mark.parametrize("kind_id", IDS)
def test_draws(kind_id: str) -> None:
    kind = kind_named(kind_id)
    for document in _tiny_puzzles(kind_id):
        puzzle = kind.parse(document)
        solution = verified.solve(kind, solvers_for(kind_id), puzzle).solution
        for drawn_solution in (solution, None):
            assert kind.draw_text(puzzle, drawn_solution).strip()
            root = ElementTree.fromstring(kind.draw(puzzle, drawn_solution).svg)
            assert root.tag.endswith("svg")
            assert kind.draw(puzzle, drawn_solution).svg == kind.draw(puzzle, drawn_solution).svg


@pytest.mark.parametrize("kind_id", IDS)
def test_every_engine_keeps_its_limits(kind_id: str) -> None:
    """With no time at all, an engine may still know the answer but must not invent one."""
    kind, counting = kind_named(kind_id), solvers_for(kind_id).counting
    for expected in _known_answers(kind_id)[:6]:
        document, best = expected.puzzle, expected.best
        puzzle = kind.parse(document)
        for engine in solvers_for(kind_id).engines:
            answer = verified.solve(
                kind, solvers_for(kind_id), puzzle, "best", Limits(seconds=0), engine.name
            )
            if answer.status == "impossible":
                assert best is None, (document, engine.name)
            if answer.status == "unknown":
                assert answer.reason in ("time", "size", "memory")
                assert not answer.proven
            if answer.status == "solved" and answer.proven and kind.facts.scored:
                assert answer.score == best, (document, engine.name)
        for counter in counting.engines if counting else ():
            count = counter.load().count(puzzle, 10, Limits(seconds=0))
            if count.exact:
                assert count.n == expected.count, (document, counter.name)
