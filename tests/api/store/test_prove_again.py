"""Stored solutions are proved again once the version of their kind's solvers has risen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from api.bank import prove_again as proving
from api.bank.prove_again import prove_again
from api.store import bank, dailies, stored_solutions
from api.store.bank import NewPuzzle, Solution
from api.store.database import Database
from generators.protocol import Grading
from generators.registry import generators_for
from puzzles import packs
from puzzles.ids import puzzle_id
from puzzles.registry import KINDS, kind_named
from solvers import verified
from solvers.protocol import ENDLESS, Clock
from solvers.registry import solvers_for

KIND = kind_named("end_of_line.solo")
# Its best score is 9; the first solution that the search finds has 8.
DEAL = {
    "kind": KIND.id,
    "rows": 4,
    "cols": 3,
    "start": {"cell": [1, 0], "heading": "E"},
    "blocked": [[0, 0], [0, 2], [2, 0]],
    "deck": ["LR", "S", "S", "S", "LS", "S", "S", "R", "R", "L", "R", "L"],
    "energy": 2,
}


def _entry(puzzle: dict[str, Any], solution: dict[str, Any], score: int, grade: str = "hard") -> NewPuzzle:
    name = puzzle_id(KIND, KIND.parse(puzzle))
    common = {"id": name, "kind": KIND.id, "grade": grade, "difficulty": 50, "seed": 7}
    record = common | {"generator": f"{KIND.id}/3", "puzzle": puzzle, "url": f"/v1/puzzles/{name}"}
    return NewPuzzle(record, solution, score)


@pytest.fixture(scope="module")
def worse() -> dict[str, Any]:
    """A legal solution of DEAL that is not the best."""
    puzzle = KIND.parse(DEAL)
    answer = verified.solve(KIND, solvers_for(KIND.id), puzzle, "any", engine="search")
    assert answer.solution is not None
    assert KIND.score(puzzle, answer.solution) == 8
    return KIND.serialise_solution(answer.solution)


def _solution(database: Database, name: str) -> Solution | None:
    with database.reading() as c:
        return bank.solution(c, name)


def _version(database: Database) -> int:
    with database.reading() as c:
        return stored_solutions.version_of(c, KIND.id)


def test_a_worse_solution_is_replaced(database: Database, worse: dict[str, Any]) -> None:
    entry = _entry(DEAL, worse, 8)
    with database.writing() as c:
        bank.add(c, entry, "made", 1.0)
        bank.make_visible(c, entry.record["id"], 1.0)
    lines: list[str] = []
    prove_again(database, lines.append)
    assert len(lines) == 2
    solution = _solution(database, entry.record["id"])
    assert solution is not None
    puzzle, parsed = KIND.parse(DEAL), KIND.parse_solution(solution.solution)
    assert (solution.score, KIND.score(puzzle, parsed), KIND.verify(puzzle, parsed)) == (9, 9, ())
    assert _version(database) == solvers_for(KIND.id).version
    lines.clear()
    prove_again(database, lines.append)
    assert not lines, "once is enough"


def test_the_solution_of_a_pack_is_taken_from_the_pack(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "_proved_solution", lambda _stored: pytest.fail("the pack has it"))
    entry = packs.entry(KIND.id, "easy", 0)
    stale = NewPuzzle(dict(entry.record), {"rounds": []}, 0)
    with database.writing() as c:
        bank.add(c, stale, "pack", 1.0)
    prove_again(database)
    assert _solution(database, entry.record["id"]) == (entry.solution, entry.score)


def test_what_cannot_be_proved_in_time_is_dropped(
    database: Database, worse: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "_SECONDS", 0)
    entry = _entry(DEAL, worse, 8)
    with database.writing() as c:
        bank.add(c, entry, "made", 1.0)
    prove_again(database)
    assert _solution(database, entry.record["id"]) is None
    with database.reading() as c:
        assert bank.find(c, entry.record["id"]) is not None, "the puzzle itself stays"


@pytest.mark.parametrize("holds", [True, False])
def test_a_puzzle_in_stock_must_still_have_its_grade(
    database: Database, worse: dict[str, Any], monkeypatch: pytest.MonkeyPatch, holds: bool
) -> None:
    class Grader:
        def grade(self, puzzle: Any, clock: Clock = ENDLESS) -> Grading:
            return Grading("hard" if holds else "easy", 1)

    generators = replace(generators_for(KIND.id), grader=Grader())
    monkeypatch.setattr(proving, "generators_for", lambda _kind: generators)
    entry = _entry(DEAL, worse, 8)
    with database.writing() as c:
        assert dailies.add_stock(c, KIND.id, "hard", entry, 1.0)
    prove_again(database)
    with database.reading() as c:
        assert bank.is_in_stock(c, entry.record["id"]) == holds
        assert (bank.find(c, entry.record["id"]) is not None) == holds


def test_nothing_is_proved_again_where_nothing_has_changed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    prove_again(database)
    monkeypatch.setattr(proving, "_prove_kind", lambda *_: pytest.fail("all is current"))
    prove_again(database)


def test_a_kind_of_the_first_version_needs_no_proof(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    unchanged = [k.id for k in KINDS if solvers_for(k.id).version == 1]
    assert unchanged
    seen: list[str] = []
    monkeypatch.setattr(proving, "_prove_kind", lambda _database, kind, _report: seen.append(kind))
    prove_again(database)
    assert not set(seen) & set(unchanged)
