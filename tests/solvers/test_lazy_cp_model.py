"""Tests that CP-SAT is loaded without pandas, and pandas itself stays usable."""

from __future__ import annotations

import subprocess
import sys

import pytest

_PROGRAM = """
import sys
from solvers.registry import solvers_for
from solvers.protocol import Limits
from puzzles.registry import kind_named
from solvers import verified
document = {"kind": "end_of_line.cover", "rows": 3, "cols": 3, "tray": {"S": 5, "L": 1, "R": 2},
            "start": {"cell": [0, 0], "heading": "N"}}
kind = kind_named(document["kind"])
answer = verified.solve(kind, solvers_for(kind.id), kind.parse(document), "any", Limits(seconds=60), "cpsat")
print(answer.status, "ortools" in sys.modules, "pandas" in sys.modules)
import pandas
print(pandas.Series([1, 2]).sum())
"""


@pytest.mark.process
def test_cp_sat_needs_no_pandas() -> None:
    run = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["impossible", "True", "False", "3"]
