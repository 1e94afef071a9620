"""Tests what helps on the first day: help, suggestions, several files, and input without a dash."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.api.program import answers, lines, run, start, write_file
from tests.api.small_puzzles import COVER, STUCK, TWO_LINES


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        ((), ("--help",)),
        (("solve",), ("solve", "--help")),
        (("linja", "build"), ("linja", "build", "--help")),
    ],
)
def test_help_is_a_command_too(args: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert run("help", *args).stdout == run(*shown).stdout


@pytest.mark.parametrize(
    ("args", "suggestion"),
    [
        (("sovle",), "Did you mean 'solve'?"),
        (("help", "genrate"), "Did you mean 'generate'?"),
        (("bank", "fil"), "Did you mean 'fill'?"),
        (("solve", "--secnds", "3"), "'--seconds'"),
        (("generate", "light_line.sol"), "did you mean light_line.solo?"),
        (("schema", "linja"), "did you mean linja.endgame?"),
        (("schema", "solo"), "did you mean end_of_line.solo or light_line.solo?"),
        (("daily", "LONG-LINE"), "did you mean light_line.longest?"),
        (("solve", "end_of_line.covr:4x4"), "did you mean end_of_line.cover?"),
    ],
)
def test_a_slip_of_the_fingers_gets_a_suggestion(args: tuple[str, ...], suggestion: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert suggestion in result.stderr


def test_a_misspelt_kind_in_a_file_gets_a_suggestion() -> None:
    result = run("show", "-", stdin=json.dumps(COVER | {"kind": "end_of_line.covr"}))
    assert result.stderr.endswith("did you mean end_of_line.cover?\n")


def test_several_files_are_a_batch(tmp_path: Path) -> None:
    files = [
        write_file(tmp_path, "a.json", COVER),
        write_file(tmp_path, "b.jsonl", lines(TWO_LINES, STUCK)),
    ]
    result = run("check", *files, "--json")
    assert [answer["status"] for answer in answers(result)] == ["solvable", "solvable", "impossible"]
    assert result.exit_code == 1
    words = run("count", *files).stdout
    assert (
        words.index(f"{files[0]}:")
        < words.index(f"{files[1]}, line 1:")
        < words.index(f"{files[1]}, line 2:")
    )


def test_standard_input_is_read_once() -> None:
    result = run("check", "-", "-", stdin="{}")
    assert (result.exit_code, "read twice" in result.stderr) == (2, True)


@pytest.mark.process
def test_piped_input_needs_no_dash() -> None:
    with start("check", "--json") as process:
        output, _ = process.communicate(json.dumps(COVER).encode())
    assert json.loads(output)["status"] == "solvable"
    with start("check", stdin=subprocess.DEVNULL) as process:
        _, errors = process.communicate()
    assert b"Missing argument" in errors
