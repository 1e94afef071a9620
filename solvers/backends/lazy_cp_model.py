"""The module cp_model of ortools, loaded when it is first used: loading takes longer than most commands."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    from ortools.sat.python import cp_model  # noqa: PLC0415  # as above

    value = globals()[name] = getattr(cp_model, name)
    return value
