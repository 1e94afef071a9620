"""Engines that join forces, with engines made for the purpose: who answers, who ends whom, what is kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from solvers import portfolio, verified
from solvers.protocol import (
    Count,
    Counting,
    EngineEntry,
    Goal,
    Impossible,
    KindSolvers,
    Limits,
    Outcome,
    Solved,
    Unknown,
)

Script = Callable[[Limits], Outcome[str]]
LATE = 20.0
NONE = Count(0, False)


@dataclass
class Fake:
    """Answers by its script, and notes each time that it was asked."""

    name: str
    script: Script
    counted: Count = NONE
    asked: list[Limits] = field(default_factory=list)

    def solve(self, puzzle: str, goal: Goal, limits: Limits) -> Outcome[str]:
        self.asked.append(limits)
        return self.script(limits)

    def count(self, puzzle: str, cap: int, limits: Limits) -> Count:
        self.asked.append(limits)
        return self.counted


def _says(outcome: Outcome[str]) -> Script:
    return lambda limits: outcome


def _waits(limits: Limits) -> Outcome[str]:
    """Never knows anything, and stops when it is told to."""
    clock = limits.start()
    while (stop := clock.stopped()) is None:
        time.sleep(0.001)
    return Unknown(stop)


def _together(*engines: Fake) -> KindSolvers[str, str]:
    names = tuple(engine.name for engine in engines[1:])
    entries = tuple(EngineEntry(engine.name, partial(_same, engine)) for engine in engines)
    return KindSolvers("kind", _none, _none, entries, lambda puzzle: names, Counting(entries, _none))


def _same(engine: Fake) -> Fake:
    return engine


def _none(_: str) -> str | None:
    return None


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "ALONE", 0.01)


def test_the_first_answers_alone_what_it_can() -> None:
    first, second = Fake("first", _says(Solved("line"))), Fake("second", _says(Solved("other")))
    assert portfolio.solve(_together(first, second), "puzzle", "any", Limits()) == ("first", Solved("line"))
    assert not second.asked


@pytest.mark.parametrize("outcome", [Solved("line", True, 3, 3), Impossible()])
def test_a_partner_that_is_done_ends_the_others(outcome: Outcome[str]) -> None:
    first, second = Fake("first", _waits), Fake("second", _says(outcome))
    found = portfolio.solve(_together(first, second), "puzzle", "best", Limits(seconds=LATE))
    assert found == ("second", outcome)
    assert len(first.asked) == 2
    assert first.asked[1].cancelled()


def test_the_best_of_all_that_is_not_proved() -> None:
    """The scores and bounds of all engines hold together: two halves can be a proof."""
    first = Fake("first", _says(Solved("line", False, 7, 10)))
    second = Fake("second", _says(Solved("worse", False, 5, 8)))
    found = portfolio.solve(_together(first, second), "puzzle", "best", Limits(seconds=LATE))
    assert found == ("first", Solved("line", False, 7, 8))
    second.script = _says(Solved("worse", False, 5, 7))
    found = portfolio.solve(_together(first, second), "puzzle", "best", Limits(seconds=LATE))
    assert found == ("first", Solved("line", True, 7, 7))


def test_nobody_knows() -> None:
    first, second = Fake("first", _waits), Fake("second", _says(Unknown("size")))
    found = portfolio.solve(_together(first, second), "puzzle", "any", Limits(seconds=0.05))
    assert found == ("first", Unknown("time"))


def test_who_cancels_ends_all() -> None:
    began = time.monotonic()
    limits = Limits(seconds=LATE, cancelled=lambda: time.monotonic() > began + 0.05)
    found = portfolio.solve(_together(Fake("first", _waits), Fake("second", _waits)), "puzzle", "any", limits)
    assert found == ("first", Unknown("cancelled"))


def test_memory_that_ran_out_is_not_an_answer() -> None:
    def runs_out(_: Limits) -> Outcome[str]:
        raise MemoryError

    solvers = _together(Fake("first", runs_out), Fake("second", _says(Impossible())))
    assert portfolio.solve(solvers, "puzzle", "any", Limits()) == ("second", Impossible())
    assert portfolio.solve_with(solvers.engine("first"), "puzzle", "any", Limits()) == Unknown("memory")


def test_a_fault_of_an_engine_is_not_swallowed() -> None:
    def breaks(_: Limits) -> Outcome[str]:
        raise AssertionError("broken")

    solvers = _together(Fake("first", _waits), Fake("second", breaks))
    with pytest.raises(AssertionError, match="broken"):
        portfolio.solve(solvers, "puzzle", "any", Limits(seconds=LATE))


def test_counts() -> None:
    first, second = Fake("first", _waits, Count(3, False)), Fake("second", _waits, Count(5, True))
    assert verified.count(_together(first, second), "puzzle", 10) == Count(5, True)
    second.counted = Count(2, False)
    assert verified.count(_together(first, second), "puzzle", 10) == Count(3, False)
    assert verified.count(_together(first, second), "puzzle", 3) == Count(3, False)
    assert len(second.asked) == 2


def test_an_argument_comes_before_the_partners() -> None:
    first, partner = Fake("first", _waits), Fake("partner", _says(Solved("yes")))
    solvers = replace(_together(first, partner), explain=lambda puzzle: "too few")
    assert portfolio.solve(solvers, "", "any", Limits(seconds=LATE)) == ("argument", Impossible("too few"))
    assert solvers.counting is not None
    assert portfolio.count(solvers, solvers.counting, "", 5, Limits(seconds=LATE)) == Count(0, True)
    assert partner.asked == []
