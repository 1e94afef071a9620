"""How a person solves a puzzle."""

from __future__ import annotations

from api.calls.engines import generator_of
from api.calls.shapes import DEFAULT_SECONDS
from api.calls.subject import Subject
from puzzles.texts import Phrase
from solvers.protocol import Limits


def has_steps(kind: str) -> bool:
    """Whether it is known how a person solves puzzles of a kind."""
    return generator_of(kind).has_steps


def steps(subject: Subject, seconds: float = DEFAULT_SECONDS) -> tuple[Phrase, ...] | None:
    """How a person solves a puzzle, a line a step; None where it takes more than is known."""
    return generator_of(subject.kind.id).steps(subject.puzzle, Limits(seconds=seconds).start())
