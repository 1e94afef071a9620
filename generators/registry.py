"""The generators: kind `<game>.<name>` has its own in generators/<game>/<name>.py, as GENERATOR."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from generators.protocol import Generator
from puzzles.registry import KINDS, kind_named


def generator_for(kind: str) -> Generator[Any]:
    """The generator of the kind with this id; UnknownKind if there is none."""
    generator: Generator[Any] = import_module(f"{__package__}.{kind_named(kind).id}").GENERATOR
    return generator


def all_generators() -> tuple[Generator[Any], ...]:
    """The generators of all kinds, in the order of the kinds."""
    return tuple(generator_for(kind.id) for kind in KINDS)
