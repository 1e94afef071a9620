"""lineworks play: a puzzle of every kind from its first move to its last, and what else can be typed."""

from __future__ import annotations

import os
import pty
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from puzzles import packs
from puzzles.registry import KINDS, kind_named
from puzzles.texts import LANGUAGES, translator_for
from puzzles.titles import puzzle_title
from tests.api.program import lines, run, start, write_file
from tests.replays import legal_play
from tests.samples import SAMPLES

IDS = [kind.id for kind in KINDS]
# One line: D2, D1, D3 and round the edge to C3.
STRAIGHT: dict[str, Any] = {
    "kind": "end_of_line.cover",
    "rows": 3,
    "cols": 4,
    "start": {"cell": [1, 2], "heading": "E"},
    "blocked": [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0], [2, 1]],
    "tray": {"LSR": 4},
}
SOLO: dict[str, Any] = {
    **{name: value for name, value in STRAIGHT.items() if name != "tray"},
    "kind": "end_of_line.solo",
    "deck": ["LSR", "L", "S", "L", "LR", "LS", "S", "S"],
    "energy": 3,
}


def play_puzzle(puzzle: Path, *typed: str, args: tuple[str, ...] = ()) -> Result:
    result = run("play", puzzle, *args, stdin=lines(*typed))
    assert result.stderr == ""
    assert result.exit_code == 0
    return result


@pytest.fixture
def straight(tmp_path: Path) -> Path:
    return write_file(tmp_path, "cover.json", STRAIGHT)


@pytest.fixture
def solo(tmp_path: Path) -> Path:
    return write_file(tmp_path, "solo.json", SOLO)


def notations(kind: str, entry: packs.PackEntry) -> list[str]:
    """The solution of a pack's puzzle as a person types it."""
    puzzle_kind = kind_named(kind)
    puzzle = dict(entry.record["puzzle"])
    position, typed = puzzle_kind.play.begin(puzzle_kind.parse(puzzle)), []
    for move in legal_play(puzzle_kind, puzzle, SAMPLES[kind].plays(dict(entry.solution))):
        typed.append(puzzle_kind.play.notation(position, move))
        position = puzzle_kind.play.after(position, move)
    return typed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", IDS)
def test_a_solution_is_played_to_the_end(tmp_path: Path, kind: str, language: str) -> None:
    entry = packs.entry(kind, "easy", LANGUAGES.index(language))
    typed = notations(kind, entry)
    record = write_file(tmp_path, "puzzle.json", dict(entry.record))
    out = play_puzzle(record, *typed, "never read", args=("--language", language)).stdout
    title = translator_for(language).render(puzzle_title(kind, "easy"))
    assert out.startswith(f"{title}\n")
    assert "never read" not in out, "a solved puzzle ends the play"
    assert {"en": "\nSolved", "de": "\nGelöst", "es": "\nResuelto"}[language] in out
    if entry.score is not None:
        assert str(entry.score) in out.split("\n\n")[-1]
    [last] = out.splitlines()[-1:]
    assert last.startswith(f"{len(typed)} ")


@pytest.mark.parametrize("kind", IDS)
def test_every_kind_lists_its_moves(tmp_path: Path, kind: str) -> None:
    record = write_file(tmp_path, "puzzle.json", dict(packs.entry(kind, "medium", 0).record))
    out = play_puzzle(record, "moves", "check", "show", "quit").stdout
    typed = re.search(r"> moves\n(.*?)(  |\n)", out)
    assert typed is not None
    # What is listed can be typed.
    assert "not a legal move" not in play_puzzle(record, typed[1], "quit").stdout
    assert "No rule is broken so far" in out
    assert out.endswith("> quit\nNot solved.\n0 moves.\n")


def test_the_board_and_a_move(straight: Path) -> None:
    out = play_puzzle(straight, "d2", "D1").stdout
    assert out.startswith("END OF LINE Cover\nDraw one line ")
    assert "\n\nType a move, or help.\n" in out
    assert "> d2\nD2  go straight on, to D2\n" in out
    assert "> D1\nD1  turn left, to D1\n" in out
    assert "Cells left: 2" in out
    assert out.endswith("> \nNot solved.\n2 moves.\n"), "the end of the input ends the play"


def test_undo_redo_and_restart(straight: Path) -> None:
    out = play_puzzle(straight, "undo", "D2", "D1", "undo", "redo", "redo", "restart", "undo", "quit").stdout
    assert "> undo\nThere is no move to take back.\n" in out
    assert "> redo\nThere is no move to make again.\n" in out
    assert out.count("Cells left: 3") == 2
    assert out.count("Cells left: 2") == 2
    assert out.count("Cells left: 4") == 2
    assert out.endswith("Not solved.\n0 moves, 3 taken back.\n")


def test_a_new_move_replaces_those_taken_back(straight: Path) -> None:
    out = play_puzzle(straight, "D2", "D1", "undo", "D3", "redo").stdout
    assert "There is no move to make again." in out
    assert out.endswith("2 moves, 1 taken back.\n")


def test_what_is_no_move_is_explained_in_a_line(straight: Path) -> None:
    out = play_puzzle(straight, "X9", "", "hlep", "C3").stdout
    for typed in ("X9", "hlep", "C3"):
        assert f"> {typed}\n“{typed}” is not a legal move here. Type moves to list them, " in out
    assert out.endswith("0 moves.\n")


def test_a_lost_play_can_be_taken_back(solo: Path) -> None:
    out = play_puzzle(solo, "lsr d2", "L D1", "check", "moves", "S C3", "undo", "check").stdout
    before, after = out.split("> L D1")
    assert "Lost: " not in before
    reason = "a card must be placed, and no exit of the card on D1 leads to a free cell"
    assert f"Lost: {reason}. Type undo or restart to try again.\n" in after
    assert "> check\nNot valid (" in after
    over = "No moves are left. Type undo to take back the last move, or restart to start over."
    assert f"> moves\n{over}\n" in after
    assert f"> S C3\n{over}" in after
    assert "No rule is broken so far, and there " in after.split("> undo")[1]


@pytest.mark.parametrize(
    "typed,score,best",
    [
        (("L D2", "S D1", "L D3", "S C3"), 16, "That is the best possible score."),
        (("LSR D2", "S D1", "L D3", "L C3"), 12, "The best possible score is 16."),
    ],
)
def test_the_score_beside_the_best(solo: Path, typed: tuple[str, ...], score: int, best: str) -> None:
    out = play_puzzle(solo, *typed).stdout
    assert out.endswith(f"\n\nSolved, with score {score}.\n{best}\n4 moves.\n")


def test_energy_is_typed_with_or_without_an_underscore(tmp_path: Path) -> None:
    puzzle = {"kind": "end_of_line.solo", "deck": ["S", "LS", "R", *"SSSSSLLRSSSSLSSSSSSSSR"]}
    solo = write_file(tmp_path, "solo.json", puzzle)
    beginning = ("S C2", "LS C1", "R C5")
    for typed in ("speed up", "Speed_Up"):
        out = play_puzzle(solo, *beginning, typed).stdout
        assert "speed_up  spend energy to speed up: this round places three cards\n" in out
        assert "Round 3 (speed up), cards placed: 0 of 3\n" in out
        assert "Energy: 2 of 3\n" in out


def test_in_another_language(solo: Path) -> None:
    out = play_puzzle(solo, "x", "L D2", args=("--language", "es")).stdout
    assert "«x» no es una jugada posible ahora" in out
    assert "L D2  coloca L en D2\n" in out
    assert "\nMano: " in out
    assert out.endswith("\nSin resolver.\n1 jugada.\n")


def test_nothing_to_play(tmp_path: Path) -> None:
    blocked = [[r, c] for r in range(3) for c in range(3) if (r, c) != (0, 0)]
    area = {"rows": 3, "cols": 3, "start": {"cell": [0, 0], "heading": "N"}, "blocked": blocked}
    full = write_file(tmp_path, "full.json", {"kind": "end_of_line.cover", **area, "tray": {}})
    assert play_puzzle(full).stdout.endswith("\nSolved.\n0 moves.\n")


def test_what_cannot_be_played(tmp_path: Path, straight: Path) -> None:
    assert run("play", "-").exit_code == 2
    two = write_file(tmp_path, "two.jsonl", lines(STRAIGHT, SOLO))
    for args in ((two,), (straight, "--language", "xx"), (tmp_path / "none.json",)):
        result = run("play", *args)
        assert (result.exit_code, result.stdout) == (2, "")
    wrong = run("play", write_file(tmp_path, "wrong.json", {**STRAIGHT, "rows": 1}))
    assert wrong.exit_code == 2
    assert "wrong.json: /rows: " in wrong.stderr


@pytest.mark.process
def test_on_a_terminal(straight: Path) -> None:
    keyboard, terminal = pty.openpty()
    process = start("play", straight, stdin=terminal)
    os.close(terminal)
    assert process.stdout is not None
    os.write(keyboard, b"D2\nquit\n")
    out = process.stdout.read().decode()
    assert process.wait() == 0
    os.close(keyboard)
    assert "go straight on, to D2" in out
    assert out.endswith("Not solved.\n1 move.\n")
