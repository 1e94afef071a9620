"""The solvers of every kind: those of `<game>.<name>` are SOLVERS in solvers/<game>/<name>.py."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from puzzles.registry import KINDS, kind_named
from solvers.protocol import KindSolvers


def solvers_for(kind: str) -> KindSolvers[Any, Any]:
    """The solvers of the kind with this id; UnknownKind if there is none."""
    solvers: KindSolvers[Any, Any] = import_module(f"{__package__}.{kind_named(kind).id}").SOLVERS
    return solvers


def load_engines() -> None:
    """Loads every engine of every kind, for processes that must answer without delay."""
    for kind in KINDS:
        solvers = solvers_for(kind.id)
        continuing = () if solvers.continuations is None else solvers.continuations.engines
        for engine in (*solvers.engines, *continuing):
            engine.load()
        solvers.compile()
