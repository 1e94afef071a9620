"""Measures of how hard LIGHT-LINE! puzzles are that their graders do not use."""

from __future__ import annotations

import math
import random

from generators.protocol import seeded
from puzzles.light_line.cards import PlacedCard, Section
from puzzles.light_line.grown_lines import GrownLine, grown_lines
from puzzles.light_line.place import KIND, MOST_SCORE, PlacePuzzle
from puzzles.light_line.solo import SoloPuzzle
from solvers.light_line.place_search import placings
from solvers.light_line.solo_search import SoloSearch
from solvers.protocol import Limits

# Connected shapes of so many cells, shifts alike: the layouts of cards without a face.
SHAPES = {5: 63, 6: 216, 7: 760, 8: 2725, 9: 9910, 10: 36446, 11: 135268, 12: 505861}
GAMES = 200
# How often a player loses a line from one section to the next.
LOSES = 0.15


def rarity(puzzle: SoloPuzzle) -> float:
    """How often one must halve all connected arrangements of the cards to come to those with a line."""
    n = len(puzzle.cards)
    arrangements = SHAPES[n] * math.factorial(n) * 2 ** (n - 1)
    return math.log2(arrangements / SoloSearch().count(puzzle, 1_000_000, Limits()).n)


def misses(puzzle: PlacePuzzle) -> float:
    """Of 100 games how many are missed by a player who compares all placings, but loses lines."""
    rng = seeded("misses", KIND.serialise(puzzle))
    cards, new = (*puzzle.cards, puzzle.card), puzzle.card.id
    ways = [
        (grown_lines(cards, (*puzzle.layout, PlacedCard(new, p.row, p.col, p.turned))), score)
        for p, score in placings(puzzle)
    ]
    best = max(score for _, score in ways)
    missed = 0
    for _ in range(GAMES):
        looks = [(sum(_seen(line, new, rng) for line in lines), rng.random(), score) for lines, score in ways]
        missed += max((min(MOST_SCORE, seen), chance, score) for seen, chance, score in looks)[2] != best
    return 100 * missed / GAMES


def _seen(line: GrownLine, new: str, rng: random.Random) -> int:
    """The sections of a line that the player follows from the new card's, one way and then the other."""
    first = next(i for i, section in enumerate(line.sections) if section.card == new)
    ahead, behind = line.sections[first + 1 :], line.sections[:first][::-1]
    return 1 + _followed(ahead, rng) + _followed(behind, rng)


def _followed(sections: tuple[Section, ...], rng: random.Random) -> int:
    for i in range(len(sections)):
        if rng.random() < LOSES:
            return i
    return len(sections)
