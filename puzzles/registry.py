"""Every kind, by name. A new kind is one line here, and one in each folder's registry above."""

from __future__ import annotations

from typing import Any

from puzzles.end_of_line import cover, solo
from puzzles.errors import BadInput, Problem, UnknownKind
from puzzles.json_shapes import quote
from puzzles.kind import PuzzleKind
from puzzles.light_line import head, longest, place
from puzzles.light_line import solo as light_solo
from puzzles.linja import endgame

KINDS: tuple[PuzzleKind[Any, Any], ...] = (
    solo.KIND,
    cover.KIND,
    light_solo.KIND,
    longest.KIND,
    head.KIND,
    place.KIND,
    endgame.KIND,
)


def kind_named(name: str) -> PuzzleKind[Any, Any]:
    for kind in KINDS:
        if kind.id == name:
            return kind
    known = ", ".join(kind.id for kind in KINDS)
    raise UnknownKind([Problem("/kind", f"expected one of {known}, got {quote(name)}")])


def kind_of(document: object) -> PuzzleKind[Any, Any]:
    """The kind that a puzzle document names."""
    if not isinstance(document, dict):
        raise BadInput([Problem("", f"expected an object with a kind, got {quote(document)}")])
    name = document.get("kind")
    if "kind" not in document:
        raise BadInput([Problem("/kind", "missing")])
    if not isinstance(name, str):
        raise BadInput([Problem("/kind", f"expected a string, got {quote(name)}")])
    return kind_named(name)
