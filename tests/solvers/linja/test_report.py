"""What is told of a solution, held against plain Python: on all of the last layers, and on what is reached
from a position above them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.cli.linja import stats as cli_linja_stats
from puzzles.linja.board import LAST, MOST_INSIDE, PIECES, Board, Options, Rows
from puzzles.linja.turns import results
from solvers.linja import report
from solvers.linja.survey import Counts, steps, survey
from solvers.linja.table import Table, table_path
from solvers.linja.table_builder import build
from solvers.linja.table_file import Reader

# All placements from this layer on are held against plain Python.
LATE = 157
# In the layer 146; A is to move.
BEGIN = Board((0, 0, 0, 1, 1, 2, 2, 6), (8, 1, 1, 1, 1, 0, 0, 0))
OPTIONS = (Options(), Options("any", negatives=False))


def mirrored(board: Board) -> Board:
    """As the other player sees it."""
    return Board(board.B[::-1], board.A[::-1], board.ended)


@cache
def outcome(board: Board, options: Options) -> tuple[int, int]:
    """What A, who is to move, can force, and in how many turns it is over where somebody wins."""
    if board.over:
        return board.margin("A", options), 0
    after = [outcome(mirrored(each), options) for each in results(board, "A", options)]
    value = max(-value for value, _ in after)
    if value > 0:
        return value, 1 + min(turns for value, turns in after if value < 0)
    return value, 1 + max(turns for _, turns in after) if value < 0 else 0


def placements(lowest: int) -> Iterator[Board]:
    found: dict[int, list[Rows]] = {}
    for bars in combinations(range(PIECES + LAST), LAST):
        edges = (-1, *bars, PIECES + LAST)
        rows = tuple(high - low - 1 for low, high in pairwise(edges))
        found.setdefault(sum(row * n for row, n in enumerate(rows)), []).append(rows)
    for a, b in product(found, found):
        if a + b >= lowest:
            for mine, theirs in product(found[a], found[b]):
                board = Board(mine, theirs[::-1])
                if all(board.inside(row) <= MOST_INSIDE for row in range(1, LAST)):
                    yield board


def reachable(begin: Board, options: Options) -> set[Board]:
    """Each as the player sees it who is to move there."""
    found, new = {begin}, [begin]
    while new:
        after = {mirrored(each) for each in results(new.pop(), "A", options)} - found
        found |= after
        new += after
    return {board for board in found if not board.ended}


def check(counts: Counts, boards: Iterable[Board], options: Options) -> None:
    outcomes = [outcome(board, options) for board in boards if not board.over]
    assert counts.values == Counter(value for value, _ in outcomes)
    assert counts.turns == Counter(turns for value, turns in outcomes if value)
    assert counts.longest is not None
    assert counts.longest.turns == max(counts.turns)
    assert outcome(counts.longest.board, options)[1] == counts.longest.turns


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_last_layers_are_counted_as_plain_python_counts_them(options: Options, tmp_path: Path) -> None:
    build(tmp_path / "table", options, LATE)
    begin = next(placements(LATE))
    found = survey(Reader(tmp_path / "table", options), begin, "A")
    check(found.every, placements(LATE), options)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_reached_is_counted_as_plain_python_counts_it(options: Options, tmp_path: Path) -> None:
    build(tmp_path / "table", options, 140)
    calls: list[None] = []
    found = survey(Reader(tmp_path / "table", options), BEGIN, "A", lambda: calls.append(None))
    check(found.reached, reachable(BEGIN, options), options)
    assert found.first == (outcome(BEGIN, options)[1] or None)
    assert len(calls) == steps(BEGIN, 140)


def test_a_game_of_best_play_ends_as_the_start_is_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "START", BEGIN)
    options = Options()
    build(tmp_path / "table", options, 140)
    reader = Reader(tmp_path / "table", options)
    told = report.opening(reader)
    assert told["value"] == outcome(BEGIN, options)[0]
    play = report.best_play(Table(reader), BEGIN, "A", options)
    assert play.end.over
    assert play.end.margin("A", options) == told["value"]
    assert sum(told["turns_by_value"].values()) == len({(b.A, b.B) for b in results(BEGIN, "A", options)})


def test_a_survey_is_kept_until_the_table_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "START", BEGIN)
    watched: list[int] = []

    def watch(total: int) -> report.Step:
        watched.append(total)
        return lambda: None

    build(tmp_path / "table", OPTIONS[0], 145)
    first, again = (report.cached_survey(Reader(tmp_path / "table", OPTIONS[0]), watch) for _ in range(2))
    assert first == again
    assert watched == [steps(BEGIN, 145)]
    build(tmp_path / "table", OPTIONS[0], 144)
    assert report.cached_survey(Reader(tmp_path / "table", OPTIONS[0]), watch) != first
    assert watched == [steps(BEGIN, 145), steps(BEGIN, 144)]


def test_a_table_that_is_not_complete_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINEWORKS_DATA", str(tmp_path))
    none = CliRunner().invoke(cli_linja_stats.stats, ["--extra-move", "any", "--no-negatives"])
    assert none.exit_code == 3
    assert "lineworks linja build --extra-move any --no-negatives\n" in none.stderr
    build(table_path(Options()), Options(), 160)
    part = CliRunner().invoke(cli_linja_stats.stats, ["--json"])
    assert part.exit_code == 3
    assert "layer 160" in part.stderr


def test_it_is_told_in_words_and_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "START", BEGIN)
    build(tmp_path / "table", OPTIONS[0], 144)
    reader = Reader(tmp_path / "table", OPTIONS[0])
    found: dict[str, Any] = {"extra_move": "own", "negatives": True, "start": report.opening(reader)}
    found |= report.cached_survey(reader)
    monkeypatch.setattr(report, "stats", lambda *_: found)
    words = CliRunner().invoke(cli_linja_stats.stats, [])
    assert words.exit_code == 0
    assert f"{found['reached']['count']:,}; for the player to move won" in words.stdout
    answer = CliRunner().invoke(cli_linja_stats.stats, ["--json"])
    assert json.loads(answer.stdout) == found
