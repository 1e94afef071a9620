"""The errors for bad input. All are ValueErrors, and their messages say where the input is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a document: where (a JSON pointer) and what was expected."""

    pointer: str
    detail: str

    def under(self, prefix: str) -> Problem:
        return Problem(prefix + self.pointer, self.detail)


class NotJson(ValueError):
    """The text is not JSON at all."""


class BadInput(ValueError):
    """Valid JSON that is not a valid puzzle, solution or request."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.pointer or '(document)'}: {p.detail}" for p in self.problems))

    def under(self, prefix: str) -> BadInput:
        """The same problems in a document that holds this one at `prefix`."""
        return BadInput(p.under(prefix) for p in self.problems)


class UnknownKind(BadInput):
    """A kind that no registry lists."""
