"""Which puzzles a book holds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from api.book.options import read_order
from api.book.selection import ChosenPuzzle, Shelves
from puzzles import packs
from puzzles.errors import BadInput
from tests.api.book.book_reader import chosen
from tests.api.small_puzzles import COVER


def ids(document: dict[str, Any], shelves: Shelves | None = None) -> list[str]:
    return [each.id for each in (shelves or Shelves()).take(read_order(document).selection)]


def pointers(document: dict[str, Any], shelves: Shelves | None = None) -> list[str]:
    with pytest.raises(BadInput) as caught:
        ids(document, shelves)
    return [problem.pointer for problem in caught.value.problems]


def record(kind: str, grade: str, n: int) -> dict[str, Any]:
    return dict(packs.entry(kind, grade, n).record)


def test_the_same_seed_draws_the_same_and_another_others() -> None:
    assert ids({"count": 40, "seed": 5}) == ids({"count": 40, "seed": 5})
    assert ids({"count": 40, "seed": 5}) != ids({"count": 40, "seed": 6})


def test_more_puzzles_of_a_seed_hold_the_fewer() -> None:
    assert set(ids({"count": 30, "seed": 5})) < set(ids({"count": 60, "seed": 5}))


def test_no_puzzle_is_drawn_twice() -> None:
    found = ids({"count": 400, "seed": 1, "kinds": ["light_line.place"]})
    assert len(set(found)) == 400


def test_kinds_and_grades_are_evenly_spread() -> None:
    found = chosen({"count": 30, "seed": 2, "kinds": ["end_of_line.cover", "linja.endgame"]})
    counted = Counter((each.subject.kind.id, (each.subject.record or {})["grade"]) for each in found)
    assert len(counted) == 8
    assert set(counted.values()) == {3, 4}


def test_where_one_grade_has_too_few_others_fill_up() -> None:
    few = set(ids({"count": 5, "seed": 1, "grades": ["easy"], "kinds": ["linja.endgame"]}))
    hard = {entry.record["id"] for entry in packs.entries("linja.endgame", "hard")}
    shelves = Shelves(allowed=lambda name: name in few | hard)
    document = {"count": 30, "seed": 1, "kinds": ["linja.endgame"], "grades": ["easy", "hard"]}
    found = ids(document, shelves)
    assert (len(few & set(found)), len(hard & set(found))) == (5, 25)


def test_more_than_there_are_cannot_be_drawn() -> None:
    document = {"count": 201, "seed": 1, "kinds": ["linja.endgame"], "grades": ["easy"]}
    assert pointers(document) == ["/count"]
    assert len(ids(document | {"count": 200})) == 200


def test_only_what_is_allowed_is_drawn_or_listed() -> None:
    all_of_it = ids({"count": 56, "seed": 1})
    secret = set(all_of_it[::2])
    shelves = Shelves(allowed=lambda name: name not in secret)
    assert not secret & set(ids({"count": 56, "seed": 1}, shelves))
    assert pointers({"ids": all_of_it[:3]}, shelves) == ["/ids/0", "/ids/2"]


def test_listed_puzzles_come_with_what_the_packs_have_of_them() -> None:
    names = [record("end_of_line.solo", "hard", 8)["id"], record("linja.endgame", "easy", 0)["id"]]
    found = chosen({"ids": names})
    assert [each.id for each in found] == names
    assert [each.at for each in found] == ["/ids/0", "/ids/1"]
    assert all(each.entry is not None and each.entry.record["id"] == each.id for each in found)


def test_a_puzzle_that_the_packs_lack_may_be_elsewhere() -> None:
    known = record("end_of_line.cover", "easy", 0) | {"id": "4x4"}

    def elsewhere(name: str) -> dict[str, Any] | None:
        return {"kind": "end_of_line.cover", "rows": 4, "cols": 4} if name == known["id"] else None

    (found,) = Shelves(elsewhere=elsewhere).take(read_order({"ids": ["4x4"]}).selection)
    assert found == ChosenPuzzle(found.subject, "4x4", "/ids/0", None)
    assert pointers({"ids": ["4x4", "none"]}, Shelves(elsewhere=elsewhere)) == ["/ids/1"]


def test_a_puzzle_that_was_given_is_known_by_its_id() -> None:
    of_pack, own = record("light_line.solo", "medium", 3), COVER
    found = chosen({"puzzles": [of_pack["puzzle"], own]})
    assert [each.entry is not None for each in found] == [True, False]
    assert [each.at for each in found] == ["/puzzles/0", "/puzzles/1"]


def test_no_puzzle_is_in_a_book_twice() -> None:
    one = record("end_of_line.cover", "easy", 0)
    assert pointers({"ids": [one["id"], one["id"]]}) == ["/ids/1"]
    assert pointers({"puzzles": [COVER, one, one["puzzle"]]}) == ["/puzzles/2"]
