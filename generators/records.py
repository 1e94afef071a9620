"""Records: puzzles as they are published, with their ids, grades and addresses."""

from __future__ import annotations

from typing import Any, TypeVar

from generators.protocol import Maker, Spec
from generators.seeding import seeded
from puzzles.ids import canonical_text, puzzle_id
from puzzles.kind import PuzzleKind

P = TypeVar("P")


def generator_name(maker: Maker[Any]) -> str:
    """Returns the maker's kind and version, as the records of its puzzles name them."""
    return f"{maker.kind}/{maker.version}"


def url_of(puzzle_id: str) -> str:
    """Returns the path under which the service has the record of a puzzle."""
    return f"/v1/puzzles/{puzzle_id}"


def page_of(puzzle_id: str) -> str:
    """Returns the path of the page on which the service shows a puzzle."""
    return f"/p/{puzzle_id}"


def make_record(kind: PuzzleKind[P, Any], maker: Maker[P], spec: Spec) -> dict[str, Any]:
    """Generates a puzzle and returns its record."""
    options = canonical_text(dict(spec.options))
    rng = seeded(maker.kind, maker.version, spec.grade, options, spec.seed)
    generated = maker.generate(spec, rng)
    name = puzzle_id(kind, generated.puzzle)
    return {
        "id": name,
        "kind": kind.id,
        "grade": generated.grading.grade,
        "difficulty": generated.grading.difficulty,
        "seed": spec.seed,
        "generator": generator_name(maker),
        "puzzle": kind.serialise(generated.puzzle),
        "url": url_of(name),
        **generated.extras,
    }
