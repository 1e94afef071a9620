"""ortools' cp_model, loaded when it is first used: that takes longer than most commands, and few need it."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    from ortools.sat.python import cp_model  # noqa: PLC0415  # as above

    found = globals()[name] = getattr(cp_model, name)
    return found
