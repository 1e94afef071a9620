"""The call check: whether and how well a puzzle can be solved, without its solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from api.calls.answer_texts import present_reason
from api.calls.call import Body, Caching, Call, Json, Progress
from api.calls.common_shapes import (
    DEFAULT_SECONDS,
    DEFAULT_TIME,
    INTEGER_OR_NULL,
    TEXT_OR_NULL,
    TIME,
    YES_NO,
    described,
    object_schema,
)
from api.calls.engines import counts_all, generators_of, solvers_of
from api.calls.examples import example_request
from api.calls.progress import PROGRESS, has_progress, progress_in
from api.calls.puzzle_documents import PUZZLE, Subject
from api.calls.solve import reason_holds
from generators.protocol import Grading
from puzzles.grades import GRADES
from puzzles.json_shapes import Boolean, Described, ObjectShape
from puzzles.texts import Phrase
from puzzles.texts.stored import store_text
from solvers import verified
from solvers.protocol import Clock, Continuation, Limits


@dataclass(frozen=True)
class CheckResult:
    """The outcome of a check, without the solution (status: solvable, impossible, unknown).

    `unique` is None where it is not known, or never is for the kind; `grading` where it was not requested, or
    the puzzle does not have the one solution that its kind promises.
    """

    status: str
    unique: bool | None
    best_score: int | None
    grading: Grading | None
    proven: bool
    reason: Phrase | str | None

    def to_json(self) -> Json:
        return {
            "status": self.status,
            "unique": self.unique,
            "best_score": self.best_score,
            "grade": self.grading and self.grading.grade,
            "difficulty": self.grading and self.grading.difficulty,
            "proven": self.proven,
            "reason": store_text(self.reason),
        }


def check(
    subject: Subject, seconds: float = DEFAULT_SECONDS, grade: bool = False, progress: Any | None = None
) -> CheckResult:
    """Checks a puzzle within one budget of seconds: status, best score, uniqueness, then grade.

    `progress`: a partial solution; then it checks what continues that, which has no grade."""
    if progress is not None:
        return _check_continuation(subject, Continuation(subject.puzzle, progress), seconds)
    kind = subject.kind
    clock = Limits(seconds=seconds).start()
    # An engine that looks for the best solution first finds out whether there is any.
    answer = verified.solve(kind, solvers_of(kind.id), subject.puzzle, "best", Limits(seconds=seconds))
    status = "solvable" if answer.status == "solved" else answer.status
    unique = _unique(subject, status, clock)
    gradable = status == "solvable" and (unique or not kind.facts.unique)
    grading = _grading(subject, clock) if grade and gradable else None
    return CheckResult(status, unique, answer.score, grading, answer.proven, answer.reason)


def _check_continuation(
    subject: Subject, continuation: Continuation[Any, Any], seconds: float
) -> CheckResult:
    kind, solvers = subject.kind, solvers_of(subject.kind.id, continuing=True)
    clock = Limits(seconds=seconds).start()
    answer = verified.continue_solution(kind, solvers, continuation, "best", Limits(seconds=seconds))
    unique = None
    if counts_all(kind.id, continuing=True) and answer.status != "unknown":
        limits = Limits(seconds=clock.left())
        unique = answer.status == "solved" and verified.is_one(
            verified.count_continuations(kind, solvers, continuation, 2, limits)
        )
    status = "solvable" if answer.status == "solved" else answer.status
    return CheckResult(status, unique, answer.score, None, answer.proven, answer.reason)


def _unique(subject: Subject, status: str, clock: Clock) -> bool | None:
    if not counts_all(subject.kind.id) or status == "unknown":
        return None
    if status == "impossible":
        return False
    return verified.exactly_one(solvers_of(subject.kind.id), subject.puzzle, Limits(seconds=clock.left()))


def _grading(subject: Subject, clock: Clock) -> Grading | None:
    return generators_of(subject.kind.id).grader.grade(subject.puzzle, clock) if clock.left() > 0 else None


def _work(body: Body, _: Progress) -> CheckResult:
    return check(body["puzzle"], body["seconds"], body["grade"], progress_in(body))


def _refuse_bad_progress(body: Body) -> None:
    progress_in(body)


def _unfinished(_: Body, reason: str) -> CheckResult:
    return CheckResult("unknown", None, None, None, False, reason)


def _is_final(body: Body, answer: Json) -> bool:
    """Whether nothing is left to find out: status and best score may be proved with no time for the rest."""
    kind, unique = body["puzzle"].kind, answer["unique"]
    if not answer["proven"] or answer["status"] != "solvable":
        return bool(answer["proven"])
    breaks_promise = kind.facts.unique and unique is False
    continuing = has_progress(body)
    graded = continuing or not body["grade"] or answer["grade"] is not None or breaks_promise
    return graded and (unique is not None or not counts_all(kind.id, continuing=continuing))


CHECK = Call(
    name="check",
    summary="Check whether and how well a puzzle can be solved, without giving its solution away.",
    body=ObjectShape(
        {
            "puzzle": PUZZLE,
            **TIME,
            "grade": Described(Boolean(), "Whether to grade it as well."),
            **PROGRESS,
        },
        {**DEFAULT_TIME, "grade": False},
        optional=tuple(PROGRESS),
    ),
    work=_work,
    check=_refuse_bad_progress,
    answer_schema=object_schema(
        {
            "status": described(
                {"enum": ["solvable", "impossible", "unknown"]},
                "Whether the puzzle can be solved, or the time ran out.",
            ),
            "unique": described(
                {"type": ["boolean", "null"]}, "Whether it has exactly one solution; null if not known."
            ),
            "best_score": described(
                INTEGER_OR_NULL, "The greatest score, where there are scores; null if not known."
            ),
            "grade": described({"enum": [*GRADES, None]}, "Its grade, if it was asked for and is known."),
            "difficulty": described(INTEGER_OR_NULL, "How hard it is from 0 to 100, with the grade."),
            "proven": described(
                YES_NO, "Whether status and best score are final: more time could not change them."
            ),
            "reason": described(TEXT_OR_NULL, "Why the puzzle is impossible, or why the work ended early."),
        }
    ),
    example=lambda: example_request("check"),
    unfinished=_unfinished,
    present=present_reason,
    caching=Caching(
        is_final=_is_final,
        serves_twins=lambda body: not has_progress(body),
        still_holds=lambda _, answer, same_puzzle: reason_holds(answer, same_puzzle),
    ),
)
