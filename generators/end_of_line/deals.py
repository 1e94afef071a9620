"""Makes deals that reward thought: their best score is proved, and a careless player does not reach it.

The grade is the share of simulated players, of increasing foresight, that reach the best score.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from generators.end_of_line.deal_players import ALL_GAMES, DealPlayers, Wins
from generators.end_of_line.options import none_found, random_area, shuffled_deck
from generators.protocol import GradedPuzzle, Grading, Spec, refuse_contradiction
from puzzles.end_of_line.board import STANDARD, Area
from puzzles.grades import Grade
from puzzles.kind import PuzzleKind
from solvers.protocol import ENDLESS, Clock, Limits, Outcome, Solved

P = TypeVar("P")
# The decks that deals are made of: the printed one, and one with few cards of several exits.
STARVED = {"S": 11, "L": 5, "R": 5, "LS": 1, "SR": 1, "LR": 1, "LSR": 0, "LSR0": 1}
DECKS: dict[Grade, tuple[Mapping[str, int], ...]] = {
    "easy": (STANDARD,),
    "medium": (STANDARD, STANDARD, STARVED),
    "hard": (STANDARD, STARVED),
    "expert": (STANDARD, STARVED),
}
MAX_SPARE = 4
ENERGY = 3
_ATTEMPTS = 1200
# Larger areas get no grade: the simulated games take too long there.
_MAX_GRADED = 64


def deal_for_one(spec: Spec, rng: random.Random) -> tuple[Area, tuple[str, ...], int]:
    """Returns the area, the deck and the energy of a random deal for one player."""
    area = random_area(spec.options, rng)
    need = len(area.free_cells())
    deck = shuffled_deck(rng.choice(DECKS[spec.grade]), need, rng)
    return area, tuple(deck[: need + rng.randrange(MAX_SPARE + 1)]), ENERGY


@dataclass(frozen=True)
class Deals(Generic[P]):
    """The deals of one kind.

    deal      makes a random deal
    solve     finds the best score within limits of work
    confirm   whether a second engine, of another type, agrees on the best score; None at its limit
    players   the simulated players of a deal, with a seed
    moves     by grade, the most moves of the search for the proof; a deal that needs more is dropped, so no
              clock decides
    min_wins  by grade, in how many of the simulated games the best score must be reached at least
    promises  whether a deal keeps what else the kind promises; None where limits of work come before that
    attempts  how many deals are tried
    """

    kind: PuzzleKind[P, Any]
    deal: Callable[[Spec, random.Random], P]
    solve: Callable[[P, Limits], Outcome[Any]]
    confirm: Callable[[P, Solved[Any]], bool | None]
    players: Callable[[P, int], DealPlayers]
    moves: Mapping[Grade, int]
    min_wins: Mapping[Grade, int]
    promises: Callable[[P, int], bool | None] = lambda _puzzle, _best: True
    attempts: Callable[[Spec], int] = lambda _spec: _ATTEMPTS

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[P]:
        """Makes a deal of a grade; NoneFound where many attempts do not lead to one."""
        min_wins, too_many = self.min_wins[spec.grade], self._too_many_wins(spec.grade)

        def worth_it(low: int, high: int) -> bool:
            return low < too_many and high >= min_wins

        attempts = self.attempts(spec)
        for _ in range(attempts):
            puzzle = self.deal(spec, rng)
            best = self._best(puzzle, self.moves[spec.grade])
            if best is None or best.score is None:
                continue
            careless = self.players(puzzle, spec.seed).careless_best()
            if careless is not None and careless > best.score:
                raise AssertionError(f"a game beats the best score of {self.kind.serialise(puzzle)}")
            if careless == best.score or not self.promises(puzzle, best.score):
                continue
            wins = self._players(puzzle).wins(best.score, worth_it)
            if wins is not None and self._confirmed(puzzle, best):
                return GradedPuzzle(puzzle, self.grading(wins))
        raise none_found(self.kind.id, spec, attempts)

    def grade(self, puzzle: P, cells: int, free: int, clock: Clock = ENDLESS) -> Grading | None:
        """Grades any puzzle with so many cells, and so many free ones; None where there is no solution, its
        best score cannot be proved, or the area is too large."""
        if cells > _MAX_GRADED:
            return None
        if free == 0:
            return Grading("easy", 0)
        best = self._best(puzzle, max(self.moves.values()), clock)
        if best is None or best.score is None:
            return None
        wins = self._players(puzzle).wins(best.score, clock=clock)
        return None if wins is None else self.grading(wins)

    def grading(self, wins: Wins) -> Grading:
        grade = next(g for g, min_wins in self.min_wins.items() if wins.total >= min_wins)
        return Grading(grade, 100 - 100 * wins.total // ALL_GAMES)

    def _best(self, puzzle: P, moves: int, clock: Clock = ENDLESS) -> Solved[Any] | None:
        """Returns the proved best; None when there is no solution, or no proof within the limit."""
        outcome = self.solve(puzzle, Limits(seconds=clock.left(), work=moves))
        return outcome if isinstance(outcome, Solved) and outcome.proven else None

    def _confirmed(self, puzzle: P, best: Solved[Any]) -> bool:
        """Whether the second engine proves the same best score."""
        agrees = self.confirm(puzzle, best)
        refuse_contradiction(self.kind, puzzle, agrees is False)
        return bool(agrees)

    def _players(self, puzzle: P) -> DealPlayers:
        """Returns players of the canonical twin: the order of cells steers their luck, but must not change
        the grade."""
        return self.players(self.kind.twin(puzzle).puzzle, 0)

    def _too_many_wins(self, grade: Grade) -> int:
        """Returns the number of won games from which on a deal is too easy for the grade."""
        minimum = self.min_wins[grade]
        return min((n for n in self.min_wins.values() if n > minimum), default=ALL_GAMES + 1)
