"""Benchmarks end_of_line.coop: the rulebook's layouts, small boards, and how many graded deals are made.

The yardstick is a plain CP-SAT model. There is no clingo model of co-operative puzzles.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from statistics import median

from generators.end_of_line.coop import GENERATORS
from generators.protocol import Spec
from generators.seeding import seeded
from puzzles.end_of_line.board import HEADINGS, STANDARD, Start
from puzzles.end_of_line.coop import KIND
from puzzles.end_of_line.coop_layouts import STANDARD_ENERGY, STANDARD_LAYOUTS
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, Player
from puzzles.grades import GRADES
from solvers import verified
from solvers.end_of_line.coop import SOLVERS
from solvers.protocol import Goal, Limits
from tests.bench.timing import UNFINISHED, centile, format_seconds, timed
from tests.bench.yardstick_coop import coop_any

DEALS = 20
SMALL_DEALS = 100
_MADE = 10
# What is given to the yardstick: the layouts that need no reverse, this many deals of each, for so long.
YARDSTICK_LAYOUTS, YARDSTICK_DEALS, YARDSTICK_SECONDS = (2, 3, 4, 5, 7), 3, 60.0
_STANDARD_CARDS = [card for card, n in STANDARD.items() for _ in range(n)]


def standard_deal(players: int, seed: int) -> CoopPuzzle:
    layout, rng = STANDARD_LAYOUTS[players], random.Random(f"coop {players} {seed}")
    decks = (rng.sample(_STANDARD_CARDS, len(_STANDARD_CARDS)) for _ in layout.starts)
    owners = tuple(Player(start, tuple(deck)) for start, deck in zip(layout.starts, decks, strict=True))
    return CoopPuzzle(layout.rows, layout.cols, layout.enclosed, STANDARD_ENERGY, owners)


def small_deal(seed: int) -> CoopPuzzle:
    """A board of 16 to 25 cells for two or three, with some cells blocked and short decks."""
    rng = random.Random(f"small coop {seed}")
    rows, cols = rng.choice(((4, 4), (4, 5), (5, 5)))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    players = rng.choice((2, 2, 2, 3))
    special = rng.sample(cells, rng.choice((0, 1, 2)) + players)
    starts, blocked = special[:players], special[players:]
    size = -(-(len(cells) - len(special)) // players) + rng.choice((1, 2, 3, 5))
    owners = tuple(
        Player(Start(cell, rng.choice(HEADINGS)), tuple(rng.sample(_STANDARD_CARDS, size))) for cell in starts
    )
    return CoopPuzzle(rows, cols, tuple(sorted(blocked)), rng.randrange(4), owners)


def main() -> None:
    for players in STANDARD_LAYOUTS:
        times = _measure(f"any, {players} players", (standard_deal(players, n) for n in range(DEALS)), "any")
        if players in YARDSTICK_LAYOUTS:
            _compare(players, times[:YARDSTICK_DEALS])
    _measure("best, 2 players", (standard_deal(2, n) for n in range(DEALS)), "best")
    _measure("best, small boards", map(small_deal, range(SMALL_DEALS)), "best")


def generation() -> None:
    options = GENERATORS.maker.options.read({})
    GENERATORS.maker.generate(Spec("easy", 0, options), seeded("easy", 0))
    for grade in GRADES:
        began = time.process_time()
        for seed in range(1, _MADE + 1):
            GENERATORS.maker.generate(Spec(grade, seed, options), seeded(grade, seed))
        rate = _MADE / (time.process_time() - began)
        print(f"  {grade}: {rate:.2f} deals a second and core", flush=True)


def _compare(players: int, ours: list[float]) -> None:
    """Prints how much longer the yardstick takes for the same deals; at the limit it takes that at least."""
    times, found = [], 0
    for n in range(YARDSTICK_DEALS):
        seconds, solution = timed(coop_any, standard_deal(players, n), YARDSTICK_SECONDS)
        times.append(seconds)
        found += solution is not None
    middle, ratio = format_seconds(median(times)), median(times) / median(ours)
    print(
        f"    plain cpsat: median {middle}, {found} of {len(times)} found; {ratio:.0f} times as long",
        flush=True,
    )


def _measure(label: str, deals: Iterable[CoopPuzzle], goal: Goal) -> list[float]:
    times: list[float] = []
    solved = decided = 0
    for puzzle in deals:
        seconds, answer = timed(
            lambda puzzle: verified.solve(KIND, SOLVERS, puzzle, goal, Limits(seconds=UNFINISHED)), puzzle
        )
        solved += answer.status == "solved"
        is_decided = answer.status != "unknown" and (goal == "any" or answer.proven)
        decided += is_decided
        times.append(seconds if is_decided else UNFINISHED)
    middle, slowest = format_seconds(centile(times, 50)), format_seconds(centile(times, 95))
    print(f"  coop, {label}: median {middle}, 95 of 100 within {slowest}; "
          f"{decided} of {len(times)} decided, {solved} solved", flush=True)  # fmt: skip
    return times
