"""What a call is: a question about a puzzle, or an order for one, that HTTP and jobs take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from api.calls.subject import Subject
from puzzles.json_shapes import Record
from puzzles.kind import PuzzleKind

if TYPE_CHECKING:
    from api.store.database import Database  # sqlalchemy is slow to load, and only some calls need it

Json = dict[str, Any]
# A request body that was read: every default is in it, and `puzzle` is a Subject.
Body = dict[str, Any]
Kind = PuzzleKind[Any, Any]
# Receives how far the work has come, from 0 to 1.
Progress = Callable[[float], None]
Files = tuple[bytes, bytes | None]


class Result(Protocol):
    """What a call's work comes to. It becomes JSON once, where it leaves the process."""

    def to_json(self) -> Json: ...


@dataclass(frozen=True)
class Caching:
    """How answers of a call are kept for the same question, asked again or about a twin of its puzzle.

    is_final      whether more seconds could not improve an answer
    serves_twins  whether an answer, mapped by map_solution, serves the puzzle's twins as well
    map_solution  the answer with its solution, if it has one, as `change` makes it: one of a twin
    still_holds   whether an answer, mapped back, holds for this puzzle; the last argument says whether it was
                  worked out for this very puzzle. WrongAnswer where it never held
    """

    is_final: Callable[[Body, Json], bool] = lambda _body, _answer: True
    serves_twins: Callable[[Body], bool] = lambda _body: False
    map_solution: Callable[[Kind, Json, Callable[[Any], Any]], Json] = lambda _kind, answer, _change: answer
    still_holds: Callable[[Subject, Json, bool], bool] = lambda _subject, _answer, _same: True


@dataclass(frozen=True)
class Call:
    """Each member, and why it is here:

    name, summary     its address under /v1 and in jobs, and one sentence for the OpenAPI document
    body              the shape of its request
    work              what answers it, where the engines are
    answer_schema     JSON Schema of the answer
    example           a request for the OpenAPI document
    check             refuses what the shape lets pass and no engine is needed to see
    is_for            which kinds it answers for
    timed             whether the body says for how many seconds to work
    in_place          whether a body is answered where it was read: quickly, and without engines
    stopped           the answer where the work was ended from outside, for a reason; None for a call that has
                      none and becomes a job instead
    caching           how answers are kept; None where they are not worth keeping
    publish           stores what an answer refers to; returns the answer as clients get it
    split_files       the answer without the files that it carries, and those; jobs store them apart
    with_links        the answer with absolute addresses, given the service's address and the job's id
    """

    name: str
    summary: str
    body: Record
    work: Callable[[Body, Progress], Result]
    answer_schema: Json
    example: Callable[[], Json]
    check: Callable[[Body], None] = lambda _body: None
    is_for: Callable[[Kind], bool] = lambda _kind: True
    timed: bool = True
    in_place: Callable[[Body], bool] = lambda _body: False
    stopped: Callable[[Body, str], Result] | None = None
    caching: Caching | None = None
    publish: Callable[[Database, Json], Json] = lambda _database, answer: answer
    split_files: Callable[[Json], tuple[Json, Files | None]] = lambda answer: (answer, None)
    with_links: Callable[[Json, str, str], Json] = lambda answer, _base, _job_id: answer

    def read(self, document: object) -> Body:
        """The body that the document is; BadInput otherwise."""
        body = self.body.read(document)
        self.check(body)
        return body


def write_body(body: Body) -> Json:
    """A body that was read, as JSON again: every default is in it."""
    subject = body.get("puzzle")
    if not isinstance(subject, Subject):
        return body
    return body | {"puzzle": subject.kind.serialise(subject.puzzle)}
