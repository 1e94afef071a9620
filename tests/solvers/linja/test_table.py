"""Tests the table: its values, and how it handles a truncated, damaged or wrong file."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from puzzles.linja.board import (
    EXTRA_MOVES,
    MAX_PROGRESS,
    PLAYERS,
    START,
    Board,
    Options,
    Player,
    opponent,
)
from solvers.linja.layers import placements
from solvers.linja.packed_sides import EIGHTS, INNER, LESS, board_of, sides
from solvers.linja.table import Table
from solvers.linja.table_builder import build
from solvers.linja.table_file import HEADER, BadTable, Busy, Reader, writing
from tests.oracle import linja as oracle

ALL = [Options(extra_move, negatives) for extra_move in EXTRA_MOVES for negatives in (True, False)]
LOWEST = 146


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[Options, Path]:
    folder = tmp_path_factory.mktemp("tables")
    path_by_options = {options: folder / f"{i}.table" for i, options in enumerate(ALL)}
    for options, path in path_by_options.items():
        assert build(path, options, LOWEST)
    return path_by_options


def _placements(rng: random.Random, n: int) -> list[tuple[Board, Player]]:
    """Returns random placements from the layers of the small tables."""
    positions: list[tuple[Board, Player]] = []
    all_sides = sides()
    while len(positions) < n:
        total = rng.randint(LOWEST, MAX_PROGRESS)
        a = rng.randint(total - 84, 84)
        mine, theirs = (
            rng.randrange(int(all_sides.first[side_total]), int(all_sides.first[side_total + 1]))
            for side_total in (a, total - a)
        )
        if not ((all_sides.packed[mine] & INNER) + all_sides.turned[theirs] + LESS) & EIGHTS:
            player: Player = rng.choice(("A", "B"))
            positions.append(
                (board_of(player, int(all_sides.packed[mine]), int(all_sides.packed[theirs])), player)
            )
    return positions


@pytest.mark.parametrize("options", ALL, ids=str)
def test_values_equal_those_of_the_brute_force(options: Options, paths: dict[Options, Path]) -> None:
    table = Table(Reader(paths[options], options))
    assert table.lowest == LOWEST
    memo: oracle.Memo = {}
    compared = 0
    for board, player in _placements(random.Random(f"table {options}"), 250):
        position = oracle.Position(board.A, board.B, player)
        moves = table.moves(board, player)
        if oracle.is_over(board.A, board.B):
            assert moves == ()
            continue
        expected: dict[tuple[oracle.Rows, oracle.Rows], int] = {}
        for (a, b, _), value in oracle.results(
            position, options.extra_move, options.negatives, 10**6, memo
        ).items():
            expected[a, b] = max(value, expected.get((a, b), value))
        assert {(move.A, move.B): move.value for move in moves} == expected, (board, player)
        assert [move.value for move in moves] == sorted(expected.values(), reverse=True)
        compared += 1
    assert compared > 60


def test_values_of_boards_are_those_of_moves(paths: dict[Options, Path]) -> None:
    options = ALL[0]
    table = Table(Reader(paths[options], options))
    for board, player in _placements(random.Random("values"), 50):
        moves = table.moves(board, player)
        boards = [Board(move.A, move.B) for move in moves]
        flipped = [Board(board.B[::-1], board.A[::-1]) for board in boards]
        values = table.values(boards, player)
        assert values == table.values(flipped, opponent(player))
        # A board that is over only through its history differs in value from the same board without history.
        assert all(value <= move.value for value, move in zip(values, moves, strict=True))
    ended_board = Board((0, 0, 0, 0, 0, 1, 1, 10), (10, 0, 1, 0, 0, 0, 1, 0), ended=True)
    assert table.values([ended_board], "A") == [ended_board.margin("A", options)]


def test_there_are_as_many_placements_as_the_rules_say() -> None:
    assert sum(map(placements, range(MAX_PROGRESS + 1))) == 1_264_575_044


def test_a_build_resumes_where_it_stopped(tmp_path: Path, paths: dict[Options, Path]) -> None:
    options = ALL[2]
    path = tmp_path / "some.table"
    layers_done: list[int] = []
    stops = iter([False] * 9)
    assert not build(path, options, LOWEST, stopped=lambda: next(stops, True), done=layers_done.append)
    assert layers_done == list(range(MAX_PROGRESS + 1, MAX_PROGRESS - 9, -1))
    # A process that is killed leaves a layer that is not in the directory.
    with path.open("ab") as file:
        file.write(b"what was written of the next layer")
    assert build(path, options, LOWEST)
    assert path.read_bytes() == paths[options].read_bytes()


def test_a_complete_table_is_not_rebuilt(tmp_path: Path, paths: dict[Options, Path]) -> None:
    before = paths[ALL[0]].stat().st_mtime_ns
    assert build(paths[ALL[0]], ALL[0], LOWEST)
    assert paths[ALL[0]].stat().st_mtime_ns == before
    assert not any(tmp_path.iterdir())


def test_a_table_of_other_rules_is_refused(paths: dict[Options, Path]) -> None:
    with pytest.raises(BadTable, match="extra_move is 'own', expected 'any'"):
        Reader(paths[ALL[0]], ALL[2])
    with pytest.raises(BadTable, match="negatives is True, expected False"):
        build(paths[ALL[0]], ALL[1], LOWEST)


@pytest.mark.parametrize("content", [b"", b"no table", b"{}" + b" " * 20_000, b"\xff" * 20_000])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "some.table"
    path.write_bytes(content)
    with pytest.raises(BadTable, match="not a table of Linja"):
        Reader(path, ALL[0])


def test_every_damaged_layer_is_refused(tmp_path: Path, paths: dict[Options, Path]) -> None:
    original = paths[ALL[0]].read_bytes()
    reader = Reader(paths[ALL[0]], ALL[0])
    rng = random.Random("damage")
    for layer in range(LOWEST, MAX_PROGRESS + 1):
        entry = reader.entries[layer]
        assert entry is not None
        damaged_bytes = bytearray(original)
        damaged_bytes[entry.begin + rng.randrange(entry.size)] ^= 1 << rng.randrange(8)
        path = tmp_path / "some.table"
        path.write_bytes(damaged_bytes)
        damaged = Reader(path, ALL[0])
        with pytest.raises(BadTable, match=f"damaged: .*layer {layer}\\b"):
            damaged.verify_layer(layer)
        for intact_layer in {LOWEST, MAX_PROGRESS} - {layer}:
            damaged.verify_layer(intact_layer)


def test_a_table_that_was_cut_short_is_refused(tmp_path: Path, paths: dict[Options, Path]) -> None:
    path = tmp_path / "some.table"
    path.write_bytes(paths[ALL[0]].read_bytes()[:-1])
    with pytest.raises(BadTable, match="damaged"):
        Reader(path, ALL[0])
    path.write_bytes(paths[ALL[0]].read_bytes()[: HEADER + 100])
    with pytest.raises(BadTable):
        Reader(path, ALL[0])


def test_a_missing_layer(paths: dict[Options, Path]) -> None:
    with pytest.raises(KeyError):
        Reader(paths[ALL[0]], ALL[0]).verify_layer(LOWEST - 1)


def test_only_one_process_builds(tmp_path: Path) -> None:
    path = tmp_path / "some.table"
    with writing(path, ALL[0]), pytest.raises(Busy):
        build(path, ALL[0], 160)
    assert build(path, ALL[0], 160)


def test_numbers_of_sides() -> None:
    every = sides()
    assert (np.diff(every.first) > 0).all()
    assert len(np.unique(every.packed)) == len(every.packed) == every.first[-1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "value", "best"), list(zip(ALL, (1, 1, 0, 0), (10, 5, 96, 118), strict=True))
)
def test_the_whole_game(options: Options, value: int, best: int, tmp_path: Path) -> None:
    """The README states these numbers."""
    path = tmp_path / "whole.table"
    assert build(path, options)
    for player in PLAYERS:
        moves = Table(Reader(path, options)).moves(START, player)
        assert moves[0].value == value
        assert sum(move.value == value for move in moves) == best
