"""Continues lines of cover puzzles: what is left to cover is a smaller cover puzzle.

Its start card stands where the line's last card but one lies, and points at the last card, which is given.
Its tray lacks the cards laid before, and their cells are blocked. Its lines are exactly those that continue
the line begun, so that engines, counts and refutations of cover puzzles answer for it.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable
from dataclasses import dataclass, replace

from puzzles.end_of_line.board import CARDS, Area, PlacedCard, Start
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution, Given
from puzzles.texts import Phrase, phrase
from solvers.protocol import (
    Continuation,
    Count,
    Counter,
    Counting,
    EngineEntry,
    Goal,
    KindSolvers,
    Limits,
    Outcome,
    Solved,
    Solver,
)

CoverContinuation = Continuation[CoverPuzzle, CoverSolution]


def rest_of(continuation: CoverContinuation) -> CoverPuzzle:
    """Returns the puzzle that is left, in which the last card laid is the first."""
    puzzle, line = continuation.puzzle, continuation.progress.line
    *laid, last = line
    area, heading = rest_of_area(puzzle.area, line)
    placed = Multiset(card.card for card in laid)
    tray = tuple(n - placed[card] for card, n in zip(CARDS, puzzle.tray, strict=True))
    cells = {card.cell for card in line}
    givens = [given for given in puzzle.givens if given.cell not in cells]
    givens.append(Given(last.cell, last.card, heading))
    return CoverPuzzle(area, tray, tuple(sorted(givens, key=lambda given: given.cell)))


def rest_of_area(area: Area, line: tuple[PlacedCard, ...]) -> tuple[Area, str]:
    """Returns the area in which a line's last card is still to be placed, and the heading that leads to it.

    Each card of the line continues the one before it."""
    *passed, before, last = [area.start.cell, *(card.cell for card in line)]
    heading = area.heading_between(before, last)
    if heading is None:
        raise ValueError(f"{last} is not beside {before}")
    blocked = tuple(sorted((*area.blocked, *passed)))
    return replace(area, start=Start(before, heading), blocked=blocked), heading


@dataclass(frozen=True)
class _Engine:
    """An engine of cover puzzles, asked about what is left."""

    name: str
    engine: Solver[CoverPuzzle, CoverSolution]
    counter: Counter[CoverPuzzle]

    def solve(self, continuation: CoverContinuation, goal: Goal, limits: Limits) -> Outcome[CoverSolution]:
        outcome = self.engine.solve(rest_of(continuation), goal, limits)
        if not isinstance(outcome, Solved):
            return outcome
        laid = continuation.progress.line[:-1]
        return replace(outcome, solution=CoverSolution((*laid, *outcome.solution.line)))

    def count(self, continuation: CoverContinuation, cap: int, limits: Limits) -> Count:
        return self.counter.count(rest_of(continuation), cap, limits)


def continuation_solvers(
    solvers: KindSolvers[CoverPuzzle, CoverSolution], counting: Counting[CoverPuzzle]
) -> KindSolvers[CoverContinuation, CoverSolution]:
    """Returns the solvers of continuations, which are those of cover puzzles."""

    def entry(name: str) -> EngineEntry[_Engine]:
        return EngineEntry(name, lambda: _Engine(name, solvers.engine(name), counting.engine(name)))

    engines = [entry(engine.name) for engine in solvers.engines]
    refute = _of_the_rest(solvers.refute)
    return KindSolvers(
        kind=solvers.kind,
        refute=refute,
        refute_thoroughly=_of_the_rest(solvers.refute_thoroughly),
        engines=engines,
        partners=lambda continuation: solvers.partners(rest_of(continuation)),
        counting=Counting(engines, refute),
    )


def _of_the_rest(
    refute: Callable[[CoverPuzzle], Phrase | None],
) -> Callable[[CoverContinuation], Phrase | None]:
    def refute_rest(continuation: CoverContinuation) -> Phrase | None:
        return from_the_last_card_on(refute(rest_of(continuation)))

    return refute_rest


def from_the_last_card_on(reason: Phrase | None) -> Phrase | None:
    """Says that a reason is about what is left, in which the last card laid is the first."""
    return None if reason is None else phrase("end_of_line.refutation.of_the_rest", reason=reason)
