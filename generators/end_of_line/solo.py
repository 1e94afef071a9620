"""Makes solo deals that reward thought: their best score is proved, and a careless player does not reach it.

The grade is the share of simulated players, of increasing foresight, that reach the best score.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from generators.end_of_line.options import AreaOptions, none_found, random_area, shuffled_deck
from generators.end_of_line.solo_players import ALL_GAMES, Players, Wins
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec, refuse_contradiction
from puzzles.end_of_line.board import STANDARD
from puzzles.end_of_line.solo import KIND, SoloPuzzle
from puzzles.grades import Grade
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
MAX_SPARE = 4
ENERGY = 3
# By grade, in how many of the 50 simulated games the best score must be reached at least.
MIN_WINS: dict[Grade, int] = {"easy": 30, "medium": 18, "hard": 6, "expert": 0}
# The most moves of the search for the proof; a deal that needs more is dropped, so no clock decides. Easy
# deals hardly ever need more.
_MOVES: dict[Grade, int] = {"easy": 30_000, "medium": 100_000, "hard": 300_000, "expert": 300_000}
# The most conflicts of the second engine's proof; likewise.
_CONFLICTS = 60_000
_ATTEMPTS = 1200
# Larger areas get no grade: the simulated games take too long there.
_MAX_GRADED = 64


class SoloMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "end_of_line.solo"
    version = 4
    # On larger boards best scores take too long to prove twice, and easy deals are too rare.
    options = AreaOptions(blocked=3, max_cells=36)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[SoloPuzzle]:
        min_wins, too_many = MIN_WINS[spec.grade], _too_many_wins(spec.grade)

        def worth_it(low: int, high: int) -> bool:
            return low < too_many and high >= min_wins

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
            wins = _players(puzzle).wins(best, worth_it)
            if wins is not None and _confirmed(puzzle, best):
                return GradedPuzzle(puzzle, _grading(wins))
        raise none_found(self.kind, spec, _ATTEMPTS)


class SoloGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: SoloPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where there is no solution, its best score cannot be proved, or the area is too large."""
        if puzzle.area.rows * puzzle.area.cols > _MAX_GRADED:
            return None
        if not puzzle.area.free_cells():
            return Grading("easy", 0)
        best = _best(puzzle, max(_MOVES.values()), clock)
        wins = None if best is None else _players(puzzle).wins(best, clock=clock)
        return None if wins is None else _grading(wins)


GENERATORS: KindGenerators[SoloPuzzle] = KindGenerators(SoloMaker(), SoloGrader())


def _deal(spec: Spec, rng: random.Random) -> SoloPuzzle:
    area = random_area(spec.options, rng)
    need = len(area.free_cells())
    deck = shuffled_deck(rng.choice(DECKS[spec.grade]), need, rng)
    return SoloPuzzle(area, tuple(deck[: need + rng.randrange(MAX_SPARE + 1)]), ENERGY)


def _best(puzzle: SoloPuzzle, moves: int, clock: Clock = ENDLESS) -> int | None:
    """Returns the proved best score; None when there is no solution, or no proof within the limit."""
    outcome = SoloSearch().solve(puzzle, "best", Limits(seconds=clock.left(), work=moves))
    return outcome.score if isinstance(outcome, Solved) and outcome.proven else None


def _confirmed(puzzle: SoloPuzzle, best: int) -> bool:
    """Whether a second engine, of another type, proves the same best score."""
    outcome = SoloSat().solve(puzzle, "best", Limits(work=_CONFLICTS))
    proved_score = outcome.score if isinstance(outcome, Solved) and outcome.proven else None
    refuse_contradiction(KIND, puzzle, isinstance(outcome, Impossible) or proved_score not in (None, best))
    return proved_score is not None


def _players(puzzle: SoloPuzzle) -> Players:
    """Returns players of the canonical twin: the order of cells steers their luck, but must not change the
    grade."""
    return Players(KIND.twin(puzzle).puzzle)


def _too_many_wins(grade: Grade) -> int:
    """Returns the number of won games from which on a deal is too easy for the grade."""
    return min((n for n in MIN_WINS.values() if n > MIN_WINS[grade]), default=ALL_GAMES + 1)


def _grading(wins: Wins) -> Grading:
    grade = next(g for g, min_wins in MIN_WINS.items() if wins.total >= min_wins)
    return Grading(grade, 100 - 100 * wins.total // ALL_GAMES)
