"""Tests daily and demo."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from api.bank.days import today
from puzzles import packs
from puzzles.registry import kind_named
from tests.api.program import run

KIND = "end_of_line.cover"


def _entry(kind: str = KIND, grade: str = "medium", days_ago: int = 0) -> packs.PackEntry:
    return packs.entry(kind, grade, (today() - packs.first_day()).days - days_ago)


@pytest.mark.parametrize("kind", sorted(packs.grades_by_kind()))
def test_the_puzzle_of_today(kind: str) -> None:
    record = _entry(kind, "hard").record
    result = run("daily", kind, "--grade", "hard", "--json", "--language", "de")
    shown = json.loads(result.stdout)
    assert (result.exit_code, {name: shown[name] for name in record}) == (0, record)
    assert (shown["title"].endswith(", schwer"), shown["date"]) == (True, str(today()))
    drawing = kind_named(kind).draw_text(kind_named(kind).parse(record["puzzle"]))
    assert drawing.rstrip() in run("daily", kind, "--grade", "hard").stdout


def test_the_puzzle_of_another_day_with_its_solution() -> None:
    entry, kind = _entry(days_ago=1), kind_named(KIND)
    result = run("daily", KIND, "--date", str(today() - timedelta(days=1)), "--solution")
    solved = kind.draw_text(kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution))
    assert solved.rstrip() in result.stdout


def test_all_puzzles_of_a_day() -> None:
    records = [json.loads(line) for line in run("daily", "--json").stdout.splitlines()]
    assert len(records) == sum(map(len, packs.grades_by_kind().values()))
    assert _entry().record["id"] in [record["id"] for record in records]
    lines = run("daily").stdout.splitlines()
    assert len(lines) == len(records)
    shown = run(*lines[0].split("  ")[-1].split()[1:]).stdout
    assert records[0]["id"] in shown


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((KIND, "--date", str(today() + timedelta(days=1))), "are not out yet"),
        ((KIND, "--date", "2020-01-01"), "The packs hold the puzzles from"),
        ((KIND, "--date", "tomorrow"), "expected a date such as"),
        (("end_of_line.covr",), "did you mean end_of_line.cover?"),
        (("--solution",), "--solution needs KIND"),
    ],
)
def test_unknown_days_and_kinds(args: tuple[str, ...], message: str) -> None:
    result = run("daily", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_the_demo_gives_nothing_away() -> None:
    result = run("demo")
    kind, puzzle = kind_named(KIND), kind_named(KIND).parse(_entry().record["puzzle"])
    assert kind.draw_text(puzzle).rstrip() in result.stdout
    assert result.stdout.endswith(f"\nIts solution: lineworks daily {KIND} --solution\n")
