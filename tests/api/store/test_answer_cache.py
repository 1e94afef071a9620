"""Tests the answer cache: the better answer stays, and is returned only where it is good enough."""

from __future__ import annotations

import pytest

from api.store import answer_cache
from api.store.answer_cache import CachedAnswer
from api.store.database import Database

GOOD = {"status": "solved", "proven": True}
POOR = {"status": "unknown", "proven": False}


def test_an_answer_is_cached_until_it_expires(database: Database) -> None:
    with database.writing() as c:
        answer_cache.store(c, "a", "{}", GOOD, 0.5, True, 100.0)
        assert answer_cache.find(c, "a", 99.0, 600.0) == CachedAnswer("{}", GOOD, 0.5, True)
        assert answer_cache.find(c, "a", 100.0, 1.0) is None
        assert answer_cache.find(c, "b", 99.0, 1.0) is None


def test_an_answer_that_is_not_final_serves_requests_for_no_more_time(database: Database) -> None:
    with database.writing() as c:
        answer_cache.store(c, "a", "{}", POOR, 5.0, False, 100.0)
        assert answer_cache.find(c, "a", 1.0, 5.0) == CachedAnswer("{}", POOR, 5.0, False)
        assert answer_cache.find(c, "a", 1.0, 5.1) is None


@pytest.mark.parametrize(
    ("first", "then", "stays"),
    [
        (("first", 9.0, True), ("then", 60.0, False), "first"),
        (("first", 9.0, True), ("then", 5.0, True), "then"),
        (("first", 9.0, False), ("then", 5.0, True), "then"),
        (("first", 9.0, False), ("then", 5.0, False), "first"),
        (("first", 9.0, False), ("then", 9.0, False), "then"),
    ],
)
def test_the_better_answer_stays(
    database: Database, first: tuple[str, float, bool], then: tuple[str, float, bool], stays: str
) -> None:
    for name, seconds, final in (first, then):
        with database.writing() as c:
            answer_cache.store(c, "key", name, {"by": name}, seconds, final, 100.0)
    with database.reading() as c:
        cached_answer = answer_cache.find(c, "key", 1.0, 0.0)
    assert cached_answer is not None
    assert (cached_answer.puzzle, cached_answer.answer) == (stays, {"by": stays})


def test_what_is_out_of_date_is_forgotten(database: Database) -> None:
    with database.writing() as c:
        answer_cache.store(c, "old", "{}", GOOD, 1.0, True, 10.0)
        answer_cache.store(c, "new", "{}", GOOD, 1.0, True, 20.0)
        answer_cache.delete_expired(c, 10.0)
        assert answer_cache.find(c, "old", 0.0, 0.0) is None
        assert answer_cache.find(c, "new", 0.0, 0.0) is not None


def test_surplus_answers_are_deleted_in_the_order_of_expiry(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_cache, "_MAX_ANSWERS", 2)
    with database.writing() as c:
        for n, key in enumerate("dbac"):
            answer_cache.store(c, key, "{}", GOOD, 1.0, True, 10.0 + n)
        answer_cache.delete_expired(c, 5.0)
        left = [key for key in "abcd" if answer_cache.find(c, key, 0.0, 0.0) is not None]
    assert left == ["a", "c"]
