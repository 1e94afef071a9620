"""Kernels take the numbers of the rules from the games: none is typed in their code again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles.end_of_line import solo_puzzle
from puzzles.linja import board
from solvers.linja import packed_sides

ROOT = Path(__file__).resolve().parents[2]
# By game, the numbers that a kernel must not have in the bodies of its functions.
NUMBERS = {
    "end_of_line": {solo_puzzle.HAND_SIZE},
    "linja": {board.MAX_INSIDE, board.LAST, board.ROWS, packed_sides.SIDE_PROGRESS, board.MAX_PROGRESS},
    "light_line": {12},  # sockets
}
# Where such a number is something else.
OTHERS = {
    "generators/light_line/players_kernel.py": {12},
    "solvers/linja/lookup_kernel.py": {8},  # bits of a byte
    "solvers/linja/stats_kernel.py": {7},  # the last bit of a byte
}
KERNELS = [
    path.relative_to(ROOT)
    for folder in ("solvers", "generators")
    for path in sorted((ROOT / folder).rglob("*_kernel.py"))
]


def _numbers(path: Path) -> Iterator[tuple[int, int]]:
    """The numbers in the bodies of functions, each with its line."""
    for function in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Constant) and type(node.value) is int:
                    yield node.value, node.lineno


def test_there_are_kernels() -> None:
    assert {path.parts[1] for path in KERNELS} == set(NUMBERS)


@pytest.mark.parametrize("path", KERNELS, ids=str)
def test_no_number_of_the_rules_is_typed_again(path: Path) -> None:
    forbidden = NUMBERS[path.parts[1]] - OTHERS.get(str(path), set())
    assert [(number, line) for number, line in _numbers(path) if number in forbidden] == []
