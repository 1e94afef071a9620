"""Makes cover puzzles with exactly one line, graded by how a person solves them.

A random line gets cards as from a shuffled deck; the tray is these cards and no more. Every cell begins as
given, and givens are taken away one by one as long as the line stays the only one: what remains is minimal.
Puzzles of the easy grades then get back a stated number of givens, there where a person of that grade is
stuck, and tell every heading; hard and expert puzzles lose what headings they can.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from generators.end_of_line import cover_person as person
from generators.end_of_line.cover_steps import key_steps, short_step_phrase, step_phrase
from generators.end_of_line.options import AreaOptions, none_found, random_area, shuffled_deck
from generators.end_of_line.random_line import random_line
from generators.protocol import (
    GRADES,
    KEY_STEPS,
    Grade,
    GradedPuzzle,
    Grading,
    KindGenerators,
    Spec,
    refuse_contradiction,
)
from puzzles.end_of_line.board import EXITS, STANDARD, TURNS, Area, heading_after
from puzzles.end_of_line.cover import KIND, CoverPuzzle, Given, tray_of
from puzzles.texts import Phrase
from solvers.end_of_line.cover_sat import CoverSat
from solvers.end_of_line.cover_search import CoverSearch
from solvers.protocol import ENDLESS, Clock, Limits

# The hardest technique that a grade asks for; expert has what is left.
HARDEST: dict[Grade, str] = {
    "easy": person.ONE_END,
    "medium": person.BOTTLENECK,
    "hard": person.SHORT_WHAT_IF,
    "expert": person.LONG_WHAT_IF,
}
# Of how many cells one is given beyond need, so that the easy grades stay easy.
KEPT_EVERY: dict[Grade, int] = {"easy": 5, "medium": 8}
# Nodes that the proof of a single line may take: a few times what the hardest 8x8 puzzles need. A candidate
# that needs more is dropped, so no clock decides.
_PROOF = 40_000
_CONFLICTS = 40_000
_ATTEMPTS = 300
# The work that a technique asks of a person.
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
# The work of drawing one step of the line that has only one way left.
_SETTLING = 0.25
# The work at which the numbers of a grade are half used up.
_HALF: dict[Grade, float] = {"easy": 8.0, "medium": 30.0, "hard": 80.0, "expert": 250.0}


@dataclass(frozen=True)
class _Candidate:
    """A line with its cards, of which some are given."""

    area: Area
    line: tuple[Given, ...]
    shown: tuple[Given, ...]

    def puzzle(self) -> CoverPuzzle:
        tray = tray_of(Counter(given.card for given in self.line))
        return CoverPuzzle(self.area, tray, tuple(sorted(self.shown, key=lambda g: g.cell)))

    def without(self, given: Given) -> _Candidate:
        return replace(self, shown=tuple(g for g in self.shown if g != given))

    def with_given(self, given: Given) -> _Candidate:
        return replace(self, shown=(*self.shown, given))

    def unturned(self, given: Given) -> _Candidate:
        """The same with the heading of one given not told."""
        return replace(self, shown=tuple(replace(g, heading=None) if g == given else g for g in self.shown))


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

    def steps(self, puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> tuple[Phrase, ...] | None:
        steps = _steps(puzzle, clock)
        return None if steps is None else tuple(map(step_phrase, steps))

    def key_steps(
        self, puzzle: CoverPuzzle, clock: Clock = ENDLESS, most: int = KEY_STEPS
    ) -> tuple[Phrase, ...] | None:
        steps = _steps(puzzle, clock)
        return None if steps is None else tuple(short_step_phrase(step) for step in key_steps(steps, most))


EXPLAINER = CoverExplainer()
GENERATORS: KindGenerators[CoverPuzzle] = KindGenerators(CoverMaker(), CoverGrader(), EXPLAINER)


def _steps(puzzle: CoverPuzzle, clock: Clock) -> list[person.Step] | None:
    """What a person does to come to the whole line; None where it takes more than anybody would do."""
    solver = person.Person(puzzle, clock)
    try:
        return solver.steps if solver.solve() else None
    except (person.Contradiction, person.TooMuch):
        return None


def kept_on_purpose(area: Area, grade: Grade) -> int:
    """How many givens a puzzle of this grade has beyond those that it needs."""
    every = KEPT_EVERY.get(grade)
    return math.ceil(len(area.free_cells()) / every) if every else 0


def _attempt(spec: Spec, rng: random.Random) -> GradedPuzzle[CoverPuzzle] | None:
    candidate = _with_cards(spec.options, rng)
    shaped = None if candidate is None else _shape(candidate, spec.grade, rng)
    if shaped is None:
        return None
    puzzle = shaped.puzzle()
    return GradedPuzzle(puzzle, _grading(puzzle))


def _with_cards(options: Mapping[str, int], rng: random.Random) -> _Candidate | None:
    """A random line on an area of that size, with cards from a shuffled deck; None when they do not fit."""
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
    laid = tuple(Given(cell, card, h) for cell, card, h in zip(line, cards, headings, strict=True))
    return _Candidate(area, laid, laid)


def _deal(headings: Sequence[str], rng: random.Random) -> list[str] | None:
    """For every step the first card of a shuffled deck that can make it; None when the deck has none."""
    deck = shuffled_deck(STANDARD, len(headings), rng)
    cards = []
    for entry, out in zip(headings, [*headings[1:], None], strict=True):
        turn = next((t for t in TURNS if heading_after(entry, t) == out), "")
        card = next((c for c in deck if turn in EXITS[c]), None)
        if card is None:
            return None
        deck.remove(card)
        cards.append(card)
    return cards


class _Undecided(Exception):
    """The proof takes more work than we allow it: the candidate is dropped."""


def _unique(puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> bool:
    counted = CoverSearch().count(puzzle, 2, Limits(seconds=clock.left(), work=_PROOF))
    if counted.n < 2 and not counted.exact:
        raise _Undecided
    return counted.n == 1


def _confirmed(puzzle: CoverPuzzle) -> bool:
    """A second engine, of another kind, finds one line and no other."""
    counted = CoverSat().count(puzzle, 2, Limits(work=_CONFLICTS))
    refuse_contradiction(KIND, puzzle, counted.n > 1 or (counted.exact and counted.n == 0))
    return counted.exact


def _shape(candidate: _Candidate, grade: Grade, rng: random.Random) -> _Candidate | None:
    """Givens as the grade wants them; None when this line does not make such a puzzle."""
    needed = _minimal(candidate, rng)
    if grade == "expert":
        return _unturn(needed, rng, _unique)
    hardest = HARDEST[grade]
    kept = _keep_more(needed, kept_on_purpose(candidate.area, grade), hardest, rng)
    if kept is None or grade in KEPT_EVERY:
        return kept
    return _unturn(kept, rng, lambda puzzle: _solvable(puzzle, hardest))


def _minimal(candidate: _Candidate, rng: random.Random) -> _Candidate:
    """Take givens away in random order, each unless a second line appears.

    One pass is enough: a given that was needed among more givens is needed among fewer."""
    order = list(candidate.shown)
    rng.shuffle(order)
    for given in order:
        fewer = candidate.without(given)
        if _unique(fewer.puzzle()):
            candidate = fewer
    return candidate


def _keep_more(needed: _Candidate, number: int, hardest: str, rng: random.Random) -> _Candidate | None:
    """Give `number` more cards, as long as a person is stuck there where it helps."""
    for _ in range(number):
        hidden = [g for g in needed.line if g not in needed.shown]
        if not hidden:
            return None
        solver = person.Person(needed.puzzle())
        stuck_at = () if solver.solve(hardest) else set(solver.open_cells())
        helping = [g for g in hidden if g.cell in stuck_at] or hidden
        needed = needed.with_given(rng.choice(helping))
    return needed if _solvable(needed.puzzle(), hardest) else None


def _unturn(candidate: _Candidate, rng: random.Random, keep: Callable[[CoverPuzzle], bool]) -> _Candidate:
    order = list(candidate.shown)
    rng.shuffle(order)
    for given in order:
        barer = candidate.unturned(given)
        if keep(barer.puzzle()):
            candidate = barer
    return candidate


def _solvable(puzzle: CoverPuzzle, hardest: str) -> bool:
    return person.Person(puzzle).solve(hardest)


def _grading(puzzle: CoverPuzzle, clock: Clock = ENDLESS) -> Grading:
    """The grade of the hardest technique needed, and the work that all of them are, for one line.

    The work depends a little on where a person looks first, so it is the canonical twin that is solved."""
    solver = person.Person(KIND.twin(puzzle).puzzle, clock)
    finished = solver.solve()
    used = max((person.TECHNIQUES.index(step.technique) for step in solver.steps), default=0)
    hardest = used if finished else len(person.TECHNIQUES) - 1
    grade = next(g for g in GRADES if hardest <= person.TECHNIQUES.index(HARDEST[g]))
    work = sum(_EFFORT[step.technique] + _SETTLING * step.settled for step in solver.steps)
    if not finished:
        # Nothing short of trial and error goes on from here: every cell left open counts as a what-if.
        work += _EFFORT[person.LONG_WHAT_IF] * len(solver.open_cells())
    share = work / (work + _HALF[grade])
    return Grading(grade, min(100, 25 * GRADES.index(grade) + int(25 * share)))
