"""That the answers of a book are right.

What the packs have was solved, and confirmed by a second engine, before it was shipped, under checksums; so
was, by every game's symmetries, each of its twins. Anything else is solved and confirmed here. Either way
the plain checker, which knows no engine, has the last word on what is printed; of Linja's turns it knows only
that they are legal, so those of the packs are judged as well (api/book/recheck_turns.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.book.selection import Chosen
from api.calls.subject import Subject
from puzzles.errors import BadInput, Problem
from puzzles.kind import PuzzleKind
from puzzles.packs import Entry
from solvers.errors import WrongAnswer
from solvers.protocol import Limits

# For one puzzle and one question to one engine; what generators make needs far less.
SECONDS = 60.0


class Unproved(BadInput):
    """A puzzle whose answer cannot be printed: it has none, more than one, or none that was found in time."""


@dataclass(frozen=True)
class Proved:
    """A puzzle with the answer that a book may print; without a grade where nobody knows it."""

    kind: PuzzleKind[Any, Any]
    id: str
    puzzle: Any
    solution: Any
    score: int | None
    grade: str | None
    difficulty: int | None


def prove(chosen: Chosen, seconds: float = SECONDS) -> Proved:
    """Unproved, with the pointer of what asked for it; WrongAnswer where the packs are at fault."""
    subject, entry = chosen.subject, chosen.entry
    if entry is not None:
        found = Proved(*_named(chosen), *_from_pack(subject, entry), *_grading(entry.record))
    else:
        found = Proved(*_named(chosen), *_by_engines(chosen, seconds), *_graded(subject))
    _check(found)
    return found


def _named(chosen: Chosen) -> tuple[PuzzleKind[Any, Any], str, Any]:
    return chosen.subject.kind, chosen.id, chosen.subject.puzzle


def _check(found: Proved) -> None:
    kind = found.kind
    violations = kind.verify(found.puzzle, found.solution)
    wrong = [violation.message for violation in violations]
    if not violations and kind.score(found.puzzle, found.solution) != found.score:
        wrong.append(f"its score is not {found.score}")
    if wrong:
        raise WrongAnswer(f"the answer of {found.id} ({kind.id}) is wrong: {'; '.join(wrong)}")


def _from_pack(subject: Subject, entry: Entry) -> tuple[Any, int | None]:
    """The answer of the packs; turned round as the puzzle is, where that is a twin of theirs."""
    kind = subject.kind
    theirs, solution = kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)
    if theirs != subject.puzzle:
        solution = kind.twin(subject.puzzle).back(kind.twin(theirs).there(solution))
    return solution, entry.score


def _by_engines(chosen: Chosen, seconds: float) -> tuple[Any, int | None]:
    # Slow to import, and most books need none of it.
    from generators.pack_checks import FIRST_ENGINE, solution_faults  # noqa: PLC0415
    from solvers import verified  # noqa: PLC0415
    from solvers.registry import solvers_for  # noqa: PLC0415

    subject, limits = chosen.subject, Limits(seconds=seconds)
    kind, record = subject.kind, subject.record or {}
    answer = verified.solve(kind, solvers_for(kind.id), subject.puzzle, "best", limits, FIRST_ENGINE)
    if answer.status == "impossible":
        raise _unproved(chosen, f"it is impossible{f': {answer.reason}' if answer.reason else ''}")
    if answer.solution is None or not answer.proven:
        raise _unproved(chosen, f"its answer was not proved in {seconds:g} s")
    document = dict(record) | {"puzzle": kind.serialise(subject.puzzle)}
    entry = Entry(document, kind.serialise_solution(answer.solution), answer.score)
    faults = list(solution_faults(kind, entry, limits))
    if faults:
        raise _unproved(chosen, f"its answer is not confirmed: {'; '.join(faults)}")
    return answer.solution, answer.score


def _unproved(chosen: Chosen, why: str) -> Unproved:
    return Unproved([Problem(chosen.at, f"{chosen.id} ({chosen.subject.kind.id}): {why}")])


def _grading(record: Mapping[str, Any]) -> tuple[str, int]:
    return record["grade"], record["difficulty"]


def _graded(subject: Subject) -> tuple[str | None, int | None]:
    """What its record says, or else its generator."""
    if subject.record is not None:
        return _grading(subject.record)
    from generators.registry import generators_for  # noqa: PLC0415  # as above

    clock = Limits(seconds=SECONDS).start()
    grading = generators_for(subject.kind.id).grader.grade(subject.puzzle, clock)
    return (None, None) if grading is None else (grading.grade, grading.difficulty)
