"""The module cp_model of ortools, loaded when it is first used: loading takes longer than most commands."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


def __getattr__(name: str) -> Any:
    value = globals()[name] = getattr(load(), name)
    return value


class _Placeholder(ModuleType):
    """Stands for pandas while cp_model is loaded, which names its classes in type annotations."""

    def __getattr__(self, name: str) -> type:
        return type(name, (), {})


def load() -> ModuleType:
    """Loads cp_model without pandas.

    Only variables indexed by data frames need pandas, and we have none. Without it loading takes half the
    time, and each process of the service 40 MB less.
    """
    is_needed = "pandas" not in sys.modules
    if is_needed:
        sys.modules["pandas"] = _Placeholder("pandas")
    try:
        from ortools.sat.python import cp_model  # noqa: PLC0415  # slow, see above
    finally:
        if is_needed:
            del sys.modules["pandas"]
    module: ModuleType = cp_model
    return module
