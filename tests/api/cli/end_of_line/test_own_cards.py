"""Tests puzzles of one's own cards, typed as options."""

from __future__ import annotations

import pytest

from tests.api.program import answer, run
from tests.api.small_puzzles import COVER_SOLUTION, SOLO_SCORE

BOARD = ("--size", "3 x 3", "--start", "b3n", "--blocked", "A1 c1, A2,C2 a3 C3")


@pytest.mark.parametrize("deck", ["S S S", "s,s,s", " S, s  S,", "3S"])
def test_a_deck(deck: str) -> None:
    result = answer(run("solve", "--deck", deck, *BOARD, "--best", "--json", "--seed", "2"))
    assert (result["score"], result["proven"]) == (SOLO_SCORE, True)
    less = answer(run("check", "--deck", deck, *BOARD, "--energy", "0", "--json"))
    assert less["best_score"] == SOLO_SCORE - 3


def test_a_tray() -> None:
    assert answer(run("solve", "--tray", "2S L", *BOARD, "--json"))["solution"] == COVER_SOLUTION
    shown = run("show", "--tray", "l s s", *BOARD).stdout.splitlines()
    assert shown[-1] == "end_of_line.cover:3x3:B3N:A1,C1,A2,C2,A3,C3:2S,1L:-"


def test_defaults_are_those_of_the_kind() -> None:
    line = run("show", "--deck", "S").stdout.splitlines()[-1]
    assert line == "end_of_line.solo:5x5:C3N:-:3:S"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--deck", "S X"), '--deck: entry 2: expected a card (S, L, R, LS, SR, LR, LSR, LSR0), got "X"'),
        (("--deck", ""), "--deck: missing"),
        (("--deck", "S", "--energy", "12"), '--energy, "12": expected an integer from 0 to 9, got 12'),
        (
            ("--deck", "S", "--blocked", "A1 A9"),
            '--blocked, entry 2, "A9": expected a cell of the 5x5 board',
        ),
        (("--deck", "S", "--blocked", "Z9"), '--blocked, entry 1, "Z9": expected a cell from A1 to T20'),
        (("--tray", "S", "--energy", "1"), "--energy cannot be used with --tray."),
        (("--tray", "S", "--deck", "S"), "--deck and --tray cannot be used together."),
        (("a.json", "--tray", "S"), "FILE and --tray cannot be used together."),
        (("a.json", "--size", "3x3"), "--size needs --deck or --tray."),
        (("--deck", "S", "--kind", "light_line.solo"), "--kind needs --deal."),
    ],
)
def test_messages_name_the_wrong_option(args: tuple[str, ...], words: str) -> None:
    result = run("solve", *args)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"Error: {words}"
