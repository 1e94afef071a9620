"""Makes solo deals that discriminate: their best score is proved, and carelessness does not reach it.

The grade is the share of simulated players, of rising foresight, that reach the best score.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from generators.base import Grade, Grading, Made, Spec
from generators.end_of_line.area import AreaOptions, none_found, random_area, shuffled_deck
from generators.end_of_line.solo_players import Players, Shares
from puzzles.end_of_line.board import STANDARD
from puzzles.end_of_line.solo import SoloPuzzle
from solvers.base import Limits, Solved
from solvers.end_of_line.solo_search import SoloSearch

# The decks that deals are made of: the printed one, and one with few cards of several exits.
STARVED = {"S": 11, "L": 5, "R": 5, "LS": 1, "SR": 1, "LR": 1, "LSR": 0, "LSR0": 1}
DECKS: dict[Grade, tuple[Mapping[str, int], ...]] = {
    "easy": (STANDARD,),
    "medium": (STANDARD, STANDARD, STARVED),
    "hard": (STANDARD, STARVED),
    "expert": (STANDARD, STARVED),
}
MOST_SPARE = 4
ENERGY = 3
# The least mean share of players that reach the best score, for each grade.
LEAST_SHARE: dict[Grade, float] = {"easy": 0.60, "medium": 0.36, "hard": 0.12, "expert": 0.0}
# Moves of the search that the proof may take; a deal that needs more is dropped, so no clock decides.
_MOVES = 300_000
_ATTEMPTS = 400
# The players' games take too long on larger areas: those get no grade.
_MOST_GRADED = 64


class SoloGenerator:
    """See generators.base.Generator for what each member is for."""

    kind = "end_of_line.solo"
    version = 2
    options = AreaOptions(blocked=3)
    has_steps = False

    def generate(self, spec: Spec, rng: random.Random) -> Made[SoloPuzzle]:
        least, too_many = LEAST_SHARE[spec.grade], _next_share(spec.grade)

        def worth_it(low: float, high: float) -> bool:
            return low < too_many and high >= least

        for _ in range(_ATTEMPTS):
            puzzle = _deal(spec, rng)
            best = _best(puzzle)
            if best is None:
                continue
            careless = Players(puzzle, spec.seed).careless_best()
            if careless is not None and careless >= best:
                continue
            shares = Players(puzzle).shares(best, worth_it)
            if shares is not None:
                return Made(puzzle, _grading(shares))
        raise none_found(self.kind, spec, _ATTEMPTS)

    def grade(self, puzzle: SoloPuzzle) -> Grading | None:
        """None where the best score cannot be proved, there is none, or the area is too large."""
        if puzzle.area.rows * puzzle.area.cols > _MOST_GRADED:
            return None
        best = _best(puzzle)
        shares = None if best is None else Players(puzzle).shares(best)
        return None if shares is None else _grading(shares)

    def steps(self, puzzle: SoloPuzzle) -> tuple[str, ...] | None:
        return None


GENERATOR = SoloGenerator()


def _deal(spec: Spec, rng: random.Random) -> SoloPuzzle:
    area = random_area(spec.options, rng)
    need = len(area.free_cells())
    deck = shuffled_deck(rng.choice(DECKS[spec.grade]), need, rng)
    return SoloPuzzle(area, tuple(deck[: need + rng.randrange(MOST_SPARE + 1)]), ENERGY)


def _best(puzzle: SoloPuzzle) -> int | None:
    """The proved best score; None when there is no solution, or no proof within the limit."""
    found = SoloSearch().solve(puzzle, "best", Limits(work=_MOVES))
    return found.score if isinstance(found, Solved) and found.proven else None


def _next_share(grade: Grade) -> float:
    """The share from which on a deal is too easy for the grade."""
    return min((least for least in LEAST_SHARE.values() if least > LEAST_SHARE[grade]), default=2.0)


def _grading(shares: Shares) -> Grading:
    grade = next(g for g, least in LEAST_SHARE.items() if shares.mean >= least)
    return Grading(grade, round(100 * (1 - shares.mean)))
