"""How much of each package the tests run, printed and held against the floor in coverage_floor.json.

`make coverage` measures it, `make coverage-floor` writes what was reached, less a little: what is run depends
on chance in some places.
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
_ROOM = 0.5


class CoverageFloor:
    """Registered where coverage is measured; fails the run in which a package falls below its floor."""

    def __init__(self, raise_floor: bool) -> None:
        self._raise = raise_floor
        self._lines: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.testsfailed or session.shouldstop:
            return
        reached = covered()
        floors: dict[str, float] = json.loads(FILE.read_text()) if FILE.exists() else {}
        self._lines = [
            f"{name:12}{share:6.1f} %, floor {floors.get(name, 0)} %" for name, share in reached.items()
        ]
        if self._raise:
            raised = {name: round(share - _ROOM, 1) for name, share in reached.items()}
            FILE.write_text(json.dumps(raised, indent=1) + "\n")
        elif any(reached.get(name, 0) < floor for name, floor in floors.items()):
            self._lines.append("below the floor: test what is new, or see what is no longer tested")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("lines that are run, by package")
        for line in self._lines:
            terminalreporter.write_line(line)


def covered() -> dict[str, float]:
    """Per cent of the lines of each package, of what was measured last."""
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
    return {name: 100 * run / of for name, (run, of) in sorted(lines.items())}
