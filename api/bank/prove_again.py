"""Proves the stored solutions of a kind again once the version of its solvers has risen.

A rule, an engine or a generator was changed then, so a stored solution may no longer be the best. Each is
proved again by two engines, or dropped. What is visible stays as it was published; a puzzle in stock whose
grade no longer holds is deleted, and the housekeeping generates another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Literal, get_args

from api.store import stored_solutions
from api.store.bank import Solution
from api.store.database import Database
from api.store.stored_solutions import StoredSolution
from generators.pack_checks import FIRST_ENGINE, solution_faults
from generators.registry import generators_for
from puzzles import packs
from puzzles.registry import KINDS, kind_named
from solvers import verified
from solvers.protocol import Limits
from solvers.registry import solvers_for

# What becomes of a stored solution.
_Fate = Literal["proved again", "replaced", "dropped"]
# Seconds for each proof. What takes longer is dropped.
_SECONDS = 20.0
_BATCH = 100


def prove_again(database: Database, report: Callable[[str], None] = lambda _line: None) -> None:
    """Proves the solutions of older versions again. A run that was killed is continued by the next one.

    `report` receives a line for each kind whose solutions have to be proved again."""
    for kind in KINDS:
        version = solvers_for(kind.id).version
        with database.reading() as c:
            is_current = stored_solutions.version_of(c, kind.id) >= version
        if not is_current:
            _prove_kind(database, kind.id, report)
            with database.writing() as c:
                stored_solutions.set_version(c, kind.id, version)


def _prove_kind(database: Database, kind: str, report: Callable[[str], None]) -> None:
    last_id, fates = "", Counter[_Fate]()
    while True:
        with database.reading() as c:
            batch = stored_solutions.solved_after(c, kind, last_id, _BATCH)
        if not batch:
            break
        if not fates:
            report(f"The rules or engines of {kind} have changed: proving its stored solutions again.")
        fates.update(_prove(database, stored) for stored in batch)
        last_id = batch[-1].record["id"]
    if fates:
        counts = ", ".join(f"{fates[fate]} {fate}" for fate in get_args(_Fate))
        report(f"Solutions of {kind}: {counts}.")


def _prove(database: Database, stored: StoredSolution) -> _Fate:
    puzzle_id = stored.record["id"]
    proved = _pack_solution(stored.record) or _proved_solution(stored)
    is_useless = stored.in_stock and (proved is None or not _grade_holds(stored.record))
    with database.writing() as c:
        if is_useless:
            stored_solutions.discard_from_stock(c, puzzle_id)
        elif proved != stored.solution:
            stored_solutions.replace_solution(c, puzzle_id, proved)
    if is_useless or proved is None:
        return "dropped"
    return "proved again" if proved == stored.solution else "replaced"


def _pack_solution(record: dict[str, Any]) -> Solution | None:
    """Returns the solution that the packs have of the very puzzle: it was proved before it was shipped."""
    location = packs.locate(record["id"])
    if location is None:
        return None
    entry = packs.entry(*location)
    if entry.record["puzzle"] != record["puzzle"]:
        return None
    return Solution(dict(entry.solution), entry.score)


def _proved_solution(stored: StoredSolution) -> Solution | None:
    """Returns the stored solution if two engines still prove it best, or else a better one."""
    kind = kind_named(stored.record["kind"])
    puzzle, limits = kind.parse(stored.record["puzzle"]), Limits(seconds=_SECONDS)
    answer = verified.solve(kind, solvers_for(kind.id), puzzle, "best", limits, FIRST_ENGINE)
    if answer.solution is None or not answer.proven:
        return None
    proved = stored.solution
    if answer.score != proved.score:
        proved = Solution(kind.serialise_solution(answer.solution), answer.score)
    entry = packs.PackEntry(stored.record, proved.solution, proved.score)
    return None if any(solution_faults(kind, entry, limits)) else proved


def _grade_holds(record: dict[str, Any]) -> bool:
    kind = kind_named(record["kind"])
    grading = generators_for(kind.id).grader.grade(kind.parse(record["puzzle"]))
    return grading is not None and grading.grade == record["grade"]
