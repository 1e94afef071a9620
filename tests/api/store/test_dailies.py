"""A day's puzzle, once published, is the same for ever, and no other day's."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from api.store import bank, dailies
from api.store.bank import StoredPuzzle
from api.store.database import Database
from tests.api.store.concurrently import at_once, in_processes
from tests.api.store.entries import GRADE, KIND, entry, record

DAY, NEXT = "2026-11-18", "2026-11-19"


def _id(n: int) -> str:
    return str(record(n)["id"])


def test_an_entry_of_a_pack_is_shown_and_published(database: Database) -> None:
    with database.writing() as c:
        assert dailies.puzzle_of(c, DAY, KIND, GRADE) is None
        assert dailies.publish(c, DAY, KIND, GRADE, entry(1), 1.0) == _id(1)
    with database.reading() as c:
        assert dailies.puzzle_of(c, DAY, KIND, GRADE) == _id(1)
        assert dailies.puzzle_of(c, DAY, KIND, "hard") is None
        assert bank.find(c, _id(1)) == StoredPuzzle(record(1), True, "pack", DAY, 1)
        assert bank.solution(c, _id(1)) == ({"number": 1}, 1)


def test_what_is_published_never_changes(database: Database) -> None:
    with database.writing() as c:
        dailies.publish(c, DAY, KIND, GRADE, entry(1), 1.0)
        dailies.add_stock(c, KIND, GRADE, entry(3), 1.0)
        assert dailies.publish(c, DAY, KIND, GRADE, entry(2), 2.0) == _id(1)
        assert dailies.publish(c, DAY, KIND, GRADE, None, 2.0) == _id(1)
        assert bank.find(c, _id(2)) is None
        assert dailies.stock_left(c, KIND, GRADE) == 1


def test_no_puzzle_is_two_days(database: Database) -> None:
    with database.writing() as c:
        dailies.publish(c, DAY, KIND, GRADE, entry(1), 1.0)
        assert dailies.publish(c, NEXT, KIND, GRADE, entry(1), 2.0) is None
        assert dailies.puzzle_of(c, NEXT, KIND, GRADE) is None
        assert dailies.publish(c, NEXT, KIND, GRADE, entry(2), 2.0) == _id(2)


def test_stock_is_used_in_its_order_and_once(database: Database) -> None:
    with database.writing() as c:
        for n in (5, 3, 4):
            assert dailies.add_stock(c, KIND, GRADE, entry(n), 1.0)
        assert dailies.add_stock(c, KIND, "hard", entry(9, grade="hard"), 1.0)
        assert dailies.stock_left(c, KIND, GRADE) == 3
        used = [dailies.publish(c, f"2026-11-{n}", KIND, GRADE, None, 2.0) for n in range(10, 14)]
        assert used == [_id(5), _id(3), _id(4), None]
        assert dailies.stock_left(c, KIND, GRADE) == 0
        assert dailies.add_stock(c, KIND, GRADE, entry(6), 3.0)
        assert dailies.publish(c, "2026-11-13", KIND, GRADE, None, 3.0) == _id(6)
        assert dailies.stock_left(c, KIND, "hard") == 1


def test_a_daily_a_visible_puzzle_or_one_in_stock_is_not_added_to_the_stock(database: Database) -> None:
    with database.writing() as c:
        dailies.publish(c, DAY, KIND, GRADE, entry(1), 1.0)
        assert not dailies.add_stock(c, KIND, GRADE, entry(1), 2.0)
        assert dailies.add_stock(c, KIND, GRADE, entry(2), 2.0)
        assert not dailies.add_stock(c, KIND, GRADE, entry(2), 2.0)
        bank.add(c, entry(3), "made", 2.0)
        bank.make_visible(c, _id(3), 2.0)
        assert not dailies.add_stock(c, KIND, GRADE, entry(3), 2.0)
        bank.add(c, entry(4), "made", 2.0)
        assert dailies.add_stock(c, KIND, GRADE, entry(4), 2.0), "nobody has seen it"
        assert dailies.stock_left(c, KIND, GRADE) == 2


def test_a_pack_takes_its_puzzle_out_of_the_stock(database: Database) -> None:
    with database.writing() as c:
        dailies.add_stock(c, KIND, GRADE, entry(1), 1.0)
        assert dailies.publish(c, DAY, KIND, GRADE, entry(1), 2.0) == _id(1)
        assert dailies.stock_left(c, KIND, GRADE) == 0
        assert dailies.publish(c, NEXT, KIND, GRADE, None, 2.0) is None


def test_all_of_a_day_and_the_days(database: Database) -> None:
    with database.writing() as c:
        dailies.publish(c, DAY, KIND, "hard", entry(1, grade="hard"), 1.0)
        dailies.publish(c, DAY, KIND, "easy", entry(2), 1.0)
        dailies.publish(c, NEXT, KIND, "easy", entry(3), 1.0)
        dailies.publish(c, "2025-01-01", KIND, "easy", entry(4), 1.0)
        assert dailies.day_of(c, DAY) == [
            (KIND, "easy", _id(2), record(2), 2),
            (KIND, "hard", _id(1), record(1, grade="hard"), 1),
        ]
        assert dailies.day_of(c, "2026-11-20") == []
        assert dailies.days(c, None, 2) == [NEXT, DAY]
        assert dailies.days(c, DAY, 5) == ["2025-01-01"]


@pytest.mark.parametrize("of_a_pack", [True, False])
def test_replicas_that_publish_at_once_agree(database: Database, of_a_pack: bool) -> None:
    """Each would publish a puzzle of its own, or the next of the stock."""
    replicas, rounds = 4, 8
    with database.writing() as c:
        for n in range(replicas * rounds):
            dailies.add_stock(c, KIND, GRADE, entry(n), 1.0)
    meet = threading.Barrier(replicas)

    def publish(replica: int) -> list[str | None]:
        ids = []
        for day in range(rounds):
            new = replace(entry(1000 + day * replicas + replica))
            meet.wait(60)
            with database.writing() as c:
                ids.append(
                    dailies.publish(c, f"2026-11-{day:02}", KIND, GRADE, new if of_a_pack else None, 2.0)
                )
        return ids

    results = at_once(publish, range(replicas))
    assert results == [results[0]] * replicas
    assert len(set(results[0])) == rounds
    with database.reading() as c:
        assert [dailies.day_of(c, f"2026-11-{day:02}")[0][2] for day in range(rounds)] == results[0]
        assert len(bank.page(c, None, None, 0, 1000)) == rounds, "what was not published is not shown"


@pytest.mark.process
def test_processes_that_publish_at_once_agree(database: Database, url: str) -> None:
    with database.writing() as c:
        for n in range(10):
            dailies.add_stock(c, KIND, GRADE, entry(n), 1.0)
    results = in_processes(_publish, [url] * 3)
    assert results == [[_id(n) for n in range(6)]] * 3


def _publish(url: str) -> list[str | None]:
    database = Database(url)
    ids = []
    for day in range(6):
        with database.writing() as c:
            ids.append(dailies.publish(c, f"2026-11-{day:02}", KIND, GRADE, None, 2.0))
    return ids
