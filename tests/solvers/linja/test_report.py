"""Tests the report on the solved game against plain Python, on the last layers and an earlier position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest

from puzzles.linja.board import LAST, MAX_INSIDE, PIECES, Board, Options, Rows
from puzzles.linja.turns import results
from solvers.linja import report
from solvers.linja.survey import Counts, steps, survey
from solvers.linja.table import Table, table_path
from solvers.linja.table_builder import build
from solvers.linja.table_file import Reader
from tests.api.program import run

# All placements from this layer on are compared with plain Python.
LATE = 157
# In the layer 146; A is to move.
BEGIN = Board((0, 0, 0, 1, 1, 2, 2, 6), (8, 1, 1, 1, 1, 0, 0, 0))
OPTIONS = (Options(), Options("any", negatives=False))


def mirrored(board: Board) -> Board:
    """The board as the other player sees it."""
    return Board(board.B[::-1], board.A[::-1], board.ended)


@cache
def outcome(board: Board, options: Options) -> tuple[int, int]:
    """Returns the margin that A, to move, can force, and the number of turns if somebody wins."""
    if board.over:
        return board.margin("A", options), 0
    after = [outcome(mirrored(board_after), options) for board_after in results(board, "A", options)]
    value = max(-value for value, _ in after)
    if value > 0:
        return value, 1 + min(turns for value, turns in after if value < 0)
    return value, 1 + max(turns for _, turns in after) if value < 0 else 0


def placements(lowest: int) -> Iterator[Board]:
    rows_by_total: dict[int, list[Rows]] = {}
    for bars in combinations(range(PIECES + LAST), LAST):
        edges = (-1, *bars, PIECES + LAST)
        rows = tuple(high - low - 1 for low, high in pairwise(edges))
        rows_by_total.setdefault(sum(row * n for row, n in enumerate(rows)), []).append(rows)
    for a, b in product(rows_by_total, rows_by_total):
        if a + b >= lowest:
            for mine, theirs in product(rows_by_total[a], rows_by_total[b]):
                board = Board(mine, theirs[::-1])
                if all(board.count_in(row) <= MAX_INSIDE for row in range(1, LAST)):
                    yield board


def reachable(begin: Board, options: Options) -> set[Board]:
    """Returns the boards that can be reached, each as the player to move sees it."""
    boards, to_visit = {begin}, [begin]
    while to_visit:
        after = {mirrored(result) for result in results(to_visit.pop(), "A", options)} - boards
        boards |= after
        to_visit += after
    return {board for board in boards if not board.ended}


def check(counts: Counts, boards: Iterable[Board], options: Options) -> None:
    outcomes = [outcome(board, options) for board in boards if not board.over]
    assert counts.values == Counter(value for value, _ in outcomes)
    assert counts.turns == Counter(turns for value, turns in outcomes if value)
    assert counts.longest is not None
    assert counts.longest.turns == max(counts.turns)
    assert outcome(counts.longest.board, options)[1] == counts.longest.turns


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_counts_of_the_last_layers_equal_those_of_plain_python(options: Options, tmp_path: Path) -> None:
    build(tmp_path / "table", options, LATE)
    begin = next(placements(LATE))
    counts = survey(Reader(tmp_path / "table", options), begin, "A")
    check(counts.every, placements(LATE), options)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_counts_of_reachable_boards_equal_those_of_plain_python(options: Options, tmp_path: Path) -> None:
    build(tmp_path / "table", options, 140)
    calls: list[None] = []
    counts = survey(Reader(tmp_path / "table", options), BEGIN, "A", lambda: calls.append(None))
    check(counts.reached, reachable(BEGIN, options), options)
    assert counts.first == (outcome(BEGIN, options)[1] or None)
    assert len(calls) == steps(BEGIN, 140)


def test_best_play_ends_with_the_value_of_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "START", BEGIN)
    options = Options()
    build(tmp_path / "table", options, 140)
    reader = Reader(tmp_path / "table", options)
    opening = report.opening(reader)
    assert opening["value"] == outcome(BEGIN, options)[0]
    play = report.best_play(Table(reader), BEGIN, "A", options)
    assert play.end.over
    assert play.end.margin("A", options) == opening["value"]
    assert sum(opening["turns_by_value"].values()) == len({(b.A, b.B) for b in results(BEGIN, "A", options)})


def test_a_survey_is_cached_until_the_table_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "START", BEGIN)
    totals: list[int] = []

    def watch(total: int) -> report.Step:
        totals.append(total)
        return lambda: None

    build(tmp_path / "table", OPTIONS[0], 145)
    first, second = (report.cached_survey(Reader(tmp_path / "table", OPTIONS[0]), watch) for _ in range(2))
    assert first == second
    assert totals == [steps(BEGIN, 145)]
    build(tmp_path / "table", OPTIONS[0], 144)
    assert report.cached_survey(Reader(tmp_path / "table", OPTIONS[0]), watch) != first
    assert totals == [steps(BEGIN, 145), steps(BEGIN, 144)]


def test_an_incomplete_table_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINEWORKS_DATA", str(tmp_path))
    without_table = run("linja", "stats", "--extra-move", "any", "--no-negatives")
    assert without_table.exit_code == 3
    assert "lineworks linja build --extra-move any --no-negatives\n" in without_table.stderr
    build(table_path(Options()), Options(), 160)
    partial = run("linja", "stats", "--json")
    assert partial.exit_code == 3
    assert "layer 160" in partial.stderr


def test_the_report_in_words_and_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "START", BEGIN)
    build(tmp_path / "table", OPTIONS[0], 144)
    reader = Reader(tmp_path / "table", OPTIONS[0])
    statistics: dict[str, Any] = {"extra_move": "own", "negatives": True, "start": report.opening(reader)}
    statistics |= report.cached_survey(reader)
    monkeypatch.setattr(report, "stats", lambda *_: statistics)
    words = run("linja", "stats")
    assert words.exit_code == 0
    assert f"{statistics['reached']['count']:,}; for the player to move won" in words.stdout
    answer = run("linja", "stats", "--json")
    assert json.loads(answer.stdout) == statistics
