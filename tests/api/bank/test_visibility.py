"""Who may see which puzzle when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from api.bank import generated, visibility
from api.bank.days import today
from api.store import bank, dailies
from api.store.bank import StoredPuzzle
from api.store.database import Database
from puzzles import packs
from tests.api.store.entries import GRADE, KIND, entry, record

NAME = record(1)["id"]
YESTERDAY, TODAY, TOMORROW = (today() + timedelta(days=n) for n in (-1, 0, 1))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path}/lineworks.db")
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def c(database: Database) -> Iterator[Connection]:
    with database.writing() as connection:
        yield connection


def of_the_packs(day: date) -> bank.NewPuzzle:
    """The puzzle that the packs have for a day."""
    entry = packs.entry(KIND, GRADE, (day - packs.first_day()).days)
    return bank.NewPuzzle(dict(entry.record), dict(entry.solution), entry.score)


def test_a_puzzle_is_hidden_until_it_is_made_visible(c: Connection) -> None:
    bank.add(c, entry(1), "made", 1.0)
    assert visibility.find_visible(c, NAME) is None
    assert visibility.find_open_solution(c, NAME) is None
    visibility.make_visible(c, NAME, 2.0)
    assert visibility.find_visible(c, NAME) == StoredPuzzle(record(1), True, "made", None, 1)
    assert visibility.find_open(c, NAME, packs.first_day()) is not None, "it is no daily"
    assert visibility.find_open_solution(c, NAME) == ({"number": 1}, 1)
    assert visibility.find_visible(c, "none") is None


def test_what_is_in_stock_is_reserved(c: Connection) -> None:
    dailies.add_stock(c, KIND, GRADE, entry(1), 1.0)
    assert visibility.is_reserved(c, NAME)
    visibility.make_visible(c, NAME, 2.0)
    assert visibility.find_visible(c, NAME) is None
    dailies.publish(c, TODAY.isoformat(), KIND, GRADE, None, 3.0)
    assert visibility.find_visible(c, NAME) is not None
    assert not visibility.is_reserved(c, NAME)


@pytest.mark.parametrize(("day", "reserved"), [(YESTERDAY, False), (TODAY, False), (TOMORROW, True)])
def test_a_puzzle_of_the_packs_is_reserved_for_its_day(database: Database, day: date, reserved: bool) -> None:
    own = of_the_packs(day)
    generated.add_generated(database, own)
    with database.reading() as c:
        assert visibility.is_reserved(c, own.record["id"]) is reserved
        assert (visibility.find_visible(c, own.record["id"]) is None) is reserved


@pytest.mark.parametrize(("day", "is_open"), [(YESTERDAY, True), (TODAY, False)])
def test_the_solution_of_a_daily_opens_on_the_next_day(c: Connection, day: date, is_open: bool) -> None:
    own = of_the_packs(day)
    dailies.publish(c, day.isoformat(), KIND, GRADE, own, 1.0)
    puzzle = visibility.find_visible(c, own.record["id"])
    assert puzzle is not None and puzzle.day == day.isoformat()
    assert (visibility.find_open_solution(c, own.record["id"]) is not None) is is_open
    assert (visibility.seconds_until_open(puzzle) == 0) is is_open
    assert visibility.find_open(c, own.record["id"], day) is None
    assert visibility.find_open(c, own.record["id"], day + timedelta(days=1)) is not None


def test_the_days_of_the_packs() -> None:
    yesterdays = of_the_packs(YESTERDAY).record["id"]
    assert visibility.pack_day(yesterdays) == YESTERDAY
    assert visibility.pack_day(NAME) is None
    assert visibility.is_open_pack_puzzle(yesterdays, TODAY)
    assert not visibility.is_open_pack_puzzle(yesterdays, YESTERDAY)
    assert not visibility.is_open_pack_puzzle(NAME, TODAY)


def test_days_are_due_from_the_first_to_today() -> None:
    first = packs.first_day()
    days = (first - timedelta(days=1), first, TODAY, TOMORROW)
    assert [visibility.is_due(day) for day in days] == [False, True, True, False]
