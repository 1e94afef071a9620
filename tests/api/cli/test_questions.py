"""Tests solve, check and count: answers, text and exit statuses."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from generators.protocol import Grading
from puzzles.end_of_line import cover, solo
from solvers.protocol import Count, Impossible, Outcome, Solved, Unknown
from tests.api.fake_engines import WRONG, Engine, Generator, use_engine, use_generator
from tests.api.program import answer, answers, lines, run, write_file
from tests.api.small_puzzles import (
    COVER,
    COVER_SOLUTION,
    ENDLESS,
    NAME,
    RECORD,
    SOLO,
    SOLO_SCORE,
    SOLO_SOLUTION,
    STUCK,
    TWO_LINES,
)

SOLVED = Solved(cover.KIND.parse_solution(COVER_SOLUTION))
SOLO_SOLVED = Solved(solo.KIND.parse_solution(SOLO_SOLUTION), score=SOLO_SCORE, bound=SOLO_SCORE)
SOLVE_FIELDS = ["status", "solution", "score", "bound", "proven", "engine", "seconds", "reason"]
CHECK_FIELDS = ["status", "unique", "best_score", "grade", "difficulty", "proven", "reason"]


def ask(*args: str, puzzle: object = COVER) -> Result:
    return run(*args, "-", stdin=lines(puzzle))


def test_the_json_of_solve() -> None:
    result = ask("solve", "--json")
    response = answer(result)
    assert list(response) == SOLVE_FIELDS
    assert isinstance(response.pop("seconds"), float)
    assert response == {
        "status": "solved",
        "solution": COVER_SOLUTION,
        "score": None,
        "bound": None,
        "proven": True,
        "engine": "search",
        "reason": None,
    }
    assert result.exit_code == 0


def test_solve_best() -> None:
    response = answer(ask("solve", "--best", "--json", puzzle=SOLO))
    assert (response["score"], response["bound"], response["proven"]) == (SOLO_SCORE, SOLO_SCORE, True)
    assert response["solution"] == SOLO_SOLUTION
    assert answer(ask("solve", "--json", puzzle=SOLO))["bound"] is None


def test_solve_impossible() -> None:
    result = ask("solve", "--json", puzzle=STUCK)
    response = answer(result)
    assert (response["status"], response["solution"], response["proven"]) == ("impossible", None, True)
    assert isinstance(response["reason"], str)
    assert result.exit_code == 1
    text_result = ask("solve", puzzle=STUCK)
    assert text_result.stdout.startswith(f"Impossible: {response['reason']}")
    assert (text_result.exit_code, text_result.stderr) == (1, "")


def test_solve_draws_for_people(tmp_path: Path) -> None:
    result = run("solve", write_file(tmp_path, "a.json", COVER))
    first, heading, drawing = result.stdout.split("\n\n", 2)
    assert first.startswith("Solved in ") and first.endswith(" by search.")
    assert heading.startswith("END OF LINE Cover\nDraw one line ")
    subject = cover.KIND.parse(COVER)
    solution = cover.KIND.parse_solution(COVER_SOLUTION)
    assert drawing.splitlines() == cover.KIND.draw_text(subject, solution).rstrip("\n").splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        "Score 4, the best possible." in run("solve", "--best", write_file(tmp_path, "b.json", SOLO)).stdout
    )


@pytest.mark.parametrize("name", ["search", "sat", "cpsat"])
@pytest.mark.parametrize("puzzle", [COVER, SOLO], ids=["cover", "solo"])
def test_every_engine_can_be_named(name: str, puzzle: dict[str, Any]) -> None:
    response = answer(ask("solve", "--engine", name, "--json", puzzle=puzzle))
    assert (response["status"], response["engine"]) == ("solved", name)
    assert answer(ask("count", "--engine", name, "--json", puzzle=puzzle)) == {"count": 1, "exact": True}


@pytest.mark.parametrize("command", ["solve", "count"])
def test_an_unknown_engine(command: str) -> None:
    """It is reported once, and not as a problem of the input."""
    for how in ((), ("--json",)):
        result = run(command, "-", "--engine", "magic", *how, stdin=lines(COVER, COVER))
        assert (result.exit_code, result.stdout) == (2, "")
        error_lines = [line for line in result.stderr.splitlines() if line.startswith("Error")]
        assert error_lines == [
            'Error: --engine: expected one of search, sat, cpsat, graph, table, got "magic"'
        ]


def test_an_engine_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused for the puzzles that it does not solve, and solves the others."""
    use_engine(monkeypatch, Engine([SOLO_SOLVED], name="magic"), of="end_of_line.solo")
    result = run("solve", "-", "--engine", "magic", "--json", stdin=lines(COVER, SOLO))
    rejection, solution_response = answers(result)
    assert (rejection["status"], rejection["errors"][0]["pointer"]) == (422, "/engine")
    assert (solution_response["status"], result.exit_code) == ("solved", 2)
    stderr = run("solve", "-", "--engine", "magic", stdin=lines(COVER, SOLO)).stderr
    assert stderr == 'Error: standard input, line 1: --engine: expected one of fake, got "magic"\n'


def test_another_seed_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine([SOLVED])
    use_engine(monkeypatch, engine)
    ask("solve", "--seed", str(2**63 - 1), "--seconds", "2.5")
    ((goal, limits),) = engine.calls
    assert (goal, limits.seed, limits.seconds) == ("any", 2**63 - 1, 2.5)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Unknown("time"), "the time ran out (--seconds allows more)"),
        (Unknown("memory"), "it would take too much memory"),
        (Unknown("size"), "the puzzle is too large for this engine"),
        (Unknown("cancelled"), "it was cancelled"),
    ],
)
def test_unknown_is_no_answer(monkeypatch: pytest.MonkeyPatch, outcome: Outcome[Any], words: str) -> None:
    use_engine(monkeypatch, Engine([outcome]))
    for command in ("solve", "check"):
        response = answer(result := ask(command, "--json"))
        assert isinstance(outcome, Unknown)
        assert (response["status"], response["reason"], response["proven"]) == (
            "unknown",
            outcome.reason,
            False,
        )
        assert result.exit_code == 3
        text_result = ask(command)
        assert (text_result.exit_code, words in text_result.stdout) == (3, True)


def test_a_limit_with_a_solution_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine([Solved(SOLO_SOLVED.solution, proven=False, score=SOLO_SCORE, bound=SOLO_SCORE + 2)])
    use_engine(monkeypatch, engine)
    result = ask("solve", "--best", puzzle=SOLO)
    assert "Score 4; scores up to 6 are not ruled out." in result.stdout
    assert result.exit_code == 0
    response = answer(ask("check", "--json", puzzle=SOLO))
    assert (response["status"], response["best_score"], response["proven"]) == ("solvable", SOLO_SCORE, False)


def test_steps_come_before_the_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    use_generator(monkeypatch, Generator(explanation=tuple(f"look at {n}" for n in range(10))))
    output_lines = ask("solve", "--steps").stdout.splitlines()
    assert output_lines[1:4] == ["", " 1. look at 0", " 2. look at 1"]
    assert output_lines[11:13] == ["10. look at 9", ""]
    assert len(output_lines) > 20
    use_generator(monkeypatch, Generator(explanation=("look closely " * 20,)))
    output_lines = ask("solve", "--steps").stdout.splitlines()
    assert all(len(line) <= 100 for line in output_lines)
    assert output_lines[3].startswith("   ")
    assert "look at" not in ask("solve", "--steps", puzzle=STUCK).stdout


def test_a_puzzle_without_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    use_generator(monkeypatch, Generator(explanation=None))
    result = ask("solve", "--steps")
    assert "No steps: the techniques known for this kind do not solve this puzzle." in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize(("puzzle", "has_steps"), [(COVER, True), (SOLO, False)])
def test_the_kinds_that_have_steps(puzzle: dict[str, Any], has_steps: bool) -> None:
    result = ask("solve", "--steps", puzzle=puzzle)
    assert ("only one way:" in result.stdout) == has_steps
    assert ("how a person solves END OF LINE Solo." in result.stdout) == (not has_steps)


def test_steps_are_no_part_of_the_answer() -> None:
    result = ask("solve", "--steps", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--steps" in result.stderr


def test_the_json_of_check() -> None:
    result = ask("check", "--json")
    response = answer(result)
    assert list(response) == CHECK_FIELDS
    assert response == {
        "status": "solvable",
        "unique": True,
        "best_score": None,
        "grade": None,
        "difficulty": None,
        "proven": True,
        "reason": None,
    }
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("puzzle", "status", "unique", "best_score", "exit_status"),
    [
        (TWO_LINES, "solvable", False, None, 0),
        (STUCK, "impossible", False, None, 1),
        (SOLO, "solvable", None, SOLO_SCORE, 0),
        (SOLO | {"deck": ["S"]}, "impossible", None, None, 1),
    ],
)
def test_check(puzzle: object, status: str, unique: bool, best_score: int | None, exit_status: int) -> None:
    result = ask("check", "--json", puzzle=puzzle)
    response = answer(result)
    assert (response["status"], response["unique"], response["best_score"]) == (status, unique, best_score)
    assert response["proven"] is True
    assert (response["reason"] is not None) == (status == "impossible")
    assert result.exit_code == exit_status


def test_check_asks_for_the_best_and_has_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine([SOLO_SOLVED])
    use_engine(monkeypatch, engine)
    ask("check", "--seconds", "7", puzzle=SOLO)
    assert [(goal, limits.seconds) for goal, limits in engine.calls] == [("best", 7)]
    engine = Engine([SOLVED], Count(1, True))
    use_engine(monkeypatch, engine)
    ask("check", "--seconds", "7")
    (counting,) = engine.counting
    assert counting.seconds is not None and 0 < counting.seconds < 7


def test_check_in_words() -> None:
    assert ask("check").stdout == "Solvable.\nExactly one solution.\n"
    assert ask("check", puzzle=TWO_LINES).stdout == "Solvable.\nMore than one solution.\n"
    assert ask("check", puzzle=SOLO).stdout == "Solvable.\nBest score 4.\n"
    assert ask("check", puzzle=STUCK).stdout.startswith("Impossible: ")


def test_a_grade_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    use_generator(monkeypatch, Generator(grading=Grading("hard", 61)))
    response = answer(ask("check", "--json"))
    assert (response["grade"], response["difficulty"]) == (None, None)
    response = answer(ask("check", "--grade", "--json"))
    assert (response["grade"], response["difficulty"]) == ("hard", 61)
    assert "Grade hard, difficulty 61 of 100." in ask("check", "--grade").stdout


@pytest.mark.parametrize("puzzle", [TWO_LINES, STUCK])
def test_no_grade_for_what_its_kind_does_not_promise(
    monkeypatch: pytest.MonkeyPatch, puzzle: dict[str, Any]
) -> None:
    use_generator(monkeypatch, Generator(grading=Grading("hard", 61)))
    response = answer(ask("check", "--grade", "--json", puzzle=puzzle))
    assert (response["grade"], response["difficulty"]) == (None, None)
    if puzzle is TWO_LINES:
        assert (
            "No grade: only puzzles with exactly one solution"
            in ask("check", "--grade", puzzle=puzzle).stdout
        )


def test_a_real_grade() -> None:
    response = answer(ask("check", "--grade", "--json"))
    assert response["grade"] in ("easy", "medium", "hard", "expert")
    assert 0 <= response["difficulty"] <= 100


def test_uniqueness_that_was_not_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    use_engine(monkeypatch, Engine([SOLVED], Count(1, False)))
    use_generator(monkeypatch, Generator(grading=Grading("hard", 61)))
    response = answer(ask("check", "--grade", "--json"))
    assert (response["status"], response["unique"], response["grade"], response["proven"]) == (
        "solvable",
        None,
        None,
        True,
    )
    assert "not determined in time" in ask("check").stdout


def test_count() -> None:
    for puzzle, n in ((COVER, 1), (TWO_LINES, 2), (STUCK, 0), (SOLO, 1)):
        result = ask("count", "--json", puzzle=puzzle)
        assert answer(result) == {"count": n, "exact": True}
        assert result.exit_code == 0
    assert ask("count").stdout == "1 solution.\n"
    assert ask("count", puzzle=STUCK).stdout == "No solutions.\n"
    assert ask("count", puzzle=SOLO).stdout == "1 solution without spending energy.\n"


def test_count_ends_at_the_cap() -> None:
    result = ask("count", "--cap", "1", "--json", puzzle=TWO_LINES)
    assert answer(result) == {"count": 1, "exact": False}
    assert result.exit_code == 0
    text_result = ask("count", "--cap", "1", puzzle=TWO_LINES)
    assert text_result.stdout == "At least 1 solution: counting stopped there (--cap).\n"


def test_count_ends_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    use_engine(monkeypatch, Engine(count_answer=Count(37, False)))
    assert ask("count", "--json").exit_code == 3
    assert ask("count").stdout == "At least 37 solutions: the time ran out (--seconds allows more).\n"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--seconds", "601"), "'--seconds': expected a number from 0 to 600, got 601"),
        (("--seconds", "-0.1"), "'--seconds': expected a number from 0 to 600, got -0.1"),
        (("--seconds", "nan"), "'--seconds': expected a number from 0 to 600"),
        (("--seconds", "soon"), "'--seconds': expected a number from 0 to 600, got \"soon\""),
        (("--seconds", "1e999"), "'--seconds': expected a number from 0 to 600, got \"1e999\""),
        (("--seed", "-1"), "'--seed': expected an integer from 0 to 9223372036854775807, got -1"),
        (("--seed", str(2**63)), "'--seed': expected an integer from 0 to"),
        (("--seed", "1.5"), "'--seed': expected an integer from 0 to"),
    ],
)
def test_options_out_of_range_are_named(args: tuple[str, str], words: str) -> None:
    result = ask("solve", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


@pytest.mark.parametrize("cap", ["0", "1000001", "many"])
def test_a_cap_out_of_range(cap: str) -> None:
    result = ask("count", "--cap", cap)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'--cap': expected an integer from 1 to 1000000, got" in result.stderr


def test_no_time_at_all() -> None:
    result = ask("solve", "--seconds", "0", "--json", puzzle=ENDLESS)
    response = answer(result)
    assert (response["status"], response["reason"], result.exit_code) == ("unknown", "time", 3)


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_a_record_is_taken_for_its_puzzle(command: str) -> None:
    assert ask(command, "--json", puzzle=RECORD).exit_code == 0
    spoiled = copy.deepcopy(RECORD)
    spoiled["puzzle"]["tray"]["S"] = -1
    spoiled["grade"] = "dull"
    spoiled["more"] = 1
    result = ask(command, "--json", puzzle=spoiled)
    response = answer(result)
    assert (response["status"], result.exit_code) == (422, 2)
    assert {e["pointer"] for e in response["errors"]} == {"/puzzle/tray/S", "/grade", "/more"}


def test_a_record_is_of_its_puzzles_kind() -> None:
    response = answer(ask("solve", "--json", puzzle=RECORD | {"kind": "end_of_line.solo"}))
    assert [e["pointer"] for e in response["errors"]] == ["/kind"]
    response = answer(ask("solve", "--json", puzzle=RECORD | {"puzzle": {"kind": "chess"}}))
    assert [e["pointer"] for e in response["errors"]] == ["/puzzle/kind"]


def test_a_record_has_the_id_of_its_puzzle() -> None:
    response = answer(ask("solve", "--json", puzzle=RECORD | {"id": "0123456789abcdef"}))
    words = f'expected {NAME}, the id of its puzzle, got "0123456789abcdef"'
    assert response["errors"] == [{"pointer": "/id", "detail": words}]


def test_half_a_record_is_refused_with_the_advice_to_send_the_puzzle() -> None:
    first, *rest = answer(ask("solve", "--json", puzzle={"puzzle": COVER}))["errors"]
    assert first["pointer"] == "" and "or the puzzle alone" in first["detail"]
    assert {e["pointer"] for e in rest} == {f"/{name}" for name in RECORD if name != "puzzle"}


def test_a_wrong_answer_of_an_engine_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    use_engine(monkeypatch, Engine([Solved(WRONG), SOLVED]))
    result = run("solve", "-", stdin=lines(COVER, COVER))
    assert result.exit_code == 70
    assert result.stderr.count("\n") == 1
    assert "answered end_of_line.cover wrongly" in result.stderr
    assert result.stdout.startswith("Line 2: Solved"), "the rest go on"
    use_engine(monkeypatch, Engine([Solved(WRONG)]))
    response = answer(result := ask("solve", "--json"))
    assert (response["status"], result.exit_code, result.stderr) == (500, 70, "")


def test_memory_that_ran_out_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> None:
        raise MemoryError

    engine = Engine()
    monkeypatch.setattr(engine, "solve", greedy)
    use_engine(monkeypatch, engine)
    response = answer(result := ask("solve", "--json"))
    assert (response["status"], response["reason"], result.exit_code) == ("unknown", "memory", 3)


def test_a_fault_that_nothing_expects_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("the tray ran out")

    engine = Engine()
    monkeypatch.setattr(engine, "solve", broken)
    use_engine(monkeypatch, engine)
    result = ask("solve")
    assert (result.exit_code, result.stdout) == (70, "")
    assert result.stderr == "Error: a bug in lineworks, please report it: the tray ran out\n"


def test_impossible_without_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    use_engine(monkeypatch, Engine([Impossible()]))
    assert ask("solve").stdout.startswith("Impossible, by exhaustive search (found in ")
