"""Functions that run as plain Python at once, and as machine code where that is worth the time to load it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any


class Kernel:
    """A function that numba can compile, and that is written so that it runs uncompiled, too.

    A call runs it as plain Python, with all kernels that it calls: slower, but without numba, which takes
    longer to load than a small puzzle to solve. `compiled` is the same function as machine code.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        update_wrapper(self, function)

    def __call__(self, *args: Any) -> Any:
        return self._function(*args)

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        from numba import njit  # noqa: PLC0415  # slow to import: only where something is compiled

        compiled: Callable[..., Any] = njit(cache=True, nogil=True)(self._function)
        return compiled

    @property
    def _numba_type_(self) -> Any:
        """The type by which numba knows the compiled function where another one calls it."""
        return self.compiled._numba_type_  # type: ignore[attr-defined]  # numba's dispatchers have it
