"""Benchmarks limits from outside: deadlines, memory, and how fast a command starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.timing import format_seconds, table

SECONDS = 2.0
_CHILD = """
import json, sys, time
from puzzles.registry import kind_of
from solvers.protocol import Limits
from solvers.registry import solvers_for
document, engine, goal, seconds = json.loads(sys.argv[1])
kind = kind_of(document)
puzzle = kind.parse(document)
solvers = solvers_for(kind.id)
began = time.perf_counter()
if goal == "count":
    outcome = solvers.counting.engine(engine).count(puzzle, 1000000, Limits(seconds=seconds))
    answer = f"{outcome.n}{'' if outcome.exact else '+'}"
else:
    outcome = solvers.engine(engine).solve(puzzle, goal, Limits(seconds=seconds))
    answer = type(outcome).__name__ + " " + str(getattr(outcome, "reason", ""))
took = time.perf_counter() - began
# Not ru_maxrss, which starts from the memory of the benchmark itself.
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([took, int(peak.split()[1]) / 1024, answer]))
"""


def _hard(kind: str, side: int) -> dict[str, Any]:
    cells = side * side - 1
    turns = cells // 3
    document: dict[str, Any] = {
        "kind": kind,
        "rows": side,
        "cols": side,
        "start": {"cell": [side // 2, side // 2], "heading": "N"},
    }
    if kind.endswith("solo"):
        deck = (["S", "L", "S", "R"] * cells)[:cells]
        return document | {"deck": deck, "energy": 3}
    return document | {"tray": {"S": cells - 2 * turns, "L": turns, "R": turns}}


def main() -> None:
    rows = [["limits", "engine", "goal", f"over {SECONDS:.0f} s by", "memory", "answer"]]
    for kind, goals in (("end_of_line.solo", ("best", "count")), ("end_of_line.cover", ("any", "count"))):
        for side in (7, 13, 20):
            for engine in ("search", "sat", "cpsat"):
                for goal in goals:
                    took, memory, answer = _child(_hard(kind, side), engine, goal)
                    over = format_seconds(max(0.0, took - SECONDS))
                    rows.append([f"{kind} {side}x{side}", engine, goal, over, f"{memory:.0f} MB", answer])
    table(rows)
    _start()


def _child(document: dict[str, Any], engine: str, goal: str) -> tuple[float, float, str]:
    """Returns the seconds, megabytes and answer of a subprocess."""
    argument = json.dumps([document, engine, goal, SECONDS])
    result = subprocess.run([sys.executable, "-c", _CHILD, argument], capture_output=True, check=True)
    took, memory, answer = json.loads(result.stdout)
    return took, memory, answer


def _start() -> None:
    command = str(Path(sys.executable).parent / "lineworks")
    with tempfile.TemporaryDirectory() as folder:
        puzzle = Path(folder) / "puzzle.json"
        puzzle.write_text('{"kind": "end_of_line.cover"}')
        for words in (["show", str(puzzle)], ["--help"], ["kinds"]):
            times = []
            for _ in range(9):
                began = time.perf_counter()
                subprocess.run([command, *words], capture_output=True, check=True, env=os.environ)
                times.append(time.perf_counter() - began)
            typical = format_seconds(median(times))
            print(f"  lineworks {words[0]} starts and ends in {typical} (median of {len(times)})")
