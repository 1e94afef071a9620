"""Makes solo deals that discriminate: their best score is proved, and carelessness does not reach it.

The grade is the share of simulated players, of rising foresight, that reach the best score.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from generators.end_of_line.options import AreaOptions, none_found, random_area, shuffled_deck
from generators.end_of_line.solo_players import ALL_GAMES, Players, Reached
from generators.protocol import Grade, GradedPuzzle, Grading, KindGenerators, Spec, refuse_contradiction
from puzzles.end_of_line.board import STANDARD
from puzzles.end_of_line.solo import KIND, SoloPuzzle
from solvers.end_of_line.solo_sat import SoloSat
from solvers.end_of_line.solo_search import SoloSearch
from solvers.protocol import ENDLESS, Clock, Impossible, Limits, Solved

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
# In how many of the players' games the best score is reached at least, for each grade: of 50.
LEAST_REACHED: dict[Grade, int] = {"easy": 30, "medium": 18, "hard": 6, "expert": 0}
# Moves of the search that the proof may take; a deal that needs more is dropped, so no clock decides. Deals
# that ask for more are hardly ever easy.
_MOVES: dict[Grade, int] = {"easy": 30_000, "medium": 100_000, "hard": 300_000, "expert": 300_000}
# Conflicts of the second engine's proof; likewise.
_CONFLICTS = 60_000
_ATTEMPTS = 1200
# The players' games take too long on larger areas: those get no grade.
_MOST_GRADED = 64


class SoloMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "end_of_line.solo"
    version = 3
    # On larger boards best scores take too long to prove twice, and easy deals are hardly to be had.
    options = AreaOptions(blocked=3, most_cells=36)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[SoloPuzzle]:
        least, too_many = LEAST_REACHED[spec.grade], _next_grade(spec.grade)

        def worth_it(low: int, high: int) -> bool:
            return low < too_many and high >= least

        for _ in range(_ATTEMPTS):
            puzzle = _deal(spec, rng)
            best = _best(puzzle, _MOVES[spec.grade])
            if best is None:
                continue
            careless = Players(puzzle, spec.seed).careless_best()
            if careless is not None and careless > best:
                raise AssertionError(f"a game beats the best score of {KIND.serialise(puzzle)}")
            if careless == best:
                continue
            reached = _players(puzzle).reached(best, worth_it)
            if reached is not None and _confirmed(puzzle, best):
                return GradedPuzzle(puzzle, _grading(reached))
        raise none_found(self.kind, spec, _ATTEMPTS)


class SoloGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: SoloPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where the best score cannot be proved, there is none, or the area is too large."""
        if puzzle.area.rows * puzzle.area.cols > _MOST_GRADED:
            return None
        if not puzzle.area.free_cells():
            return Grading("easy", 0)
        best = _best(puzzle, max(_MOVES.values()), clock)
        reached = None if best is None else _players(puzzle).reached(best, clock=clock)
        return None if reached is None else _grading(reached)


GENERATORS: KindGenerators[SoloPuzzle] = KindGenerators(SoloMaker(), SoloGrader())


def _deal(spec: Spec, rng: random.Random) -> SoloPuzzle:
    area = random_area(spec.options, rng)
    need = len(area.free_cells())
    deck = shuffled_deck(rng.choice(DECKS[spec.grade]), need, rng)
    return SoloPuzzle(area, tuple(deck[: need + rng.randrange(MOST_SPARE + 1)]), ENERGY)


def _best(puzzle: SoloPuzzle, moves: int, clock: Clock = ENDLESS) -> int | None:
    """The proved best score; None when there is no solution, or no proof within the limit."""
    found = SoloSearch().solve(puzzle, "best", Limits(seconds=clock.left(), work=moves))
    return found.score if isinstance(found, Solved) and found.proven else None


def _confirmed(puzzle: SoloPuzzle, best: int) -> bool:
    """A second engine, of another kind, proves the same best score."""
    found = SoloSat().solve(puzzle, "best", Limits(work=_CONFLICTS))
    proved = found.score if isinstance(found, Solved) and found.proven else None
    refuse_contradiction(KIND, puzzle, isinstance(found, Impossible) or proved not in (None, best))
    return proved is not None


def _players(puzzle: SoloPuzzle) -> Players:
    """At the canonical twin: their chance goes by the order of cells, and a grade must not."""
    return Players(KIND.twin(puzzle).puzzle)


def _next_grade(grade: Grade) -> int:
    """The games from which on a deal is too easy for the grade."""
    return min((n for n in LEAST_REACHED.values() if n > LEAST_REACHED[grade]), default=ALL_GAMES + 1)


def _grading(reached: Reached) -> Grading:
    grade = next(g for g, least in LEAST_REACHED.items() if reached.total >= least)
    return Grading(grade, 100 - 100 * reached.total // ALL_GAMES)
