"""Tests --progress and --line: answers for what continues a partial solution."""

from __future__ import annotations

from pathlib import Path

import pytest
from click import UsageError

from api.cli.end_of_line.line import cover_line, solo_rounds
from tests.api.program import answer, answers, lines, run, write_file
from tests.api.small_puzzles import COVER, COVER_SOLUTION, SOLO, SOLO_SCORE, SOLO_SOLUTION, TWO_LINES


def test_rounds_follow_from_the_order() -> None:
    rounds = solo_rounds("C2 S, c1 ls,B1 R, Brake, a1 S, speed up, LSR0 A10, ,")["rounds"]
    assert [round_["energy"] for round_ in rounds] == [None, None, "brake", "speed_up"]
    assert [[card["card"] for card in round_["cards"]] for round_ in rounds] == [
        ["S"], ["LS", "R"], ["S"], ["LSR0"],
    ]  # fmt: skip
    assert rounds[0]["cards"][0]["cell"] == [1, 2]
    assert rounds[3]["cards"][0]["cell"] == [9, 0]
    assert solo_rounds("") == {"rounds": []}
    assert cover_line("C2 S, C1 LS")["line"][1] == {"card": "LS", "cell": [0, 2]}
    assert cover_line("C2,c1 ls, B1")["line"] == [
        {"cell": [1, 2]}, {"card": "LS", "cell": [0, 2]}, {"cell": [0, 1]},
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["S", "C2", "C2 X", "C2 S C1", "22 S", "C2 C1", "S L", "C2 S, B2 S, brake"])
def test_a_line_that_cannot_be_read(text: str) -> None:
    with pytest.raises(UsageError, match="--line: expected"):
        solo_rounds(text)
    if text != "C2":
        with pytest.raises(UsageError, match="--line: expected"):
            cover_line(text)


def test_a_line_is_continued(tmp_path: Path) -> None:
    solo, cover = write_file(tmp_path, "solo.json", SOLO), write_file(tmp_path, "cover.json", COVER)
    assert answer(run("solve", solo, "--line", "B2 S", "--json"))["solution"] == SOLO_SOLUTION
    checked = answer(run("check", solo, "--line", "B2 S, B1 S", "--json", "--grade"))
    assert (checked["status"], checked["best_score"], checked["grade"]) == ("solvable", SOLO_SCORE, None)
    assert answer(run("check", cover, "--line", "B2 S", "--json"))["unique"] is True
    refused = run("check", cover, "--line", "B2 L")
    assert refused.exit_code == 1
    assert refused.stdout.startswith("Impossible: from the last card laid on, itself included: ")
    broken = run("solve", solo, "--line", "A1 S")
    assert broken.exit_code == 1
    assert broken.stdout.startswith("Impossible: Round 1, card 1: A1 is blocked (found")


def test_partial_solutions_in_files(tmp_path: Path) -> None:
    puzzles = write_file(tmp_path, "puzzles.jsonl", lines(COVER, SOLO, TWO_LINES))
    begun = write_file(tmp_path, "begun.jsonl", lines(COVER_SOLUTION, {}, {"line": [{"card": "LSR"}]}))
    result = run("solve", puzzles, "--progress", begun, "--json")
    first, second, third = answers(result)
    assert (first["solution"], second["solution"]) == (COVER_SOLUTION, SOLO_SOLUTION)
    assert third["errors"] == [{"pointer": "/line/0/cell", "detail": "missing"}]
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--line", "B2 S", "--progress", "FILE"], "--progress and --line cannot be used together"),
        (["--progress", "-"], "Standard input cannot be both the puzzle and the partial solution"),
        (["--line", "B2 S, brake"], "--line: expected a cell, or a cell and a card"),
        (["--line", "B2 S", "--engine", "graph"], "--engine: expected one of search, sat"),
    ],
)
def test_options_that_are_refused(options: list[str], words: str) -> None:
    result = run("solve", "-", *options, stdin=lines(COVER))
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_line_for_a_kind_without_a_line_is_refused() -> None:
    result = run("check", "--deal", "3", "--seed", "1", "--line", "B2 S")
    assert result.exit_code == 2
    assert "--line applies to end_of_line.solo and end_of_line.cover only" in result.stderr
