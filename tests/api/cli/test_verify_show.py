"""Tests verify and show, which need no engine, and kinds, schema and version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from puzzles.end_of_line import cover
from puzzles.registry import KINDS
from tests.api.program import answer, answers, lines, run, write_file
from tests.api.small_puzzles import (
    COVER,
    COVER_LINE,
    COVER_SOLUTION,
    NAME,
    RECORD,
    SOLO,
    SOLO_SCORE,
    SOLO_SOLUTION,
    STUCK,
)

BROKEN = {"line": [{"cell": [1, 1], "card": "L"}, {"cell": [0, 1], "card": "S"}]}
SOLVE_ANSWER = {"status": "solved", "solution": COVER_SOLUTION, "score": None}


def files(folder: Path, puzzle: object, solution: object) -> tuple[Path, Path]:
    return write_file(folder, "puzzle.json", puzzle), write_file(folder, "solution.json", solution)


@pytest.mark.parametrize("puzzle", [COVER, RECORD])
@pytest.mark.parametrize("solution", [COVER_SOLUTION, SOLVE_ANSWER])
def test_a_valid_solution(tmp_path: Path, puzzle: object, solution: object) -> None:
    result = run("verify", *files(tmp_path, puzzle, solution), "--json")
    assert answer(result) == {"valid": True, "score": None, "violations": []}
    assert result.exit_code == 0
    assert run("verify", *files(tmp_path, puzzle, solution)).stdout == "Valid.\n"


def test_the_score_of_a_valid_solution(tmp_path: Path) -> None:
    paths = files(tmp_path, SOLO, SOLO_SOLUTION)
    assert answer(run("verify", *paths, "--json"))["score"] == SOLO_SCORE
    assert run("verify", *paths).stdout == "Valid. Score 4.\n"


def test_a_broken_solution_has_no_score(tmp_path: Path) -> None:
    unfinished = {"rounds": SOLO_SOLUTION["rounds"][:1]}
    response = answer(run("verify", *files(tmp_path, SOLO, unfinished), "--json"))
    assert (response["valid"], response["score"]) == (False, None)


def test_every_violation_is_reported(tmp_path: Path) -> None:
    paths = files(tmp_path, COVER, BROKEN)
    result = run("verify", *paths, "--json")
    response = answer(result)
    assert (response["valid"], response["score"], result.exit_code) == (False, None, 1)
    assert [(v["rule"], v["at"]) for v in response["violations"]] == [("exit", {"step": 1})]
    assert set(response["violations"][0]) == {"rule", "message", "at"}
    text_result = run("verify", *paths)
    assert (text_result.exit_code, text_result.stderr) == (1, "")
    message = response["violations"][0]["message"]
    assert text_result.stdout == f"Not valid (1 broken rule):\n  exit  {message}\n"


@pytest.mark.parametrize(
    ("language", "words", "message"),
    [
        ("es", "No es válida (1 regla incumplida):", "Paso 2: ninguna salida de la última carta, la de B2, "),
        ("de", "Ungültig (1 Regelverstoß):", "Schritt 2: Kein Ausgang der letzten Karte auf B2 führt auf "),
    ],
)
def test_violations_and_reasons_in_other_languages(
    tmp_path: Path, language: str, words: str, message: str
) -> None:
    """Of solve and check in the same way: the broken rule of a partial solution is the reason."""
    paths = files(tmp_path, COVER, BROKEN)
    spoken = ("--language", language)
    assert run("verify", *paths, *spoken).stdout.startswith(f"{words}\n  exit  {message}")
    (violation,) = answer(run("verify", *paths, *spoken, "--json"))["violations"]
    assert violation["message"].startswith(message)
    for command in ("solve", "check"):
        begun = (command, str(paths[0]), "--progress", str(paths[1]), *spoken)
        assert answer(run(*begun, "--json"))["reason"] + "." == violation["message"]
        assert violation["message"].removesuffix(".") in run(*begun).stdout
    valid = run("verify", *files(tmp_path, SOLO, SOLO_SOLUTION), *spoken).stdout
    assert valid == {"es": "Válida. Puntuación 4.\n", "de": "Gültig. Punktzahl 4.\n"}[language]
    for command in ("solve", "check"):
        text = run(command, str(paths[0]), *spoken).stdout
        assert text.splitlines()[0] != run(command, str(paths[0])).stdout.splitlines()[0]


def test_a_solution_of_the_wrong_shape(tmp_path: Path) -> None:
    paths = files(tmp_path, COVER, {"line": [{"cell": [1], "card": "Q"}]})
    result = run("verify", *paths, "--json")
    response = answer(result)
    assert (response["status"], result.exit_code) == (422, 2)
    assert {e["pointer"] for e in response["errors"]} == {"/line/0/cell", "/line/0/card"}
    text_result = run("verify", *paths)
    assert (text_result.exit_code, text_result.stdout) == (2, "")
    assert all(line.startswith(f"Error: {paths[1]}: /line/0/c") for line in text_result.stderr.splitlines())


def test_problems_inside_an_answer_are_pointed_at(tmp_path: Path) -> None:
    paths = files(tmp_path, COVER, {"solution": {"line": 5}})
    assert answer(run("verify", *paths, "--json"))["errors"][0]["pointer"] == "/solution/line"


@pytest.mark.parametrize(("status", "exit_status"), [("impossible", 1), ("unknown", 3)])
def test_an_answer_without_a_solution(tmp_path: Path, status: str, exit_status: int) -> None:
    paths = files(tmp_path, COVER, {"status": status, "solution": None})
    text_result = run("verify", *paths)
    assert (text_result.stdout, text_result.stderr) == (
        f'Nothing to verify: the answer says "{status}" and has no solution.\n',
        "",
    )
    result = run("verify", *paths, "--json")
    words = f'expected a solution, but the answer\'s status is "{status}"'
    assert answer(result)["errors"] == [{"pointer": "/solution", "detail": words}]
    assert (text_result.exit_code, result.exit_code) == (exit_status, exit_status)
    drawing_result = run("show", paths[0], "--solution", paths[1])
    assert (drawing_result.exit_code, drawing_result.stderr) == (
        2,
        f"Error: {paths[1]}: /solution: {words}\n",
    )


def test_what_solve_answers_is_verified(tmp_path: Path) -> None:
    puzzles = write_file(tmp_path, "p.jsonl", lines(COVER, STUCK, COVER))
    solve_output = write_file(tmp_path, "s.jsonl", run("solve", puzzles, "--json").stdout)
    result = run("verify", puzzles, solve_output, "--json")
    assert [a.get("valid", a.get("status")) for a in answers(result)] == [True, 422, True]
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (SOLVE_ANSWER | {"proved": True}, "/proved: unknown field; the fields are status, solution, score"),
        ({"status": "solved", "solution": None}, "/solution: expected an object"),
    ],
)
def test_a_document_that_solve_does_not_write(tmp_path: Path, document: object, words: str) -> None:
    paths = files(tmp_path, COVER, document)
    result = run("verify", *paths)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {paths[1]}: {words}")


def test_many_solutions_for_as_many_puzzles(tmp_path: Path) -> None:
    puzzles = write_file(tmp_path, "p.jsonl", lines(COVER, RECORD, "{bad}", SOLO, COVER))
    solutions = write_file(
        tmp_path, "s.jsonl", lines(COVER_SOLUTION, BROKEN, COVER_SOLUTION, SOLO_SOLUTION, "{bad}")
    )
    result = run("verify", puzzles, solutions, "--json")
    responses = answers(result)
    assert [a.get("valid", a.get("status")) for a in responses] == [True, False, 400, True, 400]
    assert result.exit_code == 2
    text_result = run("verify", puzzles, solutions)
    assert f"Error: {puzzles}, line 3: not JSON" in text_result.stderr
    assert f"Error: {solutions}, line 5: not JSON" in text_result.stderr
    assert "Line 4: Valid. Score 4.\n" in text_result.stdout


def test_a_solution_too_few_or_too_many(tmp_path: Path) -> None:
    puzzles = write_file(tmp_path, "p.jsonl", lines(COVER, COVER))
    for n, name, words in ((1, "p", "puzzles than solutions"), (3, "s", "solutions than puzzles")):
        solutions = write_file(tmp_path, "s.jsonl", lines(*[COVER_SOLUTION] * n))
        result = run("verify", puzzles, solutions)
        assert (result.exit_code, result.stdout.count("Valid")) == (2, min(n, 2))
        place = f"{tmp_path / name}.jsonl, line {min(n, 2) + 1}"
        assert result.stderr == f"Error: {place}: unpaired: there are more {words}\n"
        *_, last = answers(result := run("verify", puzzles, solutions, "--json"))
        assert (last["status"], result.exit_code, result.stderr) == (422, 2, "")


def test_standard_input_is_only_one_of_the_two() -> None:
    result = run("verify", "-", "-", stdin=lines(COVER))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be both" in result.stderr


def test_show_draws_the_puzzle(tmp_path: Path) -> None:
    path = write_file(tmp_path, "a.json", RECORD)
    result = run("show", path)
    heading, origin, rest = result.stdout.split("\n\n", 2)
    assert heading.startswith("END OF LINE Cover, easy\nDraw one line ")
    assert origin == f"difficulty 3 of 100, id {NAME}"
    *drawing, blank, line = rest.splitlines()
    assert (blank, line) == ("", COVER_LINE)
    assert drawing == cover.KIND.draw_text(cover.KIND.parse(COVER)).rstrip("\n").splitlines()
    assert (result.exit_code, result.stderr) == (0, "")


def test_show_draws_any_solution_right_or_wrong(tmp_path: Path) -> None:
    drawings = {run("show", write_file(tmp_path, "a.json", COVER)).stdout}
    for solution in (COVER_SOLUTION, BROKEN):
        puzzle, solution_file = files(tmp_path, COVER, solution)
        result = run("show", puzzle, "--solution", solution_file)
        assert result.exit_code == 0
        drawings.add(result.stdout)
    assert len(drawings) == 3


def test_show_as_a_picture(tmp_path: Path) -> None:
    puzzle, solution_file = files(tmp_path, COVER, SOLVE_ANSWER)
    subject, solution = cover.KIND.parse(COVER), cover.KIND.parse_solution(COVER_SOLUTION)
    assert run("show", puzzle, "--svg").stdout.strip() == cover.KIND.draw(subject).svg.strip()
    result_with_solution = run("show", puzzle, "--svg", "--solution", solution_file)
    assert result_with_solution.stdout.strip() == cover.KIND.draw(subject, solution).svg.strip()


def test_a_picture_is_of_one_puzzle(tmp_path: Path) -> None:
    for documents, words in (((COVER, COVER), "FILE holds several"), ((), "it is empty")):
        result = run("show", "--svg", write_file(tmp_path, "a.jsonl", lines(*documents)))
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr
    first_result = run("show", "--svg", write_file(tmp_path, "a.jsonl", lines(COVER)))
    assert first_result.stdout.startswith("<svg")


@pytest.mark.parametrize("how", [(), ("--svg",)])
def test_show_into_a_file(tmp_path: Path, how: tuple[str, ...]) -> None:
    puzzle = write_file(tmp_path, "a.json", COVER)
    target = write_file(tmp_path, "drawing", "an older drawing")
    with target.open() as reading:
        result = run("show", puzzle, *how, "-o", target, "--force")
        assert reading.read() == "an older drawing", "who reads the old file is not disturbed"
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert target.read_text() == run("show", puzzle, *how).stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.json", "drawing"], "nothing is left beside it"


@pytest.mark.parametrize("how", [(), ("--svg",)])
def test_a_drawing_replaces_no_file_by_mistake(tmp_path: Path, how: tuple[str, ...]) -> None:
    puzzle = write_file(tmp_path, "a.json", COVER)
    before = puzzle.read_text()
    for target in (puzzle, write_file(tmp_path, "b.json", before)):
        result = run("show", puzzle, *how, "-o", target)
        assert (result.exit_code, target.read_text()) == (2, before)
        assert result.stderr == f"Error: {target}: already exists; --force replaces it\n"


def test_a_minus_is_standard_output(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    puzzle = write_file(tmp_path, "a.json", COVER)
    monkeypatch.chdir(tmp_path)
    assert run("show", puzzle, "-o", "-").stdout == run("show", puzzle).stdout
    assert list(tmp_path.iterdir()) == [puzzle]
    result = run("show", puzzle, "-o", "-", "--force")
    assert (result.exit_code, "--force needs -o FILE" in result.stderr) == (2, True)


@pytest.mark.parametrize("how", [(), ("--svg",)])
def test_a_bad_puzzle_leaves_the_file_as_it_was(tmp_path: Path, how: tuple[str, ...]) -> None:
    puzzle = write_file(tmp_path, "a.json", COVER | {"rows": 2})
    target = write_file(tmp_path, "drawing", "an older drawing")
    result = run("show", puzzle, *how, "-o", target, "--force")
    assert result.exit_code == 2
    assert result.stderr == f"Error: {puzzle}: /rows: expected an integer from 3 to 20, got 2\n"
    assert target.read_text() == "an older drawing"


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    puzzle = write_file(tmp_path, "a.json", COVER)
    for target, why in (
        (tmp_path, "Is a directory"),
        (tmp_path / "no" / "file", "No such file or directory"),
    ):
        result = run("show", puzzle, "-o", target)
        assert (result.exit_code, result.stderr) == (74, f"Error: {target}: {why}\n")


def test_nothing_is_left_of_a_file_that_could_not_be_put_in_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    puzzle = write_file(tmp_path, "a.json", COVER)
    monkeypatch.setattr(Path, "replace", refuse)
    result = run("show", puzzle, "-o", tmp_path / "drawing")
    assert (result.exit_code, result.stderr) == (74, f"Error: {tmp_path}/drawing: No space left on device\n")
    assert list(tmp_path.iterdir()) == [puzzle]


def test_show_many(tmp_path: Path) -> None:
    result = run("show", write_file(tmp_path, "a.jsonl", lines(COVER, "[", SOLO)))
    assert result.exit_code == 2
    assert "Line 1: END OF LINE Cover\n" in result.stdout
    assert "Line 3: END OF LINE Solo\n" in result.stdout
    assert ", line 2: not JSON" in result.stderr


def test_kinds() -> None:
    result = run("kinds")
    assert [line.split()[0] for line in result.stdout.splitlines()] == [kind.id for kind in KINDS]
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("kind", "args", "document"),
    [
        ("end_of_line.cover", (), COVER),
        ("end_of_line.cover", ("--solution",), COVER_SOLUTION),
        ("end_of_line.solo", (), SOLO),
        ("end_of_line.solo", ("--solution",), SOLO_SOLUTION),
    ],
)
def test_schema(kind: str, args: tuple[str, ...], document: dict[str, Any]) -> None:
    schema = json.loads(run("schema", kind, *args).stdout)
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    assert validator.is_valid(document)
    assert not validator.is_valid(document | {"more": 1})


def test_an_unknown_kind() -> None:
    for command in ("schema", "generate"):
        result = run(command, "chess")
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"KIND: expected one of {', '.join(kind.id for kind in KINDS)}, got" in result.stderr


def test_version() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("lineworks, version 0.")


def test_half_of_the_drawings_are_not_written(tmp_path: Path) -> None:
    puzzles = write_file(tmp_path, "a.jsonl", f"{json.dumps(COVER)}\n{json.dumps(COVER | {'rows': 2})}\n")
    target = write_file(tmp_path, "drawing", "an older drawing")
    result = run("show", puzzles, "-o", target, "--force")
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Error: {target}: not written, because not all puzzles could be drawn\n")
    assert target.read_text() == "an older drawing"


def test_a_private_file_stays_private(tmp_path: Path) -> None:
    puzzle = write_file(tmp_path, "a.json", COVER)
    target = write_file(tmp_path, "drawing", "an older drawing")
    target.chmod(0o600)
    assert run("show", puzzle, "-o", target, "--force").exit_code == 0
    assert target.stat().st_mode & 0o777 == 0o600
