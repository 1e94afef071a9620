"""The field `progress` of calls: a partial solution, in the shape of the kind's solution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.calls.call import Body, Json
from api.calls.common_shapes import reference
from api.calls.engines import solvers_of
from api.calls.puzzle_documents import max_solution_bytes
from puzzles.errors import BadInput
from puzzles.json_shapes import Described, Shape


@dataclass(frozen=True)
class _ProgressLater:
    """The shape of a partial solution, which is read when the kind of its puzzle is known."""

    def read(self, value: object, at: str = "") -> object:
        return value

    def schema(self) -> Json:
        return reference("progress")

    def max_bytes(self) -> int:
        return max_solution_bytes()


# The field of a body; it is optional, and absent from the body that was read where it was left out.
PROGRESS: Mapping[str, Shape[Any]] = {
    "progress": Described(
        _ProgressLater(), "A partial solution, without what is missing: only its continuations count."
    )
}


def has_progress(body: Body) -> bool:
    return "progress" in body


def progress_in(body: Body) -> Any | None:
    """Reads the partial solution in a body; None where there is none."""
    if not has_progress(body):
        return None
    kind = body["puzzle"].kind
    solvers_of(kind.id, continuing=True)
    try:
        return kind.parse_progress(body["progress"])
    except BadInput as e:
        raise e.under("/progress") from e
