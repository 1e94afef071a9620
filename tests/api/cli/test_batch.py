"""Tests batches: a line of output for each line of input, even if some are invalid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.program import answer, answers, lines, run, start, write_file
from tests.api.small_puzzles import COVER, RECORD, SOLO, STUCK, TWO_LINES

DEEP = "[" * 100_000
BAD_DECK = SOLO | {"deck": ["S", "Q"] + ["X"] * 20}


def test_solve_answers_a_line_for_a_line(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.jsonl", lines(COVER, "", "{bad", STUCK, BAD_DECK, RECORD, DEEP, SOLO))
    result = run("solve", path, "--json")
    responses = answers(result)
    assert [a["status"] for a in responses] == ["solved", 400, "impossible", 422, "solved", 400, "solved"]
    assert result.exit_code == 2
    assert result.stderr == ""
    problem = responses[3]
    assert set(problem) == {"type", "title", "status", "detail", "errors"}
    assert [e["pointer"] for e in problem["errors"]] == [f"/deck/{i}" for i in range(1, 22)]
    assert problem["detail"].endswith("; and 18 more")


def test_for_people_the_errors_name_line_and_pointer(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.jsonl", lines(COVER, "{bad", BAD_DECK, DEEP, {"kind": "chess"}))
    result = run("check", path)
    assert result.stdout == "Line 1: Solvable.\nExactly one solution.\n\n"
    errors = result.stderr.splitlines()
    assert errors[0].startswith(f"Error: {path}, line 2: not JSON: ")
    assert errors[1].startswith(f"Error: {path}, line 3: /deck/1: expected one of S, L, R,")
    assert errors[11] == f"Error: {path}, line 3: and 11 more"
    assert errors[12] == f"Error: {path}, line 4: not read: too deeply nested"
    assert errors[13].startswith(f"Error: {path}, line 5: /kind: expected one of")
    assert (len(errors), result.exit_code) == (14, 2)


@pytest.mark.parametrize(
    ("puzzles", "status"), [((COVER, COVER), 0), ((COVER, STUCK), 1), (("", STUCK, "{", COVER), 2), ((), 2)]
)
def test_the_greatest_status_counts(tmp_path: Path, puzzles: tuple[object, ...], status: int) -> None:
    assert run("solve", write_file(tmp_path, "a.jsonl", lines(*puzzles)), "--json").exit_code == status


def test_unknown_is_greater_than_bad(tmp_path: Path) -> None:
    large = {"kind": "end_of_line.solo", "rows": 20, "cols": 20, "deck": ["LSR"] * 400}
    path = write_file(tmp_path, "a.jsonl", lines("{", large))
    assert run("solve", path, "--seconds", "0", "--json").exit_code == 3


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_a_single_bad_document(command: str) -> None:
    result = run(command, "-", "--json", stdin="{bad")
    response = answer(result)
    assert (response["type"], response["title"], response["status"]) == ("about:blank", "Bad Request", 400)
    assert [e["pointer"] for e in response["errors"]] == [""]
    assert (result.exit_code, result.stderr) == (2, "")
    text_result = run(command, "-", stdin=json.dumps(COVER | {"colour": 1, "rows": True}))
    assert (text_result.exit_code, text_result.stdout) == (2, "")
    first, second = text_result.stderr.splitlines()
    assert first.startswith("Error: standard input: /colour: unknown field")
    assert second == "Error: standard input: /rows: expected an integer from 3 to 20, got true"


@pytest.mark.parametrize("text", [DEEP, '{"a":' * 100_000, "", "NaN", '{"kind": NaN}'])
def test_invalid_json_is_400(text: str) -> None:
    result = run("solve", "-", "--json", stdin=text)
    assert (answer(result)["status"], result.exit_code) == (400, 2)


def test_an_invalid_number_is_422() -> None:
    result = run("solve", "-", "--json", stdin=json.dumps(COVER).replace('"rows": 3', '"rows": 1e999'))
    assert [e["pointer"] for e in answer(result)["errors"]] == ["/rows"]
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("1e999", "got 1e999"),
        ("-1e999", "got -1e999"),
        ("9" * 6000, "got a number of 6000 digits"),
        ("-" + "9" * 6000, "got a number of 6000 digits"),
        ("[1e999]", "got an array"),
    ],
)
def test_an_invalid_number_is_quoted_as_it_is(number: str, words: str) -> None:
    text = json.dumps(COVER).replace('"rows": 3', f'"rows": {number}')
    stderr = run("solve", "-", stdin=text).stderr
    assert stderr == f"Error: standard input: /rows: expected an integer from 3 to 20, {words}\n"


def test_a_problem_document_lists_a_hundred_problems() -> None:
    for many, more in ((100, None), (101, 1), (350, 250)):
        problem = answer(run("solve", "-", "--json", stdin=lines(SOLO | {"deck": ["X"] * many})))
        assert [error["pointer"] for error in problem["errors"]] == [f"/deck/{n}" for n in range(100)]
        assert problem.get("more") == more


def test_a_document_that_is_too_large() -> None:
    result = run("solve", "-", "--json", stdin=json.dumps(COVER | {"more": "x" * 2**20}))
    assert (answer(result)["status"], result.exit_code) == (413, 2)


def test_more_than_one_value_on_standard_input_is_a_batch() -> None:
    pretty = json.dumps(COVER, indent=2) + "\n" + json.dumps(TWO_LINES, indent=2)
    for text in (lines(COVER, TWO_LINES), pretty, json.dumps(COVER) + json.dumps(TWO_LINES)):
        assert [a["count"] for a in answers(run("count", "-", "--json", stdin=text))] == [1, 2]


@pytest.mark.process
def test_answers_come_as_they_are_ready() -> None:
    with start("count", "-", "--json") as process:
        assert process.stdin is not None and process.stdout is not None
        for puzzle, n in ((COVER, 1), (TWO_LINES, 2), (COVER, 1)):
            process.stdin.write(lines(puzzle).encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"count": n, "exact": True}
        process.stdin.close()
        assert process.wait(10) == 0
