"""The generators of every kind: those of `<game>.<name>` are GENERATORS in generators/<game>/<name>.py."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from generators.protocol import KindGenerators
from puzzles.registry import KINDS, kind_named


def generators_for(kind: str) -> KindGenerators[Any]:
    """Returns the generators of the kind with this id; UnknownKind if there is none."""
    generators: KindGenerators[Any] = import_module(f"{__package__}.{kind_named(kind).id}").GENERATORS
    return generators


def load_generators() -> None:
    """Loads the generators of every kind, for processes that must answer without delay."""
    for kind in KINDS:
        generators_for(kind.id)
