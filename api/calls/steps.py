"""The steps by which a person solves a puzzle."""

from __future__ import annotations

from api.calls.common_shapes import DEFAULT_SECONDS
from api.calls.engines import generators_of
from api.calls.puzzle_documents import Subject
from puzzles.texts import Phrase
from solvers.protocol import Limits


def has_steps(kind: str) -> bool:
    """Whether puzzles of a kind can be explained step by step."""
    return generators_of(kind).explainer is not None


def steps(subject: Subject, seconds: float = DEFAULT_SECONDS) -> tuple[Phrase, ...] | None:
    """Returns a person's steps to the solution; None where the known techniques do not lead to it."""
    explainer = generators_of(subject.kind.id).explainer
    return None if explainer is None else explainer.steps(subject.puzzle, Limits(seconds=seconds).start())
