"""Timing and tables for the benchmark."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D")
UNFINISHED = 60.0
# What takes longer is not asked twice: caches make no difference to it.
_COLD = 0.1

# times[engine][label]: one entry a puzzle.
Times = dict[str, dict[str, list[float]]]


def timed(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[float, T]:
    began = time.perf_counter()
    result = call(*args, **kwargs)
    return time.perf_counter() - began, result


def timed_warm(prepare: Callable[[], D], call: Callable[[D], T]) -> tuple[float, T]:
    """The second time counts, on something prepared anew: the first has to bring caches up to it."""
    seconds, result = timed(call, prepare())
    return timed(call, prepare()) if seconds < _COLD else (seconds, result)


def shown(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.2f} ms"


def centile(times: Sequence[float], percent: float) -> float:
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * percent / 100))]


def table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  " + "  ".join(cells), flush=True)


def against(title: str, times: Times, ours: str, yardsticks: Sequence[str]) -> None:
    """A table of medians; the ratio is of the faster yardstick to ours."""
    rows = [[title, "n", *times, "ratio"]]
    for label in [*times[ours], "all"]:
        found = {
            engine: [t for name, ts in of.items() if label in (name, "all") for t in ts]
            for engine, of in times.items()
        }
        medians = {engine: median(ts) for engine, ts in found.items()}
        ratio = min(medians[y] for y in yardsticks) / medians[ours]
        rows.append([label, str(len(found[ours])), *(shown(m) for m in medians.values()), f"{ratio:.0f}x"])
    table(rows)
