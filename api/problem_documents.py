"""Errors as RFC 9457 problem documents: what the service answers, and what a bad line of a batch gets."""

from __future__ import annotations

from typing import Any

from generators.protocol import NoneFound
from puzzles.errors import BadInput, NotJson, Problem
from solvers.verified import WrongAnswer

# The most problems that the one sentence of `detail` tells, and that `errors` lists: a body of 1 MiB may hold
# half a million.
_TOLD = 3
_LISTED = 100


class TooLarge(ValueError):
    """A document past the size limit, refused before it is read."""


class Refused(BadInput):
    """An argument of a call, not its document, is not one that the puzzle's kind takes."""


class NoSolution(BadInput):
    """An answer of solve in place of a solution, and it says that there is none, or that none was found."""

    def __init__(self, status: str) -> None:
        self.status = status
        super().__init__([Problem("/solution", f"expected a solution, but the answer is {status}")])


Refusal = BadInput | NotJson | TooLarge | NoneFound | WrongAnswer

# `type` stays about:blank, so a title is the HTTP status' own words, as the RFC asks.
_TITLES = {
    400: "Bad Request",
    413: "Content Too Large",
    422: "Unprocessable Content",
    500: "Internal Server Error",
}


def problem_document(error: Refusal) -> dict[str, Any]:
    status = _status(error)
    found = problems_of(error)
    return {
        "type": "about:blank",
        "title": _TITLES[status],
        "status": status,
        "detail": _detail(found),
        "errors": listed(found),
    }


def fault_document(detail: str) -> dict[str, Any]:
    """For what is nobody's fault but ours."""
    return {"type": "about:blank", "title": _TITLES[500], "status": 500, "detail": detail}


def listed(found: tuple[Problem, ...]) -> list[dict[str, str]]:
    """As JSON; the rest of very many are only counted."""
    shown = found[:_LISTED]
    if len(found) > _LISTED:
        shown += (Problem("", f"and {len(found) - _LISTED} more"),)
    return [{"pointer": p.pointer, "detail": p.detail} for p in shown]


def problems_of(error: Refusal) -> tuple[Problem, ...]:
    return error.problems if isinstance(error, BadInput) else (Problem("", str(error)),)


def in_words(problem: Problem) -> str:
    return f"{problem.pointer}: {problem.detail}" if problem.pointer else problem.detail


def _status(error: Refusal) -> int:
    if isinstance(error, NotJson):
        return 400
    if isinstance(error, TooLarge):
        return 413
    return 500 if isinstance(error, WrongAnswer) else 422


def _detail(found: tuple[Problem, ...]) -> str:
    told = "; ".join(map(in_words, found[:_TOLD]))
    more = len(found) - _TOLD
    return f"{told}; and {more} more" if more > 0 else told
