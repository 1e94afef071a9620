"""What an engine is: three answers, limits that are kept, and nothing else."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from puzzles.kind import Violation

P_contra = TypeVar("P_contra", contravariant=True)
P = TypeVar("P")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)

Goal = Literal["any", "best"]
Stop = Literal["time", "memory", "size", "cancelled"]


@dataclass(frozen=True)
class Limits:
    """How long an engine may work.

    `seconds` is wall-clock time. `work` is a budget in the engine's own deterministic unit (nodes,
    conflicts): where a result must repeat on every machine it is set and `seconds` is not.
    """

    seconds: float | None = None
    work: int | None = None
    seed: int = 0
    cancelled: Callable[[], bool] = field(default=lambda: False)

    def start(self) -> Clock:
        deadline = None if self.seconds in (None, math.inf) else time.monotonic() + self.seconds
        return Clock(deadline, self.cancelled)


@dataclass(frozen=True)
class Clock:
    """A running limit."""

    deadline: float | None
    cancelled: Callable[[], bool]

    def left(self) -> float:
        """Seconds left, infinite without a deadline, never below 0."""
        return math.inf if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def stopped(self) -> Stop | None:
        """Why the work must end now, or None."""
        if self.cancelled():
            return "cancelled"
        return "time" if self.left() <= 0 else None


ENDLESS = Limits().start()


@dataclass(frozen=True)
class Solved(Generic[S_co]):
    """A solution; for `best` with its score, and the greatest score not ruled out. `value`: the puzzle's own,
    for kinds that have one."""

    solution: S_co
    proven: bool = True
    score: int | None = None
    bound: int | None = None
    value: int | None = None


@dataclass(frozen=True)
class Impossible:
    """Proved; `reason` in words where a simple argument shows it. `value` as in Solved."""

    reason: str | None = None
    value: int | None = None


@dataclass(frozen=True)
class Unknown:
    """A limit ended the work without a solution. Never turned into Impossible."""

    reason: Stop
    bound: int | None = None


Outcome = Solved[S] | Impossible | Unknown


@dataclass(frozen=True)
class Count:
    """`exact` is false when the cap or a limit ended the count: a cap that is reached always ends it."""

    n: int
    exact: bool


def count_of(outcome: Solved[Any] | Impossible | Unknown) -> Count:
    """The count where the outcome was plain at once, and a solution is the only one."""
    return Count(int(isinstance(outcome, Solved)), not isinstance(outcome, Unknown))


class Solver(Protocol[P_contra, S_co]):
    """An engine for one kind. Its answers are checked outside it (solvers.verified)."""

    @property
    def name(self) -> str:
        """The word for `--engine`, and for the answer that says who found it."""

    def solve(self, puzzle: P_contra, goal: Goal, limits: Limits) -> Outcome[S_co]: ...

    def count(self, puzzle: P_contra, cap: int, limits: Limits) -> Count: ...


class Uncounted:
    """For the engines of kinds that have no count."""

    def count(self, puzzle: object, cap: int, limits: Limits) -> Count:
        return Count(0, False)


class Valued(Protocol[P_contra, S_contra]):
    """What is asked of the engines of a kind whose puzzles have a value."""

    def moves(self, engine: str | None, puzzle: P_contra, limits: Limits) -> Sequence[ValuedMove] | Stop:
        """Every different position that a turn can lead to, best first."""

    def judge(self, puzzle: P_contra, solution: S_contra, limits: Limits) -> Judgement | Stop:
        """Whether a legal solution meets the puzzle's goal."""


class ValuedMove(Protocol):
    """A turn and what comes of it."""

    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Judgement:
    """The value of the puzzle, and what a solution misses of its goal."""

    value: int
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class KindSolvers(Generic[P, S]):
    """All that solves a kind; its engines, the one that answers first.

    refute        a simple argument, in words, why there is no solution: tried first, so it must cost nothing
    explain       the dearer arguments, tried before partners join and when an engine found nothing
    refute_count  the argument why nothing is counted, where that is another question than solving
    partners      the engines that join the first on a puzzle that it does not answer soon; by measurement
    valued        what else can be asked where puzzles have a value
    """

    kind: str
    refute: Callable[[P], str | None]
    explain: Callable[[P], str | None]
    refute_count: Callable[[P], str | None]
    engines: Sequence[Solver[P, S]]
    partners: Callable[[P], Sequence[str]]
    valued: Valued[P, S] | None = None

    def engine(self, name: str | None) -> Solver[P, S]:
        """The engine named, or the one that answers when none is named."""
        for engine in self.engines:
            if name in (None, engine.name):
                return engine
        known = ", ".join(e.name for e in self.engines)
        raise ValueError(f"no engine {name!r} for {self.kind}; expected one of {known}")
