"""The call count: how many solutions there are, up to a cap."""

from __future__ import annotations

from dataclasses import dataclass

from api.calls.call import Body, Caching, Call, Json, Kind, Progress
from api.calls.common_shapes import DEFAULT_SECONDS, DEFAULT_TIME, TIME, YES_NO, described, object_schema
from api.calls.engines import counting_of, solvers_of
from api.calls.examples import example_entry
from api.calls.puzzle_documents import PUZZLE, Subject
from puzzles.errors import BadInput, Problem
from puzzles.json_shapes import Described, Integer, ObjectShape
from solvers import verified
from solvers.protocol import Limits

CAP = Described(Integer(1, 1_000_000), "Where to stop counting.")
DEFAULT_CAP = 1000


@dataclass(frozen=True)
class CountResult:
    """`exact` is false when the cap or the time ended the count."""

    n: int
    exact: bool

    def to_json(self) -> Json:
        return {"count": self.n, "exact": self.exact}


def count(
    subject: Subject, cap: int = DEFAULT_CAP, seconds: float = DEFAULT_SECONDS, engine: str | None = None
) -> CountResult:
    """Counts the solutions of a puzzle; BadInput for a kind whose solutions are not counted."""
    _require_count(subject.kind)
    solvers = solvers_of(subject.kind.id, engine)
    result = verified.count(solvers, subject.puzzle, cap, Limits(seconds=seconds), engine)
    return CountResult(result.n, result.exact)


def _require_count(kind: Kind) -> None:
    if counting_of(kind.id) is None:
        raise BadInput([Problem("/kind", f"counting solutions of {kind.id} is not supported")])


def _check(body: Body) -> None:
    try:
        _require_count(body["puzzle"].kind)
    except BadInput as e:
        raise e.under("/puzzle") from e


def _work(body: Body, _: Progress) -> CountResult:
    return count(body["puzzle"], body["cap"], body["seconds"])


COUNT = Call(
    name="count",
    summary="Count the solutions of a puzzle, up to a cap.",
    body=ObjectShape({"puzzle": PUZZLE, "cap": CAP, **TIME}, {"cap": DEFAULT_CAP, **DEFAULT_TIME}),
    work=_work,
    answer_schema=object_schema(
        {
            "count": described({"type": "integer", "minimum": 0}, "How many solutions were counted."),
            "exact": described(
                YES_NO, "Whether these are all: neither the cap nor the time ended the count."
            ),
        }
    ),
    example=lambda: {"puzzle": example_entry().record["puzzle"], "cap": 100},
    check=_check,
    is_for=lambda kind: counting_of(kind.id) is not None,
    unfinished=lambda _body, _reason: CountResult(0, exact=False),
    caching=Caching(is_final=lambda _, answer: bool(answer["exact"]), serves_twins=lambda _: True),
)
