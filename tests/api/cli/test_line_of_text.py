"""Tests lines of text on the command line: as argument, in files and on standard input, and as shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.program import answer, answers, lines, run, write_file
from tests.api.small_puzzles import COVER, COVER_LINE, COVER_SOLUTION, RECORD, SOLO, STUCK

SOLO_LINE = "end_of_line.solo:3x3:B3N:A1,C1,A2,C2,A3,C3:3:S,S,S"


def test_the_line_that_show_prints_is_accepted_in_place_of_a_file(tmp_path: Path) -> None:
    shown = run("show", write_file(tmp_path, "cover.json", COVER)).stdout
    assert shown.splitlines()[-1] == COVER_LINE
    assert run("show", COVER_LINE.lower()).stdout == shown
    assert run("show", "-", stdin=COVER_LINE).stdout == shown
    assert run("show", json.dumps(COVER, indent=1)).stdout == shown
    assert run("show", '{"kind": "chess"}').stderr.startswith("Error: argument: /kind: expected one of")
    assert answer(run("solve", COVER_LINE, "--json"))["solution"] == COVER_SOLUTION
    solution = write_file(tmp_path, "solution.json", COVER_SOLUTION)
    assert run("verify", COVER_LINE, solution).stdout == "Valid.\n"
    assert "solved" in run("play", COVER_LINE, stdin="B2 S\nB1 S\nS B2\nquit\n").stdout.lower()


def test_a_file_of_that_name_is_read_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "end_of_line.solo:cards"
    assert "section 1, the size" in run("check", name).stderr
    write_file(tmp_path, name, STUCK)
    assert run("check", name).stdout.startswith("Impossible")


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl"])
def test_lines_of_text_and_json_are_a_batch(tmp_path: Path, name: str) -> None:
    bad = COVER_LINE.replace("3x3", "3x33")
    path = write_file(tmp_path, name, lines(COVER_LINE, RECORD, bad, json.dumps(SOLO_LINE), SOLO))
    result = run("solve", path, "--json")
    assert [answer.get("status") for answer in answers(result)] == [
        "solved",
        "solved",
        422,
        "solved",
        "solved",
    ]
    assert answers(result)[2]["errors"] == [
        {
            "pointer": "",
            "detail": 'section 1, the size, "3x33": cols: expected an integer from 3 to 20, got 33',
        }
    ]
    assert result.exit_code == 2
