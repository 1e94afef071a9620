"""The call verify: whether a solution keeps every rule, and which ones it breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from api.calls.answer_texts import present_violations
from api.calls.call import Body, Call, Json, Progress
from api.calls.common_shapes import (
    DEFAULT_SECONDS,
    INTEGER_OR_NULL,
    TEXT,
    YES_NO,
    described,
    object_schema,
    reference,
)
from api.calls.engines import solvers_of
from api.calls.examples import example_entry
from api.calls.puzzle_documents import PUZZLE, Subject, max_solution_bytes, read_solution
from puzzles.errors import BadInput
from puzzles.json_shapes import Described, ObjectShape
from puzzles.kind import Violation
from solvers.protocol import Limits


@dataclass(frozen=True)
class _SolutionLater:
    """The shape of a solution, which is read when the kind of its puzzle is known."""

    def read(self, value: object, at: str = "") -> object:
        return value

    def schema(self) -> Json:
        return reference("solution")

    def max_bytes(self) -> int:
        return max_solution_bytes()


@dataclass(frozen=True)
class Verification:
    """The outcome of a verification. Neither valid nor with a violation: there was not enough time.

    value       the puzzle's, None where it is not known
    has_value   whether its kind has one
    target_met  whether the solution reaches the target of the puzzle's record; None where there is none
    """

    valid: bool
    score: int | None = None
    violations: tuple[Violation, ...] = ()
    value: int | None = None
    has_value: bool = False
    target_met: bool | None = None

    def to_json(self) -> Json:
        violations = [violation.to_json() for violation in self.violations]
        value = {"value": self.value} if self.has_value else {}
        target = {} if self.target_met is None else {"target_met": self.target_met}
        return {"valid": self.valid, "score": self.score, "violations": violations} | value | target


def verify(subject: Subject, solution: Any, seconds: float = DEFAULT_SECONDS) -> Verification:
    """Verifies a solution; where a puzzle has a value, an engine judges a legal one."""
    kind = subject.kind
    violations = kind.verify(subject.puzzle, solution)
    score = None if violations else kind.score(subject.puzzle, solution)
    if not kind.facts.valued:
        target = subject.target
        target_met = None if target is None else score is not None and score >= target
        return Verification(not violations, score, violations, target_met=target_met)
    valued = solvers_of(kind.id).valued
    if violations or valued is None:
        return Verification(False, None, violations, has_value=True)
    judgement = valued.judge(subject.puzzle, solution, Limits(seconds=seconds))
    if isinstance(judgement, str):
        return Verification(False, score, has_value=True)
    return Verification(
        not judgement.violations, score, judgement.violations, judgement.value, has_value=True
    )


def _solution(body: Body) -> Any:
    try:
        return read_solution(body["puzzle"].kind, body["solution"])
    except BadInput as e:
        raise e.under("/solution") from e


def _check(body: Body) -> None:
    _solution(body)


def _work(body: Body, _: Progress) -> Verification:
    return verify(body["puzzle"], _solution(body))


def _is_inline(body: Body) -> bool:
    """Whether no engine is needed: that is only for puzzles that have a value."""
    return not body["puzzle"].kind.facts.valued


def _unfinished(_body: Body, _reason: str) -> Verification:
    return Verification(False, has_value=True)


def _violation_schema() -> Json:
    at = {"type": "object", "additionalProperties": {"type": ["integer", "string"]}}
    return object_schema(
        {
            "rule": described(TEXT, "The id of the rule that is broken.", "exit"),
            "message": described(TEXT, "What is wrong, in a sentence."),
            "at": described(at, "Where: the indexes into the solution, counted from 0.", {"card": 1}),
        }
    )


VERIFY = Call(
    name="verify",
    summary="Verify a solution: whether it keeps every rule, or which ones it breaks.",
    body=ObjectShape(
        {
            "puzzle": PUZZLE,
            "solution": Described(_SolutionLater(), "The solution, or an answer of solve that holds one."),
        }
    ),
    work=_work,
    answer_schema=object_schema(
        {
            "valid": described(
                YES_NO, "Whether the solution keeps every rule, and reaches the puzzle's goal."
            ),
            "score": described(INTEGER_OR_NULL, "Its score; null for an invalid one, and kinds without one."),
            "violations": described(
                {"type": "array", "items": _violation_schema()}, "The rules that it breaks, in order of play."
            ),
            "value": described(
                INTEGER_OR_NULL,
                "The value of the puzzle, for kinds that have one; null if it was not known in time.",
            ),
            "target_met": described(
                YES_NO, "Whether the solution reaches the target of the record, if that has one."
            ),
        },
        optional=("value", "target_met"),
    ),
    example=lambda: {"puzzle": example_entry().record["puzzle"], "solution": example_entry().solution},
    check=_check,
    timed=False,
    is_inline=_is_inline,
    unfinished=_unfinished,
    present=present_violations,
)
