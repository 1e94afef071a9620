"""Timing and tables for the benchmark."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

T = TypeVar("T")
UNFINISHED = 60.0


def timed(call: Callable[[], T]) -> tuple[float, T]:
    began = time.perf_counter()
    result = call()
    return time.perf_counter() - began, result


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
        print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)), flush=True)


def against(title: str, times: dict[str, dict[str, list[float]]], ours: str, yardsticks: Sequence[str]) -> None:
    """A table of medians: times[engine][label]; the ratio is of the faster yardstick to ours."""
    engines = list(times)
    labels = list(times[ours])
    rows = [[title, "n", *engines, "ratio"]]
    for label in [*labels, "all"]:
        medians = {}
        for engine in engines:
            found = times[engine]
            medians[engine] = median(found[label] if label != "all" else [t for ts in found.values() for t in ts])
        n = len(times[ours][label]) if label != "all" else sum(len(ts) for ts in times[ours].values())
        ratio = min(medians[y] for y in yardsticks) / medians[ours]
        rows.append([label, str(n), *(shown(medians[e]) for e in engines), f"{ratio:.0f}x"])
    table(rows)
