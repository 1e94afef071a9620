"""Problem documents (RFC 9457): how the service reports errors, and a batch its bad lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generators.errors import NoneFound
from puzzles.errors import MAX_PROBLEMS, BadInput, NotJson, Problem
from solvers.errors import WrongAnswer

# The size limit of a document in bytes: the body of a request, or a file or line of the command line.
MAX_BYTES = 2**20
# How many problems `detail` and `errors` hold at most.
_MAX_IN_DETAIL = 3
MAX_LISTED = MAX_PROBLEMS

# Where the pages are that explain the types of problems.
PAGES = "/problems/"
_UNTYPED = "about:blank"


@dataclass(frozen=True)
class ProblemType:
    """A type of problem: the name of its page, the status that it usually has, and its title."""

    name: str
    status: int
    title: str

    @property
    def path(self) -> str:
        return PAGES + self.name


BAD_REQUEST = ProblemType("bad-request", 400, "The request cannot be read")
NOT_JSON = ProblemType("not-json", 400, "The body is not JSON")
NOT_FOUND = ProblemType("not-found", 404, "Not found")
NOT_OPEN_YET = ProblemType("not-open-yet", 404, "The solution is not open yet")
METHOD_NOT_ALLOWED = ProblemType("method-not-allowed", 405, "This address does not take this method")
TOO_LARGE = ProblemType("too-large", 413, "The body is too large")
WRONG_CONTENT_TYPE = ProblemType("wrong-content-type", 415, "The body is not declared as JSON")
WRONG_HOST = ProblemType("wrong-host", 421, "The service does not have this name")
BAD_BODY = ProblemType("bad-body", 422, "The body is not valid")
BAD_PARAMETER = ProblemType("bad-parameter", 422, "A parameter is not valid")
NONE_FOUND = ProblemType("none-found", 422, "No such puzzle was found")
TOO_MANY_REQUESTS = ProblemType("too-many-requests", 429, "Too many requests")
INTERNAL_ERROR = ProblemType("internal-error", 500, "An error of the service")
BUSY = ProblemType("busy", 503, "The service is busy")
NOT_READY = ProblemType("not-ready", 503, "The service is not ready")

TYPES = (
    BAD_REQUEST, NOT_JSON, NOT_FOUND, NOT_OPEN_YET, METHOD_NOT_ALLOWED, TOO_LARGE, WRONG_CONTENT_TYPE,
    WRONG_HOST, BAD_BODY, BAD_PARAMETER, NONE_FOUND, TOO_MANY_REQUESTS, INTERNAL_ERROR, BUSY, NOT_READY,
)  # fmt: skip
# The type of a problem for which no other is named. BAD_REQUEST is for the statuses of HTTP itself.
_TYPE_BY_STATUS: Mapping[int, ProblemType] = {
    problem_type.status: problem_type
    for problem_type in (
        NOT_FOUND, METHOD_NOT_ALLOWED, TOO_LARGE, WRONG_CONTENT_TYPE, WRONG_HOST, BAD_BODY, TOO_MANY_REQUESTS,
        INTERNAL_ERROR, BUSY,
    )
}  # fmt: skip

# The words of HTTP for a status.
_PHRASES = {
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    408: "Request Timeout",
    411: "Length Required",
    413: "Content Too Large",
    414: "URI Too Long",
    415: "Unsupported Media Type",
    417: "Expectation Failed",
    421: "Misdirected Request",
    422: "Unprocessable Content",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class TooLarge(ValueError):
    """A document past the size limit, refused before it is read."""


class Refused(BadInput):
    """An argument of a call, as opposed to its document, is not valid for the puzzle's kind."""


class NoSolution(BadInput):
    """An answer of solve stands in place of a solution, and holds none."""

    def __init__(self, status: str) -> None:
        self.status = status
        super().__init__(
            [Problem("/solution", f'expected a solution, but the answer\'s status is "{status}"')]
        )


ReportedError = BadInput | NotJson | TooLarge | NoneFound | WrongAnswer


def phrase_of(status: int) -> str:
    """Returns the words of HTTP for a status."""
    return _PHRASES.get(status, "Error")


def problem_document(
    status: int,
    detail: str,
    errors: list[dict[str, str]] | None = None,
    more: int = 0,
    problem_type: ProblemType | None = None,
) -> dict[str, Any]:
    """Builds a problem document. `errors` names the places of a body, or the parameters, that are wrong.

    If there are very many, only the first are listed, and `more` says how many others there are. The
    argument `more` is the number of those that are not even in `errors`. The type is a path here; HTTP puts
    the service's address before it.
    """
    chosen = problem_type or _TYPE_BY_STATUS.get(status, BAD_REQUEST)
    document = {"type": chosen.path, "title": chosen.title, "status": status, "detail": detail}
    if not errors:
        return document
    return document | {"errors": errors[:MAX_LISTED]} | more_than_listed(errors, more)


def with_address(document: dict[str, Any], address: str) -> dict[str, Any]:
    """Returns a problem document with the absolute address of its type's page."""
    if not document["type"].startswith(PAGES):
        return document
    return document | {"type": address + document["type"]}


def untyped(document: dict[str, Any]) -> dict[str, Any]:
    """Returns a problem document without the page of a service; RFC 9457 then wants the words of HTTP."""
    return document | {"type": _UNTYPED, "title": phrase_of(document["status"])}


def more_than_listed(errors: Sequence[object], more: int = 0) -> dict[str, int]:
    """The field `more`, where there are more errors than are listed."""
    more += len(errors) - MAX_LISTED
    return {"more": more} if more > 0 else {}


def document_of(error: ReportedError) -> dict[str, Any]:
    """Returns the problem document of an error."""
    problems, more = problems_of(error), more_of(error)
    errors = problems_to_json(problems)
    return problem_document(_status(error), _detail(problems, more), errors, more, _type_of(error))


def problems_to_json(problems: Sequence[Problem]) -> list[dict[str, str]]:
    return [{"pointer": p.pointer, "detail": p.detail} for p in problems]


def problems_of(error: ReportedError) -> tuple[Problem, ...]:
    return error.problems if isinstance(error, BadInput) else (Problem("", str(error)),)


def more_of(error: ReportedError) -> int:
    """Returns how many problems an error has beyond those that it names."""
    return error.more if isinstance(error, BadInput) else 0


def in_words(problem: Problem) -> str:
    return f"{problem.pointer}: {problem.detail}" if problem.pointer else problem.detail


def _type_of(error: ReportedError) -> ProblemType | None:
    """Returns the type of an error, where its status does not say it."""
    return NOT_JSON if isinstance(error, NotJson) else NONE_FOUND if isinstance(error, NoneFound) else None


def _status(error: ReportedError) -> int:
    if isinstance(error, NotJson):
        return 400
    if isinstance(error, TooLarge):
        return 413
    return 500 if isinstance(error, WrongAnswer) else 422


def _detail(problems: tuple[Problem, ...], more: int) -> str:
    first = "; ".join(map(in_words, problems[:_MAX_IN_DETAIL]))
    more += len(problems) - _MAX_IN_DETAIL
    return f"{first}; and {more} more" if more > 0 else first
