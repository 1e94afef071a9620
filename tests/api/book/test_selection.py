"""Tests the selection of the puzzles of a book."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from api.book.options import read_order
from api.book.selection import ChosenPuzzle, PuzzleSources
from puzzles import packs
from puzzles.errors import BadInput
from tests.api.book.book_reader import select_puzzles
from tests.api.small_puzzles import COVER


def ids(document: dict[str, Any], sources: PuzzleSources | None = None) -> list[str]:
    return [
        book_puzzle.id for book_puzzle in (sources or PuzzleSources()).select(read_order(document).selection)
    ]


def pointers(document: dict[str, Any], sources: PuzzleSources | None = None) -> list[str]:
    with pytest.raises(BadInput) as caught:
        ids(document, sources)
    return [problem.pointer for problem in caught.value.problems]


def record(kind: str, grade: str, n: int) -> dict[str, Any]:
    return dict(packs.entry(kind, grade, n).record)


def test_the_same_seed_draws_the_same_and_another_others() -> None:
    assert ids({"count": 40, "seed": 5}) == ids({"count": 40, "seed": 5})
    assert ids({"count": 40, "seed": 5}) != ids({"count": 40, "seed": 6})


def test_more_puzzles_of_a_seed_hold_the_fewer() -> None:
    assert set(ids({"count": 30, "seed": 5})) < set(ids({"count": 60, "seed": 5}))


def test_no_puzzle_is_drawn_twice() -> None:
    puzzle_ids = ids({"count": 400, "seed": 1, "kinds": ["light_line.place"]})
    assert len(set(puzzle_ids)) == 400


def test_kinds_and_grades_are_evenly_spread() -> None:
    book_puzzles = select_puzzles({"count": 30, "seed": 2, "kinds": ["end_of_line.cover", "linja.endgame"]})
    counts = Counter(
        (book_puzzle.subject.kind.id, (book_puzzle.subject.record or {})["grade"])
        for book_puzzle in book_puzzles
    )
    assert len(counts) == 8
    assert set(counts.values()) == {3, 4}


def test_where_one_grade_has_too_few_others_fill_up() -> None:
    few = set(ids({"count": 5, "seed": 1, "grades": ["easy"], "kinds": ["linja.endgame"]}))
    hard = {entry.record["id"] for entry in packs.entries("linja.endgame", "hard")}
    sources = PuzzleSources(allowed=lambda name: name in few | hard)
    document = {"count": 30, "seed": 1, "kinds": ["linja.endgame"], "grades": ["easy", "hard"]}
    puzzle_ids = ids(document, sources)
    assert (len(few & set(puzzle_ids)), len(hard & set(puzzle_ids))) == (5, 25)


def test_more_than_there_are_cannot_be_drawn() -> None:
    document = {"count": 201, "seed": 1, "kinds": ["linja.endgame"], "grades": ["easy"]}
    assert pointers(document) == ["/count"]
    assert len(ids(document | {"count": 200})) == 200


def test_only_what_is_allowed_is_drawn_or_listed() -> None:
    all_of_it = ids({"count": 56, "seed": 1})
    secret = set(all_of_it[::2])
    sources = PuzzleSources(allowed=lambda name: name not in secret)
    assert not secret & set(ids({"count": 56, "seed": 1}, sources))
    assert pointers({"ids": all_of_it[:3]}, sources) == ["/ids/0", "/ids/2"]


def test_listed_puzzles_come_with_what_the_packs_have_of_them() -> None:
    names = [record("end_of_line.solo", "hard", 8)["id"], record("linja.endgame", "easy", 0)["id"]]
    book_puzzles = select_puzzles({"ids": names})
    assert [book_puzzle.id for book_puzzle in book_puzzles] == names
    assert [book_puzzle.at for book_puzzle in book_puzzles] == ["/ids/0", "/ids/1"]
    assert all(
        book_puzzle.entry is not None and book_puzzle.entry.record["id"] == book_puzzle.id
        for book_puzzle in book_puzzles
    )


def test_a_puzzle_that_the_packs_lack_may_be_elsewhere() -> None:
    known_record = record("end_of_line.cover", "easy", 0) | {"id": "4x4"}

    def find(name: str) -> dict[str, Any] | None:
        return {"kind": "end_of_line.cover", "rows": 4, "cols": 4} if name == known_record["id"] else None

    (book_puzzle,) = PuzzleSources(find_outside_packs=find).select(read_order({"ids": ["4x4"]}).selection)
    assert book_puzzle == ChosenPuzzle(book_puzzle.subject, "4x4", "/ids/0", None)
    assert pointers({"ids": ["4x4", "none"]}, PuzzleSources(find_outside_packs=find)) == ["/ids/1"]


def test_a_puzzle_that_was_given_is_known_by_its_id() -> None:
    of_pack, own = record("light_line.solo", "medium", 3), COVER
    book_puzzles = select_puzzles({"puzzles": [of_pack["puzzle"], own]})
    assert [book_puzzle.entry is not None for book_puzzle in book_puzzles] == [True, False]
    assert [book_puzzle.at for book_puzzle in book_puzzles] == ["/puzzles/0", "/puzzles/1"]


def test_no_puzzle_is_in_a_book_twice() -> None:
    first = record("end_of_line.cover", "easy", 0)
    assert pointers({"ids": [first["id"], first["id"]]}) == ["/ids/1"]
    assert pointers({"puzzles": [COVER, first, first["puzzle"]]}) == ["/puzzles/2"]
