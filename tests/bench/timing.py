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
# Calls that take longer are not repeated, because caches hardly matter.
_COLD = 0.1

# times[engine][label]: one entry a puzzle.
Times = dict[str, dict[str, list[float]]]


def timed(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[float, T]:
    began = time.perf_counter()
    result = call(*args, **kwargs)
    return time.perf_counter() - began, result


def timed_warm(prepare: Callable[[], D], call: Callable[[D], T]) -> tuple[float, T]:
    """Times the second of two calls, each on a fresh argument; the first one fills the caches."""
    seconds, result = timed(call, prepare())
    return timed(call, prepare()) if seconds < _COLD else (seconds, result)


def format_seconds(seconds: float) -> str:
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


def compare(title: str, times: Times, ours: str, yardsticks: Sequence[str]) -> None:
    """Prints a table of medians, with the ratio of the faster yardstick to ours."""
    rows = [[title, "n", *times, "ratio"]]
    for label in [*times[ours], "all"]:
        times_of_label = {
            engine: [t for name, ts in times_by_label.items() if label in (name, "all") for t in ts]
            for engine, times_by_label in times.items()
        }
        medians = {engine: median(ts) for engine, ts in times_of_label.items()}
        ratio = min(medians[y] for y in yardsticks) / medians[ours]
        rows.append(
            [
                label,
                str(len(times_of_label[ours])),
                *(format_seconds(m) for m in medians.values()),
                f"{ratio:.0f}x",
            ]
        )
    table(rows)
