"""Makes LINE puzzles, graded by how far along the lines one has to look to see the best placement.

The layout is built as in the game: every card is laid where a line grows, half the time where it scores most.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from generators.grading_scale import Scale
from generators.light_line.card_source import CardSource, DealOptions, card_count, none_found
from generators.protocol import GradedPuzzle, Grading, KindGenerators, Spec, refuse_contradiction
from puzzles.grades import Grade
from puzzles.light_line.cards import Card, PlacedCard
from puzzles.light_line.grown_lines import grown_lines
from puzzles.light_line.place import KIND, Placement, PlacePuzzle
from solvers.light_line.place_graph import PlaceGraph
from solvers.light_line.place_search import PlaceSearch, placements
from solvers.protocol import ENDLESS, Clock, Limits, Solved

SCALE = Scale((0.95, 1.5, 2.3))
CARDS: dict[Grade, tuple[int, ...]] = {
    "easy": (4, 5, 6),
    "medium": (6, 7, 8, 9, 10),
    "hard": (10, 12, 14, 16),
    "expert": (14, 16, 18, 20, 22, 24),
}
# How many sections on both sides of the new card the most far-sighted player sees.
FARTHEST = 8
# A puzzle has at least this many placements, and one of them scores most.
_MIN_PLACINGS = 3
_ATTEMPTS = 2_000


class PlaceMaker:
    """See generators.protocol.Maker for what each member is for."""

    kind = "light_line.place"
    version = 1
    options = DealOptions(3, 24, beside="and one more to lay")

    def generate(self, spec: Spec, rng: random.Random) -> GradedPuzzle[PlacePuzzle]:
        source = CardSource(spec.options, rng)
        for _ in range(_ATTEMPTS):
            puzzle = _play(source.cards(card_count(spec, CARDS, rng) + 1), rng)
            if puzzle is None or not _one_is_best(puzzle):
                continue
            cards = source.with_ids((*puzzle.cards, puzzle.card))
            puzzle = _with_ids(puzzle, cards)
            grading = GENERATORS.grader.grade(puzzle)
            if grading is not None and grading.grade == spec.grade:
                _confirm(puzzle)
                return GradedPuzzle(puzzle, grading, {"deck": source.title()})
        raise none_found(self.kind, spec, _ATTEMPTS)


class PlaceGrader:
    """See generators.protocol.Grader for what each member is for."""

    def grade(self, puzzle: PlacePuzzle, clock: Clock = ENDLESS) -> Grading | None:
        """None where no placement is legal."""
        scored = list(placements(puzzle))
        if not scored or clock.stopped():
            return None
        return SCALE.grading(_players_missing(puzzle, scored))


# Fewer than of other kinds, as the records are long.
GENERATORS: KindGenerators[PlacePuzzle] = KindGenerators(PlaceMaker(), PlaceGrader(), pack_size=100)


def _play(cards: Sequence[Card], rng: random.Random) -> PlacePuzzle | None:
    """Lays all cards but the last; None where one cannot be laid."""
    puzzle = PlacePuzzle((cards[0],), (PlacedCard(cards[0].id, 0, 0, False),), cards[1])
    for card in cards[2:]:
        scored = list(placements(puzzle))
        if not scored:
            return None
        best = max(score for _, score in scored)
        greedy = rng.getrandbits(1)
        placement = rng.choice([placement for placement, score in scored if score == best or not greedy])
        placed_card = PlacedCard(puzzle.card.id, placement.row, placement.col, placement.turned)
        puzzle = PlacePuzzle((*puzzle.cards, puzzle.card), (*puzzle.layout, placed_card), card)
    return puzzle


def _with_ids(puzzle: PlacePuzzle, cards: Sequence[Card]) -> PlacePuzzle:
    """Returns the puzzle with the ids of `cards`, which are its own cards under other ids."""
    layout = tuple(
        PlacedCard(card.id, placed_card.row, placed_card.col, placed_card.turned)
        for card, placed_card in zip(cards, puzzle.layout, strict=False)
    )
    return PlacePuzzle(tuple(cards[:-1]), layout, cards[-1])


def _one_is_best(puzzle: PlacePuzzle) -> bool:
    scores = sorted(score for _, score in placements(puzzle))
    return len(scores) >= _MIN_PLACINGS and scores[-1] > scores[-2]


def _players_missing(puzzle: PlacePuzzle, scored: Sequence[tuple[Placement, int]]) -> float:
    """Returns the expected number of players who miss the best score: each picks at random among the
    placements that look best to it.

    The first sees only what is legal, the next one section beyond the new card, and so on."""
    best = max(score for _, score in scored)
    ways = [(_distances(puzzle, placement), score) for placement, score in scored]
    missing = 0.0
    for far in range(FARTHEST + 1):
        seen = [(sum(1 for distance in distances if distance <= far), score) for distances, score in ways]
        most_looks = max(looks for looks, _ in seen)
        picks = [score for looks, score in seen if looks == most_looks or far == 0]
        missing += 1 - sum(score == best for score in picks) / len(picks)
    return missing


def _distances(puzzle: PlacePuzzle, placement: Placement) -> list[int]:
    """Returns for every section of the growing lines how far it is from the new card's sections."""
    placed_card = PlacedCard(puzzle.card.id, placement.row, placement.col, placement.turned)
    distances = []
    for line in grown_lines((*puzzle.cards, puzzle.card), (*puzzle.layout, placed_card)):
        sections = line.sections
        new = [i for i, section in enumerate(sections) if section.card == puzzle.card.id]
        for i in range(len(sections)):
            steps = [abs(i - j) for j in new]
            distances.append(min(steps + ([len(sections) - step for step in steps] if line.ring else [])))
    return distances


def _confirm(puzzle: PlacePuzzle) -> None:
    """Raises WrongAnswer unless a second engine, of another type, has the same best score."""
    first, second = (engine.solve(puzzle, "best", Limits()) for engine in (PlaceSearch(), PlaceGraph()))
    agreed = isinstance(first, Solved) and isinstance(second, Solved) and first.score == second.score
    refuse_contradiction(KIND, puzzle, not agreed)
