"""Seconds that tests take, noted in durations.json: to share out work, and to name what became slow.

No test fails for being slow, as machines differ and are busy: the end of a run lists the tests that took
longer than their noted seconds allow at the speed of the whole run.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("durations.json")
# Tests that take no longer are not noted.
MIN_SECONDS = 0.1
# A test is slow if it takes so many times its seconds, and so many seconds more.
_TIMES, _MORE = 2.5, 1.0
_MAX_LISTED = 20


@cache
def noted() -> dict[str, float]:
    """Returns the noted seconds by the id of a test."""
    return dict(json.loads(FILE.read_text())) if FILE.exists() else {}


@cache
def function_seconds() -> Counter[str]:
    """Returns the noted seconds of each test function, those of all its parameters together.

    Any of them may be the slow one: whichever is first pays for a fixture that they share.
    """
    totals: Counter[str] = Counter()
    for nodeid, taken in noted().items():
        totals[function(nodeid)] += taken  # type: ignore[assignment]  # seconds are floats
    return totals


def function(nodeid: str) -> str:
    """Returns the id of a test without its parameters."""
    return nodeid.partition("[")[0]


def seconds(nodeid: str) -> float:
    """Those noted, or a little for a test that takes none worth noting."""
    return noted().get(nodeid, MIN_SECONDS / 10)


def plain(nodeid: str) -> str:
    """Without the group that xdist appends."""
    return nodeid.rpartition("@")[0] if nodeid.rfind("@") > nodeid.rfind("]") else nodeid


class Durations:
    """Adds up what each test takes, and reports or notes it at the end."""

    def __init__(self, write: bool) -> None:
        self._write = write
        self._taken: Counter[str] = Counter()
        self._failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._taken[plain(report.nodeid)] += report.duration  # type: ignore[assignment]  # seconds are floats
        self._failed |= report.failed

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._write and not self._failed:
            self._note()
            terminalreporter.write_line(f"{FILE.name}: {len(noted())} durations noted")
            return
        slow = self._slow()
        if slow:
            terminalreporter.section("slower than noted (make durations notes them anew)")
        for nodeid, took, expected in slow[:_MAX_LISTED]:
            terminalreporter.write_line(f"{took:6.1f} s, {expected:.1f} s at the speed of this run: {nodeid}")

    def _slow(self) -> list[tuple[str, float, float]]:
        """Returns the slow tests with their seconds and the seconds expected, the slowest first."""
        speed = self._speed()
        if speed is None:
            return []
        timed = [
            (nodeid, took, max(MIN_SECONDS, seconds(nodeid)) * speed) for nodeid, took in self._taken.items()
        ]
        slow = [
            entry for entry in timed if entry[1] > _TIMES * entry[2] and entry[1] > entry[2] + _MORE * speed
        ]
        return sorted(slow, key=lambda entry: entry[2] - entry[1])

    def _speed(self) -> float | None:
        """How many times the noted seconds the whole run took; None where too few of its tests are noted."""
        expected = sum(noted()[nodeid] for nodeid in self._taken if nodeid in noted())
        if expected < 10:
            return None
        return sum(took for nodeid, took in self._taken.items() if nodeid in noted()) / expected

    def _note(self) -> None:
        noted_seconds = {
            nodeid: round(took, 2) for nodeid, took in sorted(self._taken.items()) if took > MIN_SECONDS
        }
        FILE.write_text(json.dumps(noted_seconds, indent=0, ensure_ascii=False) + "\n")
        noted.cache_clear()
