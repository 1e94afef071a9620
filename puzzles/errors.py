"""The errors for bad input. All are ValueErrors, and their messages say where the input is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


# How many problems of a document are kept. All further ones are only counted.
MAX_PROBLEMS = 100
# How many are counted before reading stops. A large document may have half a million.
_ENOUGH = 1000


class BadInput(ValueError):
    """Valid JSON that is not a valid puzzle, solution or request.

    problems  the first problems, no more than MAX_PROBLEMS
    more      how many others were counted
    """

    def __init__(self, problems: Iterable[Problem], more: int = 0) -> None:
        everything = tuple(problems)
        self.problems = everything[:MAX_PROBLEMS]
        self.more = len(everything) - len(self.problems) + more
        super().__init__("; ".join(f"{p.pointer or '(document)'}: {p.detail}" for p in self.problems))

    def under(self, prefix: str) -> BadInput:
        """The same problems in a document that holds this one at `prefix`."""
        return BadInput((p.under(prefix) for p in self.problems), self.more)


class Problems:
    """Collects the problems of a document while it is read."""

    def __init__(self) -> None:
        self._first: list[Problem] = []
        self._more = 0

    @property
    def are_enough(self) -> bool:
        """Whether there are so many that the rest of the document is not worth reading."""
        return len(self._first) + self._more >= _ENOUGH

    def add(self, problem: Problem) -> None:
        self.extend([problem])

    def extend(self, problems: Sequence[Problem]) -> None:
        room = MAX_PROBLEMS - len(self._first)
        self._first += problems[:room]
        self._more += max(len(problems) - room, 0)

    def add_all(self, error: BadInput) -> None:
        """Adds all problems of an error."""
        self.extend(error.problems)
        self._more += error.more

    def raise_any(self, error: type[BadInput] = BadInput) -> None:
        """Raises an error if there are problems."""
        if self._first:
            raise error(self._first, self._more)


class UnknownKind(BadInput):
    """A kind that no registry lists."""
