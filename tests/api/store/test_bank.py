"""The bank: every puzzle once, hidden until it is made visible, in an order that cursors can rely on."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from api.store import bank, dailies
from api.store.bank import StoredPuzzle, Tally
from api.store.database import Database
from tests.api.store.entries import GRADE, KIND, entry, record

LARGE = 2**63 - 1


def test_what_is_added_is_found_with_its_solution(database: Database) -> None:
    added = replace(entry(1), record=record(1) | {"seed": LARGE, "deck": "\x00 synthetic"})
    with database.writing() as c:
        assert bank.add(c, added, "made", 1.25)
        assert bank.add(c, entry(2), "pack", 2.0)
    with database.reading() as c:
        assert bank.find(c, added.record["id"]) == StoredPuzzle(added.record, False, "made", None, 1)
        assert bank.solution(c, added.record["id"]) == ({"number": 1}, 1)
        assert bank.find(c, "none") is None
        assert bank.solution(c, "none") is None


def test_a_puzzle_is_added_once_and_gets_the_solution_it_lacks(database: Database) -> None:
    name = record(1)["id"]
    with database.writing() as c:
        assert bank.add(c, replace(entry(1), solution=None, score=None), "made", 1.0)
        assert bank.solution(c, name) is None
        assert not bank.add(c, entry(1), "import", 2.0)
        assert bank.solution(c, name) == ({"number": 1}, 1)
        assert not bank.add(c, replace(entry(1), solution={"other": 1}, score=0), "import", 2.0)
        assert bank.solution(c, name) == ({"number": 1}, 1)
        stored = bank.find(c, name)
    assert stored is not None and stored.origin == "made"


def test_the_solution_of_a_twin_is_not_taken(database: Database) -> None:
    """It has the same id, but the solution lays other cards in other cells."""
    twin = replace(entry(1), record=record(1) | {"puzzle": {"kind": KIND, "number": -1}})
    with database.writing() as c:
        bank.add(c, replace(entry(1), solution=None, score=None), "made", 1.0)
        assert not bank.add(c, twin, "made", 2.0)
        assert bank.solution(c, record(1)["id"]) is None


def test_only_visible_puzzles_are_in_the_pages(database: Database) -> None:
    with database.writing() as c:
        for n in range(6):
            bank.add(c, entry(n, grade="easy" if n % 2 else "hard"), "made", 1.0)
        for n in (4, 1, 3, 2, 4):
            bank.make_visible(c, record(n)["id"], 2.0)
        bank.make_visible(c, "none", 2.0)
    with database.reading() as c:
        assert _numbers(bank.page(c, None, None, 0, 10)) == [4, 1, 3, 2]
        assert _numbers(bank.page(c, KIND, "easy", 0, 10)) == [1, 3]
        assert _numbers(bank.page(c, None, "hard", 0, 10)) == [4, 2]
        assert _numbers(bank.page(c, "end_of_line.solo", None, 0, 10)) == []
        first = bank.page(c, None, None, 0, 2)
        assert _numbers(bank.page(c, None, None, first[-1][0], 2)) == [3, 2]
        assert first[0][1] == record(4, grade="hard")
        stored = bank.find(c, record(4)["id"])
        assert stored is not None and stored.visible


def test_stock_is_hidden_until_its_day(database: Database) -> None:
    name = record(1)["id"]
    with database.writing() as c:
        assert dailies.add_stock(c, KIND, GRADE, entry(1), 1.0)
        assert not bank.add(c, entry(1), "made", 2.0)
        assert bank.is_in_stock(c, name)
        stored = bank.find(c, name)
        assert stored is not None and not stored.visible
        assert bank.page(c, None, None, 0, 10) == []
        assert dailies.publish(c, "2026-11-18", KIND, GRADE, None, 3.0) == name
        assert bank.find(c, name) == StoredPuzzle(record(1), True, "refill", "2026-11-18", 1)
        assert _numbers(bank.page(c, None, None, 0, 10)) == [1]


def test_counts(database: Database) -> None:
    with database.writing() as c:
        for n in range(4):
            bank.add(c, entry(n), "made", 1.0)
        bank.make_visible(c, record(0)["id"], 1.0)
        bank.make_visible(c, record(2)["id"], 1.0)
        dailies.add_stock(c, KIND, GRADE, entry(9), 1.0)
        bank.add(c, entry(10, grade="expert"), "made", 1.0)
        assert bank.counts(c) == [Tally(KIND, "easy", 5, 2, 1), Tally(KIND, "expert", 1, 0, 0)]


def test_only_the_seeds_of_fill_are_listed(database: Database) -> None:
    with database.writing() as c:
        for n in range(3, 8):
            bank.add(c, entry(n), "made" if n == 6 else "fill", 1.0)
        bank.add(c, entry(4, grade="hard"), "fill", 1.0)
        assert bank.filled_seeds(c, KIND, GRADE, f"{KIND}/1", range(4, 7)) == {4, 5}
        assert bank.filled_seeds(c, KIND, GRADE, f"{KIND}/2", range(4, 7)) == set()


def test_the_last_seed_of_an_origin(database: Database) -> None:
    with database.writing() as c:
        assert bank.last_seed(c, KIND, GRADE, "refill") is None
        for n in (7, 9, 8):
            dailies.add_stock(c, KIND, GRADE, entry(n), 1.0)
        bank.add(c, entry(11), "made", 1.0)
        bank.add(c, entry(12, grade="hard"), "refill", 1.0)
        assert bank.last_seed(c, KIND, GRADE, "refill") == 9


def test_a_cursor_misses_nothing_while_others_add(database: Database) -> None:
    """Three writers, whose transactions end in any order, and a reader who follows them."""
    writers, puzzles_each = 3, 25

    def write(first: int) -> None:
        for n in range(first, writers * puzzles_each, writers):
            with database.writing() as c:
                bank.add(c, entry(n), "made", 1.0)
                bank.make_visible(c, record(n)["id"], 1.0)

    threads = [threading.Thread(target=write, args=(first,)) for first in range(writers)]
    for thread in threads:
        thread.start()
    entries_read: list[tuple[int, dict[str, Any], int | None]] = []
    more = True
    while more:
        ended = not any(thread.is_alive() for thread in threads)
        with database.reading() as c:
            page = bank.page(c, KIND, GRADE, entries_read[-1][0] if entries_read else 0, 7)
        entries_read += page
        more = bool(page) or not ended
    assert [place for place, *_ in entries_read] == sorted({place for place, *_ in entries_read})
    assert sorted(_numbers(entries_read)) == list(range(writers * puzzles_each))


def _numbers(page: list[tuple[int, dict[str, Any], int | None]]) -> list[int]:
    return [record["seed"] for _, record, _ in page]
