"""Continues lines of cover puzzles: what is left to cover is a smaller cover puzzle.

Its start card stands on the last cell but one of the partial line, and points at the last cell, whose card is
given if it is settled. Its tray lacks the settled cards of the cells before, which are blocked. Where the
card of such a cell is open, the tray owes one for the turn of the line there: these are the owed turns. The
lines for which there are cards then, the owed turns included, are exactly those that continue the partial
line, so that engines, counts and refutations of cover puzzles answer for it.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from puzzles.end_of_line.board import CARDS, Area, Cell, Start
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution, Given, PartialLine
from puzzles.texts import Phrase, phrase
from solvers.end_of_line.cover_cards import OwedTurns, solution_of, turns_along
from solvers.protocol import (
    Continuation,
    Count,
    Counting,
    EngineEntry,
    Goal,
    KindSolvers,
    Limits,
    Outcome,
    Solved,
)

CoverContinuation = Continuation[CoverPuzzle, PartialLine]


class CoverEngine(Protocol):
    """An engine of cover puzzles, which also knows owed turns."""

    def solve(
        self, puzzle: CoverPuzzle, goal: Goal, limits: Limits, owed_turns: OwedTurns
    ) -> Outcome[CoverSolution]: ...
    def count(self, puzzle: CoverPuzzle, cap: int, limits: Limits, owed_turns: OwedTurns) -> Count: ...


Refutation = Callable[[CoverPuzzle, OwedTurns], Phrase | None]


def rest_of(continuation: CoverContinuation) -> tuple[CoverPuzzle, OwedTurns]:
    """Returns the puzzle that is left, in which the last cell of the partial line is the first, and the turns
    that its tray owes."""
    puzzle, progress = continuation.puzzle, continuation.progress
    line = [laid.cell for laid in progress.line]
    *cards, last_card = progress.settled_cards(puzzle)
    turns = turns_along(puzzle.area, line)[:-1]
    owed_turns = tuple(turn for card, turn in zip(cards, turns, strict=True) if card is None and turn)
    area, heading = rest_of_area(puzzle.area, line)
    laid_cards = Multiset(cards)
    tray = tuple(n - laid_cards[card] for card, n in zip(CARDS, puzzle.tray, strict=True))
    givens = [given for given in puzzle.givens if given.cell not in line]
    if last_card is not None:
        givens.append(Given(line[-1], last_card, heading))
    return CoverPuzzle(area, tray, tuple(sorted(givens, key=lambda given: given.cell))), owed_turns


def rest_of_area(area: Area, line: Sequence[Cell]) -> tuple[Area, str]:
    """Returns the area in which a line's last cell is still to be covered, and the heading that leads to it.

    Each cell of the line continues the one before it."""
    *passed, before, last = [area.start.cell, *line]
    heading = area.heading_between(before, last)
    if heading is None:
        raise ValueError(f"{last} is not beside {before}")
    blocked = tuple(sorted((*area.blocked, *passed)))
    return replace(area, start=Start(before, heading), blocked=blocked), heading


@dataclass(frozen=True)
class _Engine:
    """An engine of cover puzzles, asked about what is left."""

    name: str
    engine: CoverEngine

    def solve(self, continuation: CoverContinuation, goal: Goal, limits: Limits) -> Outcome[CoverSolution]:
        rest, owed_turns = rest_of(continuation)
        outcome = self.engine.solve(rest, goal, limits, owed_turns)
        if not isinstance(outcome, Solved):
            return outcome
        partial_line = continuation.progress.line
        line = [*(cell.cell for cell in partial_line[:-1]), *(card.cell for card in outcome.solution.line)]
        stated_cards = {cell.cell: cell.card for cell in partial_line if cell.card is not None}
        return replace(outcome, solution=solution_of(continuation.puzzle, line, stated_cards))

    def count(self, continuation: CoverContinuation, cap: int, limits: Limits) -> Count:
        rest, owed_turns = rest_of(continuation)
        return self.engine.count(rest, cap, limits, owed_turns)


def continuation_solvers(
    kind: str,
    engines: Sequence[EngineEntry[CoverEngine]],
    refute: Refutation,
    refute_thoroughly: Refutation,
    partners: Callable[[CoverPuzzle], Sequence[str]],
) -> KindSolvers[CoverContinuation, CoverSolution]:
    """Returns the solvers of continuations, which are those of cover puzzles."""

    def entry(engine: EngineEntry[CoverEngine]) -> EngineEntry[_Engine]:
        return EngineEntry(engine.name, lambda: _Engine(engine.name, engine.load()))

    entries = [entry(engine) for engine in engines]
    refute_rest = _of_the_rest(refute)
    return KindSolvers(
        kind=kind,
        refute=refute_rest,
        refute_thoroughly=_of_the_rest(refute_thoroughly),
        engines=entries,
        partners=lambda continuation: partners(rest_of(continuation)[0]),
        counting=Counting(entries, refute_rest),
    )


def _of_the_rest(refute: Refutation) -> Callable[[CoverContinuation], Phrase | None]:
    def refute_rest(continuation: CoverContinuation) -> Phrase | None:
        return from_the_last_card_on(refute(*rest_of(continuation)))

    return refute_rest


def from_the_last_card_on(reason: Phrase | None) -> Phrase | None:
    """Says that a reason is about what is left, in which the last card laid is the first."""
    return None if reason is None else phrase("end_of_line.refutation.of_the_rest", reason=reason)
