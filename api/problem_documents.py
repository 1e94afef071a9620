"""Problem documents (RFC 9457): how the service reports errors, and a batch its bad lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generators.errors import NoneFound
from puzzles.errors import MAX_PROBLEMS, BadInput, NotJson, Problem
from solvers.errors import WrongAnswer

# The size limit of a document in bytes: the body of a request, or a file or line of the command line.
MAX_BYTES = 2**20
# How many problems `detail` and `errors` hold at most.
_MAX_IN_DETAIL = 3
MAX_LISTED = MAX_PROBLEMS

# `type` stays about:blank, so a title is the HTTP status' own words, as the RFC asks.
_TITLES = {
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


def title_of(status: int) -> str:
    return _TITLES.get(status, "Error")


def problem_document(
    status: int, detail: str, errors: list[dict[str, str]] | None = None, more: int = 0
) -> dict[str, Any]:
    """Builds a problem document. `errors` names the places of a body, or the parameters, that are wrong.

    If there are very many, only the first are listed, and `more` says how many others there are. The
    argument `more` is the number of those that are not even in `errors`.
    """
    document = {"type": "about:blank", "title": title_of(status), "status": status, "detail": detail}
    if not errors:
        return document
    return document | {"errors": errors[:MAX_LISTED]} | more_than_listed(errors, more)


def more_than_listed(errors: Sequence[object], more: int = 0) -> dict[str, int]:
    """The field `more`, where there are more errors than are listed."""
    more += len(errors) - MAX_LISTED
    return {"more": more} if more > 0 else {}


def document_of(error: ReportedError) -> dict[str, Any]:
    """Returns the problem document of an error."""
    problems, more = problems_of(error), more_of(error)
    return problem_document(_status(error), _detail(problems, more), problems_to_json(problems), more)


def problems_to_json(problems: Sequence[Problem]) -> list[dict[str, str]]:
    return [{"pointer": p.pointer, "detail": p.detail} for p in problems]


def problems_of(error: ReportedError) -> tuple[Problem, ...]:
    return error.problems if isinstance(error, BadInput) else (Problem("", str(error)),)


def more_of(error: ReportedError) -> int:
    """Returns how many problems an error has beyond those that it names."""
    return error.more if isinstance(error, BadInput) else 0


def in_words(problem: Problem) -> str:
    return f"{problem.pointer}: {problem.detail}" if problem.pointer else problem.detail


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
