"""Measures of the difficulty of LIGHT-LINE! puzzles that their graders do not use."""

from __future__ import annotations

import math
import random

from generators.seeding import seeded
from puzzles.light_line.cards import PlacedCard, Section
from puzzles.light_line.grown_lines import GrownLine, grown_lines
from puzzles.light_line.place import KIND, MAX_SCORE, PlacePuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.place_search import placements
from solvers.light_line.solo_search import SoloSearch
from solvers.protocol import Limits

# The number of connected shapes of so many cells, up to shifts.
SHAPES = {5: 63, 6: 216, 7: 760, 8: 2725, 9: 9910, 10: 36446, 11: 135268, 12: 505861}
GAMES = 200
# The chance that a player loses a line from one section to the next.
LOSS_CHANCE = 0.15


def rarity(puzzle: SoloPuzzle) -> float:
    """Returns the binary logarithm of all connected arrangements of the cards per arrangement with a line."""
    n = len(puzzle.cards)
    arrangements = SHAPES[n] * math.factorial(n) * 2 ** (n - 1)
    return math.log2(arrangements / SoloSearch().count(puzzle, 1_000_000, Limits()).n)


def misses(puzzle: PlacePuzzle) -> float:
    """Returns the percentage of games missed by a player who compares all placements but loses lines."""
    rng = seeded("misses", KIND.serialise(puzzle))
    cards, new = (*puzzle.cards, puzzle.card), puzzle.card.id
    ways = [
        (grown_lines(cards, (*puzzle.layout, PlacedCard(new, p.row, p.col, p.turned))), score)
        for p, score in placements(puzzle)
    ]
    best = max(score for _, score in ways)
    missed = 0
    for _ in range(GAMES):
        judged = [
            (sum(_sections_seen(line, new, rng) for line in lines), rng.random(), score)
            for lines, score in ways
        ]
        missed += (
            max((min(MAX_SCORE, sections_seen), chance, score) for sections_seen, chance, score in judged)[2]
            != best
        )
    return 100 * missed / GAMES


def _sections_seen(line: GrownLine, new: str, rng: random.Random) -> int:
    """Returns how many sections of a line the player follows from the new card, in both directions."""
    first = next(i for i, section in enumerate(line.sections) if section.card == new)
    ahead, behind = line.sections[first + 1 :], line.sections[:first][::-1]
    return 1 + _sections_followed(ahead, rng) + _sections_followed(behind, rng)


def _sections_followed(sections: tuple[Section, ...], rng: random.Random) -> int:
    for i in range(len(sections)):
        if rng.random() < LOSS_CHANCE:
            return i
    return len(sections)
