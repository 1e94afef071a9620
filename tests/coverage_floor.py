"""Reports the share of each package that the tests run and compares it with the floor in coverage_floor.json.

`make coverage` measures the share; `make coverage-floor` writes the shares reached, less a margin, because
which lines run depends on chance in some places.
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

FILE = Path(__file__).with_name("coverage_floor.json")
_MARGIN = 0.5


class CoverageFloor:
    """The pytest plugin that fails a run in which a package falls below its floor."""

    def __init__(self, raise_floor: bool) -> None:
        self._raise = raise_floor
        self._lines: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.testsfailed or session.shouldstop:
            return
        shares = covered_shares()
        floors: dict[str, float] = json.loads(FILE.read_text()) if FILE.exists() else {}
        self._lines = [
            f"{name:12}{share:6.1f} %, floor {floors.get(name, 0)} %" for name, share in shares.items()
        ]
        if self._raise:
            floors = {name: round(share - _MARGIN, 1) for name, share in shares.items()}
            FILE.write_text(json.dumps(floors, indent=1) + "\n")
        elif any(shares.get(name, 0) < floor for name, floor in floors.items()):
            self._lines.append(
                "below the floor: add tests for the new code, or find out what is no longer tested"
            )
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("lines covered, by package")
        for line in self._lines:
            terminalreporter.write_line(line)


def covered_shares() -> dict[str, float]:
    """Returns the percentage of lines covered in each package, from the latest measurement."""
    coverage = Coverage()
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(path), ignore_errors=True)
        files: dict[str, Any] = json.loads(path.read_text())["files"]
    lines: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, file in files.items():
        count = lines[name.partition("/")[0]]
        count[0] += file["summary"]["covered_lines"]
        count[1] += file["summary"]["num_statements"]
    return {name: 100 * covered / total for name, (covered, total) in sorted(lines.items())}
