"""Proves the answers of a book.

The answers of the packs were found by one engine and confirmed by a second before they were shipped, under
checksums; by the symmetries of the games they hold for all twins of their puzzles. The answer of any other
puzzle is found and confirmed here. In either case the referee, which uses no engine, verifies what is
printed. It knows only whether a turn is legal, not whether it is the best, so an engine judges the turns of
the packs as well (api/book/engines.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from api.book.selection import ChosenPuzzle
from api.calls.answer_texts import reason_in_words
from api.calls.puzzle_documents import Subject
from puzzles.errors import BadInput, Problem
from puzzles.kind import PuzzleKind
from puzzles.packs import PackEntry
from puzzles.texts import ENGLISH
from solvers.errors import WrongAnswer
from solvers.protocol import Limits

# For one question to one engine about one puzzle. Generated puzzles need far less.
SECONDS = 60.0


class Unproved(BadInput):
    """A puzzle whose answer cannot be printed: it has none, more than one, or none was found in time."""


@dataclass(frozen=True)
class ProvedPuzzle:
    """A puzzle with the answer that a book may print. The grade is None where it is not known.

    has_page  whether the service has a page of it
    """

    kind: PuzzleKind[Any, Any]
    id: str
    puzzle: Any
    solution: Any
    score: int | None
    grade: str | None
    difficulty: int | None
    has_page: bool = True


def prove(chosen: ChosenPuzzle, seconds: float = SECONDS) -> ProvedPuzzle:
    """Proves the answer of a puzzle. Unproved, with the pointer of the puzzle's choice, where that fails;
    WrongAnswer where the packs are wrong."""
    subject, entry = chosen.subject, chosen.entry
    if entry is not None:
        proved = ProvedPuzzle(*_identity(chosen), *_from_pack(subject, entry), *_grading(entry.record))
    else:
        proved = ProvedPuzzle(*_identity(chosen), *_by_engines(chosen, seconds), *_graded(subject))
    _check(proved)
    return replace(proved, has_page=chosen.has_page)


def _identity(chosen: ChosenPuzzle) -> tuple[PuzzleKind[Any, Any], str, Any]:
    return chosen.subject.kind, chosen.id, chosen.subject.puzzle


def _check(proved: ProvedPuzzle) -> None:
    kind = proved.kind
    violations = kind.verify(proved.puzzle, proved.solution)
    wrong = [*map(str, violations)]
    if not violations and kind.score(proved.puzzle, proved.solution) != proved.score:
        wrong.append(f"its score is not {proved.score}")
    if wrong:
        raise WrongAnswer(f"the answer of {proved.id} ({kind.id}) is wrong: {'; '.join(wrong)}")


def _from_pack(subject: Subject, entry: PackEntry) -> tuple[Any, int | None]:
    """Returns the answer of the packs, mapped to the puzzle where that is a twin of theirs."""
    kind = subject.kind
    pack_puzzle, solution = kind.parse(entry.record["puzzle"]), kind.parse_solution(entry.solution)
    if pack_puzzle != subject.puzzle:
        solution = kind.twin(subject.puzzle).from_canonical(kind.twin(pack_puzzle).to_canonical(solution))
    return solution, entry.score


def _by_engines(chosen: ChosenPuzzle, seconds: float) -> tuple[Any, int | None]:
    # Slow to import, and most books need none of it.
    from generators.pack_checks import FIRST_ENGINE, solution_faults  # noqa: PLC0415
    from solvers import verified  # noqa: PLC0415
    from solvers.registry import solvers_for  # noqa: PLC0415

    subject, limits = chosen.subject, Limits(seconds=seconds)
    kind, record = subject.kind, subject.record or {}
    answer = verified.solve(kind, solvers_for(kind.id), subject.puzzle, "best", limits, FIRST_ENGINE)
    if answer.status == "impossible":
        reason = "" if answer.reason is None else f": {reason_in_words(answer.reason, ENGLISH)}"
        raise _unproved(chosen, f"it is impossible{reason}")
    if answer.solution is None or not answer.proven:
        raise _unproved(chosen, f"its answer was not proved in {seconds:g} s")
    document = dict(record) | {"puzzle": kind.serialise(subject.puzzle)}
    entry = PackEntry(document, kind.serialise_solution(answer.solution), answer.score)
    faults = list(solution_faults(kind, entry, limits))
    if faults:
        raise _unproved(chosen, f"its answer is not confirmed: {'; '.join(faults)}")
    return answer.solution, answer.score


def _unproved(chosen: ChosenPuzzle, reason: str) -> Unproved:
    return Unproved([Problem(chosen.at, f"{chosen.id} ({chosen.subject.kind.id}): {reason}")])


def _grading(record: Mapping[str, Any]) -> tuple[str, int]:
    return record["grade"], record["difficulty"]


def _graded(subject: Subject) -> tuple[str | None, int | None]:
    """Returns grade and difficulty from the record, or else from the grader of the kind."""
    if subject.record is not None:
        return _grading(subject.record)
    from generators.registry import generators_for  # noqa: PLC0415  # as above

    clock = Limits(seconds=SECONDS).start()
    grading = generators_for(subject.kind.id).grader.grade(subject.puzzle, clock)
    return (None, None) if grading is None else (grading.grade, grading.difficulty)
