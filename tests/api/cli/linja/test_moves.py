"""Tests solve, check, count and verify on Linja endgames."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from puzzles.linja.board import USUAL
from solvers.data_folder import VARIABLE
from solvers.linja.layers import LATE
from solvers.linja.table import table_path
from solvers.linja.table_builder import build
from solvers.linja.table_file import Reader
from tests.api.program import answers, lines, run, write_file
from tests.api.small_puzzles import COVER

END: dict[str, Any] = {
    "kind": "linja.endgame",
    "A": [0, 1, 0, 1, 1, 2, 1, 6],
    "B": [6, 1, 1, 1, 1, 1, 1, 0],
    "to_move": "A",
}
OVER = END | {"A": [0, 0, 0, 0, 0, 0, 0, 12], "B": [12, 0, 0, 0, 0, 0, 0, 0]}
PASSING = END | {"A": [1, 0, 0, 0, 0, 0, 0, 11], "B": [6, 6, 0, 0, 0, 0, 0, 0]}
START = END | {"A": [6, 1, 1, 1, 1, 1, 1, 0], "B": [0, 1, 1, 1, 1, 1, 1, 6]}


def files(folder: Path, *documents: object) -> list[Path]:
    return [write_file(folder, f"{i}.json", document) for i, document in enumerate(documents)]


def answer_and_status(
    tmp_path: Path, command: str, document: object, *options: str
) -> tuple[dict[str, Any], int]:
    result = run(command, *files(tmp_path, document), "--json", *options)
    response: dict[str, Any] = json.loads(result.stdout)
    return response, result.exit_code


def test_every_turn_with_its_value(tmp_path: Path) -> None:
    answer, status = answer_and_status(tmp_path, "solve", END, "--moves", "--seconds", "600")
    moves = answer["moves"]
    assert (answer["status"], status, answer["value"]) == ("solved", 0, moves[0]["value"])
    assert answer["solution"]["turn"] == moves[0]["turn"]
    assert [set(move) for move in moves] == [{"turn", "A", "B", "value"}] * len(moves)
    assert [move["value"] for move in moves] == sorted((move["value"] for move in moves), reverse=True)
    assert len({(*move["A"], *move["B"]) for move in moves}) == len(moves)
    for engine in ("table", "search", "sat", "cpsat"):
        again, _ = answer_and_status(tmp_path, "solve", END, "--moves", "--engine", engine)
        assert (again["status"], again["moves"]) in (("solved", moves), ("unknown", None))
    words = run("solve", *files(tmp_path, END), "--moves").stdout
    assert words.count("  A ") >= len(moves)


def test_no_moves_unless_requested(tmp_path: Path) -> None:
    answer, _ = answer_and_status(tmp_path, "solve", END)
    assert "moves" not in answer


def test_a_kind_without_values(tmp_path: Path) -> None:
    result = run("solve", *files(tmp_path, COVER), "--moves")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--moves: puzzles of end_of_line.cover have no values to list" in result.stderr
    assert "value" not in answer_and_status(tmp_path, "solve", COVER)[0]


def test_a_game_that_is_over(tmp_path: Path) -> None:
    for to_move, value in (("A", 0), ("B", 0)):
        answer, status = answer_and_status(tmp_path, "solve", OVER | {"to_move": to_move}, "--moves")
        assert (answer["status"], status, answer["value"], answer["moves"]) == ("impossible", 1, value, [])
        assert answer["reason"] == "the game is over"
    assert answer_and_status(tmp_path, "count", OVER)[0] == {"count": 0, "exact": True}
    verified, status = verification_and_status(tmp_path, OVER, {"turn": "pass"})
    assert ([v["rule"] for v in verified["violations"]], status) == (["over"], 1)


def test_a_player_who_must_pass(tmp_path: Path) -> None:
    answer, status = answer_and_status(tmp_path, "solve", PASSING, "--moves")
    assert (answer["status"], status, answer["solution"]) == ("solved", 0, {"turn": "pass"})
    (only,) = answer["moves"]
    assert only == {"turn": "pass", "A": PASSING["A"], "B": PASSING["B"], "value": answer["value"]}
    opponents_answer, _ = answer_and_status(tmp_path, "solve", PASSING | {"to_move": "B"})
    assert opponents_answer["value"] == -answer["value"]
    assert verification_and_status(tmp_path, PASSING, {"turn": "pass"})[0]["valid"] is True
    verified, _ = verification_and_status(tmp_path, PASSING, {"turn": {"initial": {"from": 0}}})
    assert [v["rule"] for v in verified["violations"]] == ["full"]


def test_a_goal_that_cannot_be_met(tmp_path: Path) -> None:
    answer, _ = answer_and_status(tmp_path, "solve", END)
    side = "A" if answer["value"] <= 0 else "B"
    puzzle = END | {"to_move": side, "goal": "win"}
    response, status = answer_and_status(tmp_path, "solve", puzzle)
    if response["value"] <= 0:
        assert (response["status"], status, response["solution"]) == ("impossible", 1, None)
        assert "against best play" in response["reason"]
        assert answer_and_status(tmp_path, "count", puzzle)[0] == {"count": 0, "exact": True}


def test_limits_make_nothing_up(tmp_path: Path) -> None:
    answer, status = answer_and_status(tmp_path, "solve", START, "--seconds", "0.5", "--moves")
    assert (answer["status"], status) == ("unknown", 3)
    assert (answer["reason"], answer["value"], answer["moves"]) == ("time", None, None)
    for engine in ("table", "sat", "cpsat"):
        answer, _ = answer_and_status(tmp_path, "solve", START, "--engine", engine)
        assert (answer["status"], answer["reason"]) == ("unknown", "size")
    words = run("solve", *files(tmp_path, START), "--seconds", "0.1").stdout
    assert "lineworks linja build" in words


def verification_and_status(tmp_path: Path, document: object, solution: object) -> tuple[dict[str, Any], int]:
    result = run("verify", *files(tmp_path, document, solution), "--json")
    response: dict[str, Any] = json.loads(result.stdout)
    return response, result.exit_code


def test_a_turn_is_held_against_the_goal(tmp_path: Path) -> None:
    answer, _ = answer_and_status(tmp_path, "solve", END, "--moves")
    best, worst = answer["moves"][0], answer["moves"][-1]
    good, status = verification_and_status(tmp_path, END, {"turn": best["turn"]})
    assert (good, status) == (
        {"valid": True, "score": None, "violations": [], "value": answer["value"]},
        0,
    )
    bad, status = verification_and_status(tmp_path, END, {"turn": worst["turn"]})
    assert (bad["valid"], status, bad["value"]) == (False, 1, answer["value"])
    assert [(v["rule"], v["at"]) for v in bad["violations"]] == [("goal", {})]
    for goal, threshold in (("win", 1), ("draw", 0)):
        for move in answer["moves"][::3]:
            response, _ = verification_and_status(tmp_path, END | {"goal": goal}, {"turn": move["turn"]})
            assert response["valid"] == (move["value"] >= threshold)


def test_the_whole_answer_can_be_verified(tmp_path: Path) -> None:
    answer, _ = answer_and_status(tmp_path, "solve", END, "--moves")
    assert verification_and_status(tmp_path, END, answer)[0]["valid"] is True


def test_an_illegal_turn(tmp_path: Path) -> None:
    response, status = verification_and_status(tmp_path, END, {"turn": {"initial": {"from": 0}}})
    assert (response["valid"], response["value"], status) == (False, None, 1)
    assert [(v["rule"], v["at"]) for v in response["violations"]] == [("no_piece", {"action": "initial"})]


def test_check_and_count(tmp_path: Path) -> None:
    count_response, _ = answer_and_status(tmp_path, "count", END)
    answer, _ = answer_and_status(tmp_path, "solve", END, "--moves")
    best = [move for move in answer["moves"] if move["value"] == answer["value"]]
    assert count_response == {"count": len(best), "exact": True}
    checked, status = answer_and_status(tmp_path, "check", END, "--grade")
    assert (checked["status"], checked["unique"], status) == ("solvable", len(best) == 1, 0)
    assert (checked["grade"] is None) == (len(best) != 1)


def test_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(lines(END, END | {"A": [0] * 8}, OVER))
    result = run("solve", str(path), "--json", "--moves")
    responses = answers(result)
    assert [response["status"] for response in responses] == ["solved", 422, "impossible"]
    assert responses[1]["errors"][0]["pointer"] == "/A"


@pytest.mark.parametrize("option", ["stage=early", "goal=lose", "negatives=2", "rows=3"])
def test_invalid_options(option: str) -> None:
    result = run("generate", "linja.endgame", "--option", option)
    assert result.exit_code == 2
    assert option.partition("=")[0] in result.stderr


def test_earlier_positions_need_a_table() -> None:
    result = run("generate", "linja.endgame", "--option", "stage=middle")
    assert result.exit_code == 2
    assert "needs a table down to layer 100; to make it: lineworks linja build --down-to 100" in result.stderr


def test_a_damaged_table_is_refused_and_others_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    good, _ = answer_and_status(tmp_path, "solve", END, "--moves", "--engine", "search")
    table = table_path(USUAL)
    build(table, USUAL, LATE)
    whole = bytearray(table.read_bytes())
    whole[Reader(table, USUAL).begin[132]] ^= 1
    table.write_bytes(whole)
    path = tmp_path / "many.jsonl"
    path.write_text(lines(END, COVER, "{bad}", END))
    responses = answers(run("solve", str(path), "--json"))
    assert [response["status"] for response in responses] == ["solved", "solved", 400, "solved"]
    assert responses[0]["value"] == good["value"]
    assert [response["engine"] for response in (responses[0], responses[3])] == ["search", "search"]
    assert caplog.text.count("the checksum of layer 132 does not match") == 1


def test_what_is_no_table_is_refused_and_others_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    table_path(USUAL).parent.mkdir()
    table_path(USUAL).write_bytes(b"no table")
    assert answer_and_status(tmp_path, "solve", END)[0]["engine"] == "search"
    assert "not a table of Linja" in caplog.text


@pytest.mark.slow
def test_a_table_that_is_cut_short_while_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    build(table_path(USUAL), USUAL, LATE)
    assert answer_and_status(tmp_path, "solve", END)[0]["engine"] == "table"
    table_path(USUAL).write_bytes(b"")
    assert answer_and_status(tmp_path, "solve", END)[0]["engine"] == "search"
    table_path(USUAL).unlink()
    build(table_path(USUAL), USUAL, LATE)
    assert answer_and_status(tmp_path, "solve", END)[0]["engine"] == "table"
