"""Tests the portfolio with fake engines: whose answer counts, and who stops whom."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from puzzles.texts import Phrase
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
    """An engine that answers by its script and records the limits of each call."""

    name: str
    script: Script
    count_answer: Count = NONE
    calls: list[Limits] = field(default_factory=list)

    def solve(self, puzzle: str, goal: Goal, limits: Limits) -> Outcome[str]:
        self.calls.append(limits)
        return self.script(limits)

    def count(self, puzzle: str, cap: int, limits: Limits) -> Count:
        self.calls.append(limits)
        return self.count_answer


def _answers(outcome: Outcome[str]) -> Script:
    return lambda limits: outcome


def _waits(limits: Limits) -> Outcome[str]:
    """Runs until it is stopped, without an answer."""
    clock = limits.start()
    while (stop := clock.stopped()) is None:
        time.sleep(0.001)
    return Unknown(stop)


def _portfolio(*engines: Fake) -> KindSolvers[str, str]:
    names = tuple(engine.name for engine in engines[1:])
    entries = tuple(EngineEntry(engine.name, partial(_same, engine)) for engine in engines)
    return KindSolvers("kind", _none, _none, entries, lambda puzzle: names, Counting(entries, _none))


def _same(engine: Fake) -> Fake:
    return engine


def _none(_: str) -> Phrase | None:
    return None


@pytest.fixture(autouse=True)
def _short_head_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "ALONE", 0.01)


def test_the_first_engine_answers_alone_what_it_can() -> None:
    first, second = Fake("first", _answers(Solved("line"))), Fake("second", _answers(Solved("other")))
    assert portfolio.solve(_portfolio(first, second), "puzzle", "any", Limits()) == ("first", Solved("line"))
    assert not second.calls


@pytest.mark.parametrize("outcome", [Solved("line", True, 3, 3), Impossible()])
def test_a_partner_that_is_done_ends_the_others(outcome: Outcome[str]) -> None:
    first, second = Fake("first", _waits), Fake("second", _answers(outcome))
    result = portfolio.solve(_portfolio(first, second), "puzzle", "best", Limits(seconds=LATE))
    assert result == ("second", outcome)
    assert len(first.calls) == 2
    assert first.calls[1].cancelled()


def test_unproved_answers_are_combined() -> None:
    """The scores and bounds of all engines hold together, so two of them can be a proof."""
    first = Fake("first", _answers(Solved("line", False, 7, 10)))
    second = Fake("second", _answers(Solved("worse", False, 5, 8)))
    result = portfolio.solve(_portfolio(first, second), "puzzle", "best", Limits(seconds=LATE))
    assert result == ("first", Solved("line", False, 7, 8))
    second.script = _answers(Solved("worse", False, 5, 7))
    result = portfolio.solve(_portfolio(first, second), "puzzle", "best", Limits(seconds=LATE))
    assert result == ("first", Solved("line", True, 7, 7))


def test_no_engine_answers() -> None:
    first, second = Fake("first", _waits), Fake("second", _answers(Unknown("size")))
    result = portfolio.solve(_portfolio(first, second), "puzzle", "any", Limits(seconds=0.05))
    assert result == ("first", Unknown("time"))


def test_cancelling_stops_all_engines() -> None:
    began = time.monotonic()
    limits = Limits(seconds=LATE, cancelled=lambda: time.monotonic() > began + 0.05)
    result = portfolio.solve(
        _portfolio(Fake("first", _waits), Fake("second", _waits)), "puzzle", "any", limits
    )
    assert result == ("first", Unknown("cancelled"))


def test_running_out_of_memory_is_not_an_answer() -> None:
    def runs_out(_: Limits) -> Outcome[str]:
        raise MemoryError

    solvers = _portfolio(Fake("first", runs_out), Fake("second", _answers(Impossible())))
    assert portfolio.solve(solvers, "puzzle", "any", Limits()) == ("second", Impossible())
    assert portfolio.solve_with(solvers.engine("first"), "puzzle", "any", Limits()) == Unknown("memory")


def test_a_fault_of_an_engine_is_not_swallowed() -> None:
    def breaks(_: Limits) -> Outcome[str]:
        raise AssertionError("broken")

    solvers = _portfolio(Fake("first", _waits), Fake("second", breaks))
    with pytest.raises(AssertionError, match="broken"):
        portfolio.solve(solvers, "puzzle", "any", Limits(seconds=LATE))


def test_counts() -> None:
    first, second = Fake("first", _waits, Count(3, False)), Fake("second", _waits, Count(5, True))
    assert verified.count(_portfolio(first, second), "puzzle", 10) == Count(5, True)
    second.count_answer = Count(2, False)
    assert verified.count(_portfolio(first, second), "puzzle", 10) == Count(3, False)
    assert verified.count(_portfolio(first, second), "puzzle", 3) == Count(3, False)
    assert len(second.calls) == 2


def test_an_argument_comes_before_the_partners() -> None:
    first, partner = Fake("first", _waits), Fake("partner", _answers(Solved("yes")))
    reason = Phrase("too few")
    solvers = replace(_portfolio(first, partner), refute_thoroughly=lambda puzzle: reason)
    assert portfolio.solve(solvers, "", "any", Limits(seconds=LATE)) == ("argument", Impossible(reason))
    assert solvers.counting is not None
    assert portfolio.count(solvers, solvers.counting, "", 5, Limits(seconds=LATE)) == Count(0, True)
    assert partner.calls == []
