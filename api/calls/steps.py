"""How a person solves a puzzle."""

from __future__ import annotations

from api.calls.engines import generators_of
from api.calls.shapes import DEFAULT_SECONDS
from api.calls.subject import Subject
from puzzles.texts import Phrase
from solvers.protocol import Limits


def has_steps(kind: str) -> bool:
    """Whether it is known how a person solves puzzles of a kind."""
    return generators_of(kind).explainer is not None


def steps(subject: Subject, seconds: float = DEFAULT_SECONDS) -> tuple[Phrase, ...] | None:
    """How a person solves a puzzle, a line a step; None where it takes more than is known."""
    explainer = generators_of(subject.kind.id).explainer
    return None if explainer is None else explainer.steps(subject.puzzle, Limits(seconds=seconds).start())
