"""Tests budgets of work: the same stop on every machine, and one budget for all engines of a call."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from solvers.backends.sat import Sat
from solvers.protocol import Clock, Limits
from solvers.resumable import Effort


def _pigeons(sat: Sat, holes: int) -> None:
    """Adds one pigeon more than holes: a formula that takes some thousand conflicts."""
    at = [[sat.new_variable() for _ in range(holes)] for _ in range(holes + 1)]
    for pigeon in at:
        sat.add(*pigeon)
    for hole in range(holes):
        sat.at_most_one([pigeon[hole] for pigeon in at])


def _conflicts(work: int) -> tuple[object, int]:
    limits = Limits(work=work)
    with Sat(limits.start(), limits) as sat:
        _pigeons(sat, 8)
        is_satisfiable = sat.solve()
        return is_satisfiable, sat.conflicts


def test_work_is_counted_and_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver checks budgets when it restarts, which does not depend on the machine's speed."""
    is_satisfiable, conflicts = _conflicts(500)
    assert is_satisfiable is None
    assert conflicts >= 500
    assert _conflicts(500) == (is_satisfiable, conflicts)
    monkeypatch.setattr(Clock, "stopped", lambda _: time.sleep(0.01))
    assert _conflicts(500) == (is_satisfiable, conflicts)


def test_a_large_budget_suffices() -> None:
    assert _conflicts(10**9)[0] is False


@dataclass
class Steps:
    """A search that never ends."""

    step_count: int = 0
    finished: bool = False
    found_count: int = 0
    cap: int = 1

    def run(self, steps: int) -> None:
        self.step_count += steps


def test_searches_share_one_budget() -> None:
    effort = Effort(Limits(work=1_000), 10)
    first, second = Steps(), Steps()
    assert effort.spend(first, 400) is None
    assert effort.spend(second) == "time"
    assert (first.step_count, second.step_count) == (400, 600)


_MODELS = """
from generators.records import make_record
from generators.protocol import Spec
from generators.registry import generators_for
from puzzles.registry import KINDS, kind_of
from solvers.protocol import Limits
from solvers.registry import solvers_for
from tests.bench import sets
documents = [document for _, document in sets.solo_best_set()[::40] + sets.cover_set()[::20]]
for kind in KINDS:
    if kind.id.startswith("light_line"):
        maker = generators_for(kind.id).maker
        record = make_record(kind, maker, Spec("hard", 3, maker.options.read({})))
        print(record)
        documents.append(record["puzzle"])
for document in documents:
    kind = kind_of(document)
    for engine in solvers_for(kind.id).engines[:2]:
        print(engine.name, engine.load().solve(kind.parse(document), "best", Limits()))
"""


@pytest.mark.slow
@pytest.mark.process
def test_answers_do_not_depend_on_string_hashes() -> None:
    """Sets of strings have another order in every process; engines must not depend on it."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _MODELS],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert "Solved" in outputs.pop()
