"""The type of a call: a question about a puzzle, or an order for one, over HTTP or as a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from api.calls.puzzle_documents import Subject
from api.problem_documents import MAX_BYTES
from puzzles.json_shapes import ObjectShape, Shape
from puzzles.kind import PuzzleKind

if TYPE_CHECKING:
    from api.store.database import Database  # sqlalchemy is slow to load, and only some calls need it

Json = dict[str, Any]
# A request body after reading: it has all defaults, and its `puzzle` is a Subject.
Body = dict[str, Any]
Kind = PuzzleKind[Any, Any]
# Receives how far the work has come, from 0 to 1.
Progress = Callable[[float], None]
BookFiles = tuple[bytes, bytes | None]


@dataclass(frozen=True)
class Reader:
    """Who an answer is for: the address of the service that they use, and their language."""

    base_url: str
    language: str


class Result(Protocol):
    """The result of a call. It becomes JSON once, where it leaves the process.

    That JSON may be stored, with its texts as phrases in no language; Call.present makes the answer of it."""

    def to_json(self) -> Json: ...


@dataclass(frozen=True)
class Caching:
    """How answers of a call are cached, for the same question about its puzzle or a twin of it.

    is_final      whether more seconds could not improve an answer
    serves_twins  whether an answer, mapped by map_solution, serves the puzzle's twins as well
    map_solution  returns the answer with its solution, if it has one, changed into that of a twin
    still_holds   whether an answer, mapped back, holds for this puzzle; the last argument says whether it was
                  worked out for this very puzzle. Raises WrongAnswer where the answer is wrong
    """

    is_final: Callable[[Body, Json], bool] = lambda _body, _answer: True
    serves_twins: Callable[[Body], bool] = lambda _body: False
    map_solution: Callable[[Kind, Json, Callable[[Any], Any]], Json] = lambda _kind, answer, _change: answer
    still_holds: Callable[[Subject, Json, bool], bool] = lambda _subject, _answer, _same: True


@dataclass(frozen=True)
class Call:
    """All that HTTP, jobs and workers need of a call.

    name, summary     its name under /v1 and in jobs, and one sentence for the OpenAPI document
    body              the shape of its request
    work              computes the result, in a process with engines
    answer_schema     JSON Schema of the answer
    example           a request for the OpenAPI document
    check             refuses a body that has the right shape and is wrong nevertheless, without engines
    is_for            which kinds it answers for
    timed             whether the body says for how many seconds to work
    is_inline         whether the process that read a body answers it itself, quickly and without engines
    unfinished        the result where the work was stopped from outside, for a reason; None for a call that
                      has no such result and becomes a job instead
    caching           how answers are cached; None where that is not worth while
    publish           stores, for good, what an answer refers to; returns the answer as clients get it
    split_files       returns the answer without the files that it carries, and these; jobs store them apart
    present           the answer as a reader gets it, with absolute addresses and texts in their language; the
                      last argument is the job's id
    """

    name: str
    summary: str
    body: ObjectShape
    work: Callable[[Body, Progress], Result]
    answer_schema: Json
    example: Callable[[], Json]
    check: Callable[[Body], None] = lambda _body: None
    is_for: Callable[[Kind], bool] = lambda _kind: True
    timed: bool = True
    is_inline: Callable[[Body], bool] = lambda _body: False
    unfinished: Callable[[Body, str], Result] | None = None
    caching: Caching | None = None
    publish: Callable[[Database, Json], Json] | None = None
    split_files: Callable[[Json], tuple[Json, BookFiles | None]] = lambda answer: (answer, None)
    present: Callable[[Json, Reader, str], Json] = lambda answer, _reader, _job_id: answer

    @cached_property
    def max_body_bytes(self) -> int:
        """The limit of its bodies in bytes."""
        return body_limit_for(self.body)

    def present_result(self, result: Result, language: str) -> Json:
        """Returns a result as a reader on this machine gets it."""
        return self.present(result.to_json(), Reader("", language), "")

    def read(self, document: object) -> Body:
        """Reads a request body; BadInput where it is not valid."""
        body = self.body.read(document)
        self.check(body)
        return body


# Names that are not ASCII, escapes, indentation and fields yet to come make a body larger than it need be.
_ROOM = 4
LEAST_BODY_LIMIT = 64 * 1024
_LIMIT_STEP = 16 * 1024


def body_limit_for(shape: Shape[Any]) -> int:
    """Returns the limit in bytes of the bodies that a shape reads, a multiple of 16 KiB."""
    steps = -(-_ROOM * shape.max_bytes() // _LIMIT_STEP)
    return min(max(steps * _LIMIT_STEP, LEAST_BODY_LIMIT), MAX_BYTES)


def write_body(body: Body) -> Json:
    """Returns a body as JSON again, with all its defaults."""
    subject = body.get("puzzle")
    if not isinstance(subject, Subject):
        return body
    puzzle = subject.kind.serialise(subject.puzzle)
    # Of a record, only a target matters to a call.
    if subject.record is None or subject.target is None:
        return body | {"puzzle": puzzle}
    return body | {"puzzle": {**subject.record, "puzzle": puzzle}}
