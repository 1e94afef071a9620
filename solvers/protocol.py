"""The protocols of engines: what they answer, and the limits that they keep."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

from puzzles.kind import Violation
from puzzles.texts import Phrase

P_contra = TypeVar("P_contra", contravariant=True)
P = TypeVar("P")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
G = TypeVar("G")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

Goal = Literal["any", "best"]
# Why an engine stopped; time: the seconds, or the budget of work, ran out.
Stop = Literal["time", "memory", "size", "cancelled"]


@dataclass(frozen=True)
class Limits:
    """How long an engine may work.

    `seconds` is wall-clock time. `work` is a budget in the engine's own deterministic unit (nodes,
    conflicts): where a result must be the same on every machine, it is set and `seconds` is not.
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
    """A running time limit."""

    deadline: float | None
    cancelled: Callable[[], bool]

    def left(self) -> float:
        """Returns the seconds left: infinite without a deadline, never below 0."""
        return math.inf if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def stopped(self) -> Stop | None:
        """Returns why the work must end now, or None."""
        if self.cancelled():
            return "cancelled"
        return "time" if self.left() <= 0 else None


ENDLESS = Limits().start()


@dataclass(frozen=True)
class Solved(Generic[S_co]):
    """A solution; for the goal `best` with its score, and the greatest score not ruled out.

    `value` is the value of the puzzle, for kinds whose puzzles have one."""

    solution: S_co
    proven: bool = True
    score: int | None = None
    bound: int | None = None
    value: int | None = None


@dataclass(frozen=True)
class Impossible:
    """A proof that there is no solution; `reason` where a simple refutation shows it.

    `value` as in Solved."""

    reason: Phrase | None = None
    value: int | None = None


@dataclass(frozen=True)
class Unknown:
    """The work ended at a limit without a solution. This is never turned into Impossible."""

    reason: Stop
    bound: int | None = None


Outcome = Solved[S] | Impossible | Unknown


@dataclass(frozen=True)
class Count:
    """A number of solutions. `exact` is false when the cap or a limit ended the count.

    A cap that is reached always ends the count."""

    n: int
    exact: bool


def count_of(outcome: Solved[Any] | Impossible | Unknown) -> Count:
    """Counts the solutions of a puzzle whose outcome needed no search: 1 if solved, else 0."""
    return Count(int(isinstance(outcome, Solved)), not isinstance(outcome, Unknown))


class Solver(Protocol[P_contra, S_co]):
    """An engine for one kind. Its answers are checked outside it (solvers.verified)."""

    @property
    def name(self) -> str:
        """The word for `--engine`, and the name under which an answer says which engine gave it."""

    def solve(self, puzzle: P_contra, goal: Goal, limits: Limits) -> Outcome[S_co]: ...


class Counter(Protocol[P_contra]):
    """An engine that counts the solutions of puzzles of one kind."""

    @property
    def name(self) -> str: ...

    def count(self, puzzle: P_contra, cap: int, limits: Limits) -> Count: ...


class Valued(Protocol[P_contra, S_contra]):
    """What engines can answer in addition where the puzzles of a kind have a value."""

    def moves(
        self, engine: str | None, puzzle: P_contra, limits: Limits, progress: Any | None = None
    ) -> Sequence[ValuedMove] | Stop:
        """Returns every different position that a turn can lead to, best first.

        `progress`: a partial solution, which the turns must continue."""

    def judge(self, puzzle: P_contra, solution: S_contra, limits: Limits) -> Judgement | Stop:
        """Judges whether a legal solution meets the puzzle's goal."""


class ValuedMove(Protocol):
    """A turn and the position that it leads to, with its value."""

    def to_json(self) -> dict[str, Any]: ...


class Analyst(Protocol[P_contra]):
    """Analyses positions of a game, for kinds whose puzzles are such."""

    def moves(self, puzzle: P_contra, limits: Limits) -> Sequence[ValuedMove] | Phrase | Stop:
        """Returns every different position that a turn can lead to, best first, with how many of the
        opponent's answers keep its value; or why values are not known, and what would help."""


@dataclass(frozen=True)
class Judgement:
    """The value of the puzzle, and the violations of a solution that misses the goal."""

    value: int
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class EngineEntry(Generic[E_co]):
    """An engine that is loaded when it is first used, because compilers and solvers take long to import."""

    name: str
    load: Callable[[], E_co]


def engine_at(name: str, path: str) -> EngineEntry[Any]:
    """The entry of the engine whose class is at `path`: a module, a colon and the name in it."""
    module, _, class_name = path.partition(":")

    @cache
    def load() -> Any:
        return getattr(import_module(module), class_name)()

    return EngineEntry(name, load)


def engine_named(engines: Sequence[EngineEntry[E]], name: str | None) -> E:
    """Loads the engine of this name, or the first if `name` is None."""
    for engine in engines:
        if name in (None, engine.name):
            return engine.load()
    names = ", ".join(engine.name for engine in engines)
    raise ValueError(f"no engine {name!r}; expected one of {names}")


@dataclass(frozen=True)
class Counting(Generic[P]):
    """How the solutions of a kind's puzzles are counted.

    engines      those that count; the first answers when none is named
    refute       a simple refutation, None where there is none: tried first, so it must cost nothing
    restriction  which solutions are counted, in words that follow "solutions", where not all of them are
    """

    engines: Sequence[EngineEntry[Counter[P]]]
    refute: Callable[[P], Phrase | None]
    restriction: str | None = None

    @property
    def complete(self) -> bool:
        """Whether a count leaves out no solution, so that one counted is the only one."""
        return self.restriction is None

    def engine(self, name: str | None) -> Counter[P]:
        """Loads the engine of this name, or the one that counts when none is named."""
        return engine_named(self.engines, name)


@dataclass(frozen=True)
class Continuation(Generic[P, G]):
    """A puzzle with a partial solution, which breaks no rule so far: what its solutions begin with."""

    puzzle: P
    progress: G


@dataclass(frozen=True)
class KindSolvers(Generic[P, S]):
    """The solvers of puzzles of one kind.

    refute    a simple refutation, None where there is none: tried first, so it must cost nothing
    refute_thoroughly  costlier refutations, tried before partners join and when an engine finds no solution
    engines   those that solve; the first answers when none is named
    partners  the engines that join the first on a puzzle that it does not answer soon, chosen by measurement
    counting  how solutions are counted, None for kinds without a count
    valued    what engines answer in addition where puzzles have a value, None for other kinds
    analyst   what analyses a game of which the puzzles are positions, None for other kinds
    continuations
              the solvers of continuations of puzzles of the kind; None where no engine continues a solution
              begun
    warm_up   compiles the kernels that generating a puzzle does not; its argument is a folder for their files
    prepare   creates the files that the engines share in the data folder, before several processes start at
              once; OSError if it cannot
    compile   makes searches use compiled kernels from now on, also those that would begin without them: for
              processes that answer many questions
    version   part of the key of cached answers: raised whenever a fix of the rules, an engine or a generator
              of the kind may change an answer, so that no wrong answer outlives its fix. Stored solutions are
              then proved again
    """

    kind: str
    refute: Callable[[P], Phrase | None]
    refute_thoroughly: Callable[[P], Phrase | None]
    engines: Sequence[EngineEntry[Solver[P, S]]]
    partners: Callable[[P], Sequence[str]]
    counting: Counting[P] | None = None
    valued: Valued[P, S] | None = None
    analyst: EngineEntry[Analyst[P]] | None = None
    continuations: KindSolvers[Continuation[P, Any], S] | None = None
    warm_up: Callable[[Path], None] = lambda _folder: None
    prepare: Callable[[], None] = lambda: None
    compile: Callable[[], None] = lambda: None
    version: int = 1

    def engine(self, name: str | None) -> Solver[P, S]:
        """Loads the engine of this name, or the one that answers when none is named."""
        return engine_named(self.engines, name)
