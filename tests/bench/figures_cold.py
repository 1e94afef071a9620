"""Benchmarks commands that a person waits for, each in a fresh process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.timing import format_seconds, table, timed

RUNS = 7
_LINEWORKS = [sys.executable, "-m", "api"]


def main() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, "today.json")
        file.write_bytes(_run("daily", "end_of_line.cover", "--json"))
        rows = [["commands, cold", "median", "slowest"]]
        for name, command in {
            "show": ["show", str(file)],
            "daily": ["daily"],
            "daily of a kind": ["daily", "light_line.place"],
        }.items():
            times = [timed(_run, *command)[0] for _ in range(RUNS)]
            rows.append([name, format_seconds(median(times)), format_seconds(max(times))])
        table(rows)


def _run(*command: str) -> bytes:
    return subprocess.run([*_LINEWORKS, *command], stdout=subprocess.PIPE, check=True).stdout
