"""Makes cover puzzles with exactly one line, graded by how a person solves them.

A random line gets cards as from a shuffled deck, and the tray has just these cards. At first every card is
given; then givens are removed one by one as long as the line stays the only one, until the puzzle is minimal.
Puzzles of the easy grades then get back a fixed number of givens, at cells where a person of that grade is
stuck, and show every heading. Hard and expert puzzles lose as many headings as possible.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from generators.end_of_line import cover_person as person
from generators.end_of_line.cover_steps import explained_step, key_steps, short_step_phrase
from generators.end_of_line.options import AreaOptions, none_found, random_area, shuffled_deck
from generators.end_of_line.random_line import random_line
from generators.protocol import (
    KEY_STEPS,
    ExplainedStep,
    GradedPuzzle,
    Grading,
    KindGenerators,
    Spec,
    refuse_contradiction,
)
from puzzles.end_of_line.board import EXITS, STANDARD, TURNS, Area, heading_after
from puzzles.end_of_line.cover import KIND, CoverPuzzle, Given, tray_of
from puzzles.grades import GRADES, Grade
from puzzles.texts import Phrase
from solvers.end_of_line.cover_sat import CoverSat
from solvers.end_of_line.cover_search import CoverSearch
from solvers.protocol import ENDLESS, Clock, Limits

# The hardest technique that a grade needs. Expert puzzles are all the others.
HARDEST: dict[Grade, str] = {
    "easy": person.ONE_END,
    "medium": person.BOTTLENECK,
    "hard": person.SHORT_WHAT_IF,
    "expert": person.LONG_WHAT_IF,
}
# How many cells there are for each card given beyond need, which keeps the easy grades easy.
EXTRA_GIVEN_EVERY: dict[Grade, int] = {"easy": 5, "medium": 8}
# The most nodes for the proof that the line is unique: a few times what the hardest 8x8 puzzles need. A
# candidate that needs more is dropped, so no clock decides.
_PROOF = 40_000
_CONFLICTS = 40_000
_ATTEMPTS = 300
# How much work a technique is for a person.
_EFFORT = {
    person.ONLY_WAY: 1.0,
    person.RING: 2.0,
    person.ONE_END: 2.0,
    person.NO_CARD: 3.0,
    person.CUT_OFF: 4.0,
    person.BOTTLENECK: 6.0,
    person.SHORT_WHAT_IF: 10.0,
    person.LONG_WHAT_IF: 25.0,
}
# The work of drawing a step of the line that has only one way left.
_SETTLING = 0.25
# The work at which a puzzle is halfway through the difficulties of its grade.
_HALF: dict[Grade, float] = {"easy": 8.0, "medium": 30.0, "hard": 80.0, "expert": 250.0}


@dataclass(frozen=True)
class _Candidate:
    """A line with its cards, of which some are given."""

    area: Area
    line: tuple[Given, ...]
    givens: tuple[Given, ...]

    def puzzle(self) -> CoverPuzzle:
        tray = tray_of(Counter(given.card for given in self.line))
        return CoverPuzzle(self.area, tray, tuple(sorted(self.givens, key=lambda g: g.cell)))

    def without(self, given: Given) -> _Candidate:
        return replace(self, givens=tuple(g for g in self.givens if g != given))

    def with_given(self, given: Given) -> _Candidate:
        return replace(self, givens=(*self.givens, given))

    def without_heading(self, given: Given) -> _Candidate:
        """Returns the same candidate without the heading of one given."""
        return replace(self, givens=tuple(replace(g, heading=None) if g == given else g for g in self.givens))


class CoverMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "end_of_line.cover"
    version = 2
    options = AreaOptions(blocked=0)

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[CoverPuzzle]:
        for _ in range(_ATTEMPTS):
            try:
                attempt = _attempt(spec, rng)
            except (_Undecided, person.TooMuch):
                continue
            if attempt is not None and attempt.grading.grade == spec.grade and _confirmed(attempt.puzzle):
                return attempt
        raise none_found(self.kind, spec, _ATTEMPTS)


class CoverGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None for a puzzle without exactly one line, or one whose proof would take too long."""
        try:
            return _grading(puzzle, clock) if _unique(puzzle, clock) else None
        except (_Undecided, person.TooMuch):
            return None


class CoverExplainer:
    """See generators.protocol.Explainer for what each member is for."""

    def steps(self, puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> tuple[ExplainedStep, ...] | None:
        steps = _steps(puzzle, clock)
        return None if steps is None else tuple(map(explained_step, steps))

    def key_steps(
        self, puzzle: CoverPuzzle, clock: Clock = ENDLESS, maximum: int = KEY_STEPS
    ) -> tuple[Phrase, ...] | None:
        steps = _steps(puzzle, clock)
        return None if steps is None else tuple(short_step_phrase(step) for step in key_steps(steps, maximum))


EXPLAINER = CoverExplainer()
GENERATORS: KindGenerators[CoverPuzzle] = KindGenerators(CoverMaker(), CoverGrader(), EXPLAINER)


def _steps(puzzle: CoverPuzzle, clock: Clock) -> list[person.Step] | None:
    """Returns the steps by which a person finds the line; None where that takes more than anybody would
    do."""
    solver = person.Person(puzzle, clock)
    try:
        return solver.steps if solver.solve() and solver.has_line() else None
    except (person.Contradiction, person.TooMuch):
        return None


def extra_givens(area: Area, grade: Grade) -> int:
    """Returns how many givens a puzzle of this grade has beyond those that it needs."""
    every = EXTRA_GIVEN_EVERY.get(grade)
    return math.ceil(len(area.free_cells()) / every) if every else 0


def _attempt(spec: Spec, rng: random.Random) -> GradedPuzzle[CoverPuzzle] | None:
    candidate = _random_candidate(spec.options, rng)
    shaped = None if candidate is None else _shape(candidate, spec.grade, rng)
    if shaped is None:
        return None
    puzzle = shaped.puzzle()
    return GradedPuzzle(puzzle, _grading(puzzle))


def _random_candidate(options: Mapping[str, int], rng: random.Random) -> _Candidate | None:
    """Draws a random line and cards for it from a shuffled deck; None when they do not fit."""
    area = random_area(options, rng)
    line = random_line(area, rng)
    if line is None:
        return None
    headings = [
        area.heading_between(a, b) or "" for a, b in zip([area.start.cell, *line], line, strict=False)
    ]
    cards = _deal(headings, rng)
    if cards is None:
        return None
    givens = tuple(Given(cell, card, h) for cell, card, h in zip(line, cards, headings, strict=True))
    return _Candidate(area, givens, givens)


def _deal(headings: Sequence[str], rng: random.Random) -> list[str] | None:
    """Returns for every step the first card of a shuffled deck that can make it; None when the deck has
    none."""
    deck = shuffled_deck(STANDARD, len(headings), rng)
    cards = []
    for entry, exit_heading in zip(headings, [*headings[1:], None], strict=True):
        turn = next((t for t in TURNS if heading_after(entry, t) == exit_heading), "")
        card = next((c for c in deck if turn in EXITS[c]), None)
        if card is None:
            return None
        deck.remove(card)
        cards.append(card)
    return cards


class _Undecided(Exception):
    """The proof takes more work than allowed: the candidate is dropped."""


def _unique(puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> bool:
    lines = CoverSearch().count(puzzle, 2, Limits(seconds=clock.left(), work=_PROOF))
    if lines.n < 2 and not lines.exact:
        raise _Undecided
    return lines.n == 1


def _confirmed(puzzle: CoverPuzzle) -> bool:
    """Whether a second engine, of another type, finds one line and no other."""
    lines = CoverSat().count(puzzle, 2, Limits(work=_CONFLICTS))
    refuse_contradiction(KIND, puzzle, lines.n > 1 or (lines.exact and lines.n == 0))
    return lines.exact


def _shape(candidate: _Candidate, grade: Grade, rng: random.Random) -> _Candidate | None:
    """Chooses givens as the grade needs them; None when this line makes no such puzzle."""
    needed = _minimal(candidate, rng)
    if grade == "expert":
        return _hide_headings(needed, rng, _unique)
    hardest = HARDEST[grade]
    helped = _add_givens(needed, extra_givens(candidate.area, grade), hardest, rng)
    if helped is None or grade in EXTRA_GIVEN_EVERY:
        return helped
    return _hide_headings(helped, rng, lambda puzzle: _solvable(puzzle, hardest))


def _minimal(candidate: _Candidate, rng: random.Random) -> _Candidate:
    """Removes givens in random order, each unless a second line appears.

    One pass is enough: a given that is needed among more givens is needed among fewer."""
    order = list(candidate.givens)
    rng.shuffle(order)
    for given in order:
        fewer = candidate.without(given)
        if _unique(fewer.puzzle()):
            candidate = fewer
    return candidate


def _add_givens(needed: _Candidate, number: int, hardest: str, rng: random.Random) -> _Candidate | None:
    """Adds `number` givens, at cells where a person is stuck if there are any."""
    for _ in range(number):
        hidden = [g for g in needed.line if g not in needed.givens]
        if not hidden:
            return None
        solver = person.Person(needed.puzzle())
        stuck_at = () if solver.solve(hardest) else set(solver.open_cells())
        helping = [g for g in hidden if g.cell in stuck_at] or hidden
        needed = needed.with_given(rng.choice(helping))
    return needed if _solvable(needed.puzzle(), hardest) else None


def _hide_headings(
    candidate: _Candidate, rng: random.Random, keep: Callable[[CoverPuzzle], bool]
) -> _Candidate:
    order = list(candidate.givens)
    rng.shuffle(order)
    for given in order:
        barer = candidate.without_heading(given)
        if keep(barer.puzzle()):
            candidate = barer
    return candidate


def _solvable(puzzle: CoverPuzzle, hardest: str) -> bool:
    return person.Person(puzzle).solve(hardest)


def _grading(puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> Grading:
    """Grades by the hardest technique needed, and within the grade by the work of all steps.

    The work depends a little on where a person looks first, so the canonical twin is solved."""
    solver = person.Person(KIND.twin(puzzle).puzzle, clock)
    finished = solver.solve()
    hardest_used = max((person.TECHNIQUES.index(step.technique) for step in solver.steps), default=0)
    hardest = hardest_used if finished else len(person.TECHNIQUES) - 1
    grade = next(g for g in GRADES if hardest <= person.TECHNIQUES.index(HARDEST[g]))
    work = sum(_EFFORT[step.technique] + _SETTLING * step.settled for step in solver.steps)
    if not finished:
        # Only trial and error is left: every open cell counts as a what-if.
        work += _EFFORT[person.LONG_WHAT_IF] * len(solver.open_cells())
    share = work / (work + _HALF[grade])
    return Grading(grade, min(100, 25 * GRADES.index(grade) + int(25 * share)))
