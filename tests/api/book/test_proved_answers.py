"""Checks that no wrong answer can be printed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from api.book import engines, proved_answers
from api.book.book import make_book
from api.book.options import read_order
from api.book.proved_answers import Unproved, prove
from api.book.selection import ChosenPuzzle
from api.calls.puzzle_documents import read_puzzle
from api.calls.solve import solve
from generators.pack_checks import solution_faults
from puzzles import packs
from puzzles.packs import PackEntry
from puzzles.registry import KINDS, game_of, kind_named
from solvers.errors import WrongAnswer
from tests.api.book.book_reader import book_of, select_puzzles
from tests.api.small_puzzles import COVER, COVER_SOLUTION, ENDLESS, RECORD, SOLO, SOLO_SCORE, STUCK, TWO_LINES
from tests.samples import SAMPLES

IDS = [kind.id for kind in KINDS]


def chosen_puzzles(*puzzles: object) -> tuple[ChosenPuzzle, ...]:
    return select_puzzles({"puzzles": list(puzzles)})


def why(puzzle: object, seconds: float = 60.0) -> str:
    (only,) = chosen_puzzles(puzzle)
    with pytest.raises(Unproved) as caught:
        prove(only, seconds)
    (problem,) = caught.value.problems
    assert problem.pointer == "/puzzles/0"
    assert problem.detail.startswith(f"{only.id} ({only.subject.kind.id}): ")
    return problem.detail


@pytest.mark.parametrize("kind", IDS)
def test_what_the_packs_have_is_proved_by_them(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proved_answers, "_by_engines", None)  # no engine is asked
    entry = packs.entry(kind, "hard", 4)
    (only,) = select_puzzles({"ids": [entry.record["id"]]})
    proved_answer = prove(only)
    assert only.subject.kind.serialise_solution(proved_answer.solution) == entry.solution
    assert (proved_answer.score, proved_answer.grade, proved_answer.difficulty) == (
        entry.score,
        "hard",
        entry.record["difficulty"],
    )


@pytest.mark.parametrize("kind", IDS)
def test_the_answer_of_the_packs_is_turned_like_the_puzzle(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proved_answers, "_by_engines", None)
    entry = packs.entry(kind, "medium", 2)
    twin = SAMPLES[kind].twin(random.Random(5), dict(entry.record["puzzle"]))
    (only,) = chosen_puzzles(twin)
    assert only.id == entry.record["id"]
    proved_answer = prove(only)
    assert not proved_answer.kind.verify(proved_answer.puzzle, proved_answer.solution)
    assert (proved_answer.score, proved_answer.grade) == (entry.score, "medium")


@pytest.mark.parametrize("kind", IDS)
def test_a_spoiled_answer_of_the_packs_is_an_internal_error(kind: str) -> None:
    entry = packs.entry(kind, "easy", 1)
    (only,) = select_puzzles({"ids": [entry.record["id"]]})
    rng, puzzle_kind = random.Random(7), kind_named(kind)
    for _ in range(20):
        spoiled = SAMPLES[kind].spoil(rng, dict(entry.solution))
        if puzzle_kind.verify(only.subject.puzzle, puzzle_kind.parse_solution(spoiled)):
            break
    wrong = replace(only, entry=PackEntry(entry.record, spoiled, entry.score))
    with pytest.raises(WrongAnswer, match=only.id):
        prove(wrong)
    with pytest.raises(WrongAnswer, match=only.id):
        make_book(read_order({"seed": 1}), [wrong])


@pytest.mark.process
@pytest.mark.parametrize("loaded", [True, False])
def test_a_legal_turn_of_the_packs_that_misses_the_goal_is_a_fault_of_ours(
    loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = packs.entry("linja.endgame", "easy", 1)
    (only,) = select_puzzles({"ids": [entry.record["id"]]})
    moves = solve(only.subject, "best", moves=True).to_json()["moves"]
    worst = replace(only, entry=PackEntry(entry.record, {"turn": moves[-1]["turn"]}, entry.score))
    assert not only.subject.kind.verify(only.subject.puzzle, prove(worst).solution)
    if not loaded:
        monkeypatch.setattr(engines, "engines_are_loaded", lambda: False)
    with pytest.raises(WrongAnswer, match=only.id):
        make_book(read_order({"seed": 1}), [worst])


def test_a_wrong_score_of_the_packs_is_a_fault_of_ours() -> None:
    entry = packs.entry("light_line.longest", "easy", 1)
    (only,) = select_puzzles({"ids": [entry.record["id"]]})
    with pytest.raises(WrongAnswer, match="score"):
        prove(replace(only, entry=PackEntry(entry.record, entry.solution, (entry.score or 0) + 1)))


def test_anything_else_is_solved_and_confirmed() -> None:
    cover, solo = map(prove, chosen_puzzles(COVER, SOLO))
    assert cover.kind.serialise_solution(cover.solution) == COVER_SOLUTION
    assert solo.score == SOLO_SCORE


def test_the_grade_is_that_of_the_record_else_the_generators() -> None:
    (of_record,), (alone,) = chosen_puzzles(RECORD | {"difficulty": 77}), chosen_puzzles(COVER)
    assert (prove(of_record).grade, prove(of_record).difficulty) == ("easy", 77)
    assert prove(alone).grade == "easy"


def test_an_impossible_puzzle_is_refused_by_name() -> None:
    assert "impossible" in why(STUCK)


def test_a_puzzle_with_two_answers_is_refused_by_name() -> None:
    assert "2 solutions, not 1" in why(TWO_LINES)


def test_a_puzzle_that_is_not_solved_in_time_is_refused_by_name() -> None:
    assert "not proved in 0 s" in why(ENDLESS, 0.0)


def test_what_the_second_engine_does_not_confirm_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubt(*_: Any) -> list[str]:
        return ["sat does not prove what is said"]

    monkeypatch.setattr("generators.pack_checks.solution_faults", doubt)
    assert "not confirmed: sat does not prove" in why(COVER)


def test_every_puzzle_that_fails_is_named_and_no_book_is_made() -> None:
    with pytest.raises(Unproved) as caught:
        book_of(STUCK, COVER, TWO_LINES)
    assert [problem.pointer for problem in caught.value.problems] == ["/puzzles/0", "/puzzles/2"]


@pytest.mark.parametrize("kind", IDS)
def test_the_examples_of_the_rules_are_right(kind: str) -> None:
    example = game_of(kind).examples[kind]
    subject = read_puzzle(example["puzzle"])
    score = subject.kind.score(subject.puzzle, subject.kind.parse_solution(example["solution"]))
    entry = PackEntry({"puzzle": example["puzzle"]}, example["solution"], score)
    assert list(solution_faults(subject.kind, entry)) == []
