"""Tests the notation of turns."""

from __future__ import annotations

import pytest

from puzzles.errors import BadInput
from puzzles.linja.board import START
from puzzles.linja.notation import parse_turn, turn_notation
from puzzles.linja.turns import PASS, Extra, Turn, turns
from tests.puzzles.linja.sample_drawings import WALKS


def test_reads_what_it_writes() -> None:
    for scene in WALKS:
        for turn, _ in turns(scene.board, scene.player, scene.options):
            assert parse_turn(turn_notation(scene.board, scene.player, turn), scene.player) == turn


def test_writes_the_documented_notation() -> None:
    assert turn_notation(START, "A", Turn(0, 5, Extra("A", 1, 2))) == "0 5+ 1>2"
    assert turn_notation(START, "A", Turn(0, 5, Extra("B", 4, 3))) == "0 5+ B4>3"
    assert turn_notation(START, "A", Turn(0, 5)) == "0 5+"
    assert turn_notation(START, "A", Turn(0, 0)) == "0 0"
    assert turn_notation(START, "A", Turn(6)) == "6"
    assert turn_notation(START, "A", PASS) == "pass"


def test_writes_illegal_turns() -> None:
    for turn in (Turn(9, 5), Turn(-20, 3), Turn(30, 3), Turn(0, -4), Turn(0, 99, Extra("A", 7, 99))):
        assert turn_notation(START, "A", turn)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("0 5+ 1>2", Turn(0, 5, Extra("A", 1, 2))),
        (" 0,5 , 1>2 ", Turn(0, 5, Extra("A", 1, 2))),
        ("0 5 + 1 > 2", Turn(0, 5, Extra("A", 1, 2))),
        ("0 5 1-2", Turn(0, 5, Extra("A", 1, 2))),
        ("0 5+ b4>3", Turn(0, 5, Extra("B", 4, 3))),
        ("0 5+ A1>2", Turn(0, 5, Extra("A", 1, 2))),
        ("PASS", PASS),
        ("6", Turn(6)),
    ],
)
def test_reads_what_people_write(text: str, turn: Turn) -> None:
    assert parse_turn(text, "A") == turn


NO_TURNS = ["", "10", "0 +", "x", "0 5+ 1>", "0 5 1 2 3", "0 5+ C1>2", "05", "\u0663", "0 5 1>2 3"]


@pytest.mark.parametrize("text", NO_TURNS)
def test_rejects_malformed_turns(text: str) -> None:
    with pytest.raises(BadInput, match="expected a turn like"):
        parse_turn(text, "A")
