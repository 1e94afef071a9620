"""Fake engines and generators with scripted answers, for what real ones do seldom or never."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from generators.errors import NoneFound
from generators.protocol import ExplainedStep, GradedPuzzle, Grading, KindGenerators, Spec
from puzzles.end_of_line import cover
from puzzles.json_shapes import Integer, ObjectShape
from puzzles.texts import Phrase
from solvers.protocol import (
    ENDLESS,
    Clock,
    Count,
    Counting,
    EngineEntry,
    Goal,
    Impossible,
    KindSolvers,
    Limits,
    Outcome,
)
from tests.api.small_puzzles import COVER

OPTIONS = ObjectShape({"rows": Integer(3, 9), "name": Integer(0, 9)}, {"rows": 3, "name": 0})
WRONG = cover.CoverSolution(())


@dataclass
class Engine:
    """An engine that returns its outcomes in turn, and then the last one again and again."""

    outcomes: list[Outcome[Any]] = field(default_factory=lambda: [Impossible()])
    count_answer: Count = field(default_factory=lambda: Count(0, True))
    name: str = "fake"
    calls: list[tuple[Goal, Limits]] = field(default_factory=list)
    counting: list[Limits] = field(default_factory=list)

    def solve(self, puzzle: Any, goal: Goal, limits: Limits) -> Outcome[Any]:
        self.calls.append((goal, limits))
        return self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]

    def count(self, puzzle: Any, cap: int, limits: Limits) -> Count:
        self.counting.append(limits)
        return self.count_answer


def _no_refutation(_: Any) -> None:
    return None


def use_engine(monkeypatch: pytest.MonkeyPatch, engine: Engine, of: str | None = None) -> None:
    """Uses the engine for the kind `of`, or for all kinds; others then find every puzzle impossible."""

    def solvers_for(kind: str) -> KindSolvers[Any, Any]:
        chosen = engine if of in (None, kind) else Engine()
        entries = (EngineEntry(chosen.name, lambda: chosen),)
        counting = Counting(entries, _no_refutation)
        return KindSolvers(kind, _no_refutation, _no_refutation, entries, lambda _: (), counting)

    monkeypatch.setitem(sys.modules, "solvers.registry", SimpleNamespace(solvers_for=solvers_for))


@dataclass
class Generator:
    """A generator that makes the corridor for every seed except those in `fails`."""

    fails: frozenset[int] = frozenset()
    version: int = 1
    grading: Grading | None = None
    explanation: tuple[str, ...] | None = None
    kind: str = "end_of_line.cover"
    options: ObjectShape = field(default_factory=lambda: OPTIONS)
    options_seen: list[Mapping[str, Any]] = field(default_factory=list)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[Any]:
        self.options_seen.append(spec.options)
        if spec.seed in self.fails:
            raise NoneFound("nothing for this seed")
        return GradedPuzzle(cover.KIND.parse(COVER), Grading(spec.grade, 5))

    def grade(self, puzzle: Any, clock: Clock = ENDLESS) -> Grading | None:
        return self.grading

    def steps(self, puzzle: Any, clock: Clock = ENDLESS) -> tuple[ExplainedStep, ...] | None:
        if self.explanation is None:
            return None
        return tuple(ExplainedStep("look", cast(Phrase, text)) for text in self.explanation)


def use_generator(monkeypatch: pytest.MonkeyPatch, generator: Generator) -> None:
    explainer: Any = generator
    generators = KindGenerators(generator, generator, explainer)
    fake = SimpleNamespace(generators_for=lambda kind: generators)
    monkeypatch.setitem(sys.modules, "generators.registry", fake)
