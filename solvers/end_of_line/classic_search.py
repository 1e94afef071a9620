"""Solves puzzles of the classic solitaire with an exact search: it draws the line, and keeps tables that say
whether the line can have cards, and at what price."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import count

import numpy as np

from puzzles.end_of_line.board import CARDS, HEADINGS, INITIATIVE, Cell
from puzzles.end_of_line.classic import KIND
from puzzles.end_of_line.classic_puzzle import ClassicPuzzle, ClassicSolution
from solvers.end_of_line import classic_cards_kernel as cards_kernel
from solvers.end_of_line import classic_kernel as kernel
from solvers.end_of_line.arrays import EXIT_BITS, MAX_INITIATIVE
from solvers.end_of_line.best_score import raise_score
from solvers.end_of_line.classic_roots import Root, greatest_score, root_after, start_root, trivial_outcome
from solvers.end_of_line.exits import turn_bits
from solvers.end_of_line.solo_kernel import Work
from solvers.end_of_line.solo_search import board_of
from solvers.protocol import (
    Continuation,
    Count,
    Goal,
    Impossible,
    Limits,
    Outcome,
    Solved,
    Unknown,
    count_of,
)
from solvers.resumable import Effort

# Moves between two looks at the clock: about 10 ms of work on 25 cells.
_SLICE = 5_000
# The most moves of the first attempt; every later one, in another order, may take half as many again.
_FIRST_ATTEMPT = 500
# The most moves of the first search for a score.
_FIRST_TARGET_MOVES = 5_000
# Solutions are counted on areas of up to this many cells: the tables of ways grow with the cube.
MAX_COUNTED_CELLS = 80


class Search:
    """A resumable search for the solutions that go on from a root."""

    def __init__(self, root: Root) -> None:
        self.root = root
        self.cells, self.number = root.puzzle.area.torus.cells, root.puzzle.area.torus.number
        self.board = board_of(root.puzzle.area)
        self._places = len(root.free) + 1
        self._set_deck([CARDS.index(card) for card in root.cards])
        words, rows = self.deck.fits.shape[2], self._places + 1
        self.tables = cards_kernel.Tables(
            runs=np.zeros((rows, words, rows), np.uint64),
            last=np.zeros((rows, words, rows), np.uint64),
            kept=np.full((rows, self.deck.spare + 1), cards_kernel.NEVER, np.int64),
            hoped=np.full((rows, self.deck.size + 2), cards_kernel.NEVER, np.int64),
        )
        self.state = np.zeros(3, np.int64)
        size = len(self.cells)
        self.work = Work(
            states=np.zeros((0, 0), np.int64),
            seen=np.zeros(size, np.bool_),
            stack=np.zeros(size + 1, np.int32),
            ways_on=np.zeros(size, np.int32),
        )

    def _set_deck(self, cards: list[int]) -> None:
        start, size = len(self.root.pile), len(cards) + 1
        spare = size - self._places
        initiatives = [INITIATIVE[CARDS[card]] for card in cards]
        ranked = sorted(initiatives, reverse=True)
        # A constant that makes the bounds sharp: the least initiative that a card never placed has at best.
        self._constant = ranked[spare - 1] if spare else MAX_INITIATIVE
        weight = [initiative - self._constant for initiative in initiatives]
        weight.insert(start, 0)
        fits = np.zeros((self._places, cards_kernel.NEEDS, size // cards_kernel.WORD + 1), np.uint64)
        for need in range(cards_kernel.NEEDS):
            fitting = sum(
                1 << card + (card >= start)
                for card, kind in enumerate(cards)
                if need != cards_kernel.START and EXIT_BITS[kind] & need == need
            )
            for place in range(self._places):
                bits = (1 << start if need == cards_kernel.START else fitting) >> place
                for word in range(fits.shape[2]):
                    fits[place, need, word] = bits >> word * cards_kernel.WORD & (1 << cards_kernel.WORD) - 1
        excess = [sum(max(0, w) for w in weight[i:]) for i in range(size + 1)]
        self.deck = cards_kernel.Deck(
            size, spare, start, fits, np.array(weight, np.int64), np.array(excess, np.int64)
        )

    def begin(self, mode: int, target: int, energy: int, cap: int = 1, noise_seed: int | None = None) -> None:
        """Begins anew, to spend at most so much energy. Every seed of the noise gives an order of its own.

        `target`: the least score wanted, in mode BEST."""
        root, self.cap = self.root, cap
        energy = min(energy, root.energy)
        fixed = self._constant * self.deck.spare + root.energy - energy
        self.aim = kernel.Aim(mode, target - fixed)
        rng = random.Random(noise_seed)
        noise = [rng.randrange(3000) if noise_seed is not None else 0 for _ in self.cells]
        self.noise = np.array(noise, np.int32)
        nodes = np.zeros((self._places + 1, kernel.FIELDS), np.int32)
        nodes[:, kernel.EXITS] = 7
        nodes[0, kernel.CELL] = -1
        for node, end in enumerate((root.before, root.last)):
            if end is not None:
                nodes[node, kernel.CELL] = self.number[end.cell]
                nodes[node, kernel.ENTRY] = HEADINGS.index(end.heading)
                nodes[node, kernel.EXITS] = turn_bits(end.turns)
        nodes[1, kernel.REVERSES], nodes[1, kernel.MOVE] = energy, kernel.MOVES
        used = np.ones(len(self.cells), np.bool_)
        used[[self.number[cell] for cell in root.free]] = False
        orders = np.zeros((self._places + 1, kernel.MOVES), np.int32)
        self.line = kernel.Line(nodes, orders, used, self._places)
        rows = self._places + 1 if mode == kernel.COUNT else 0
        self._ways = np.zeros((rows, rows, self.deck.size + 2), np.int64)
        cards_kernel.begin(self.tables, self.deck)
        self.state[[kernel.DEPTH, kernel.FOUND]] = 1, 0
        if not kernel.enter(
            self.line, 1, self.board, self.tables, self.deck, self.aim, self.noise, self.work
        ):
            self.state[kernel.DEPTH] = 0

    def run(self, moves: int) -> None:
        kernel.search(
            self.line, self.state, moves, self.cap, self.board, self.tables, self.deck, self.aim, self.noise,
            self._ways, self.work,
        )  # fmt: skip

    def begin_target(self, target: int, noise_seed: int | None = None) -> None:
        """Begins anew, to find a solution with at least this score."""
        self.begin(kernel.BEST, target, self.root.energy, 1, noise_seed)

    @property
    def finished(self) -> bool:
        return bool(self.state[kernel.DEPTH] == 0)

    @property
    def found_count(self) -> int:
        return min(self.cap, int(self.state[kernel.FOUND]))

    @property
    def step_count(self) -> int:
        """The number of moves that all attempts together have made."""
        return int(self.state[kernel.SPENT])

    def bound(self) -> int:
        return greatest_score(self.root)

    def solution(self) -> ClassicSolution:
        """Returns the solution at which the search has stopped."""
        return self.root.solution(self._cells(), self._cards())

    def _cells(self) -> list[tuple[Cell, bool]]:
        nodes = self.line.nodes[2 : self._places + 1]
        return [(self.cells[node[kernel.CELL]], bool(node[kernel.MOVE] >= kernel.TURNS)) for node in nodes]

    def _cards(self) -> list[int]:
        """Returns the card of each place of the line, START left out."""
        kept, to, shift = self.tables.kept, self._places, self.deck.spare
        cards = [0] * to
        while to:
            start = next(
                (
                    start
                    for start in range(to)
                    if _has(self.tables.runs[to, :, start], shift) and kept[start, shift] == kept[to, shift]
                ),
                None,
            )
            if start is None:
                shift -= 1
            else:
                self._fill(cards, start, to, shift)
                to = start
        return [card - (card > self.deck.start) for card in cards[1:]]

    def _fill(self, cards: list[int], start: int, to: int, shift: int) -> None:
        """Writes the cards of a run."""
        runs = [(start, to, shift)]
        while runs:
            start, to, shift = runs.pop()
            if start == to:
                continue
            at = next(
                at
                for at in range(start, to)
                if _has(self.tables.last[start, :, at] & self.tables.runs[to, :, at + 1], shift)
            )
            cards[at] = shift + start
            runs += [(start, at, shift + 1), (at + 1, to, shift)]


def _has(bits: np.typing.NDArray[np.uint64], shift: int) -> bool:
    word, bit = divmod(shift, cards_kernel.WORD)
    return bool(int(bits[word]) >> bit & 1)


class ClassicSearch:
    name = "search"

    def solve(self, puzzle: ClassicPuzzle, goal: Goal, limits: Limits) -> Outcome[ClassicSolution]:
        return _solve(start_root(puzzle), goal, limits)

    def count(self, puzzle: ClassicPuzzle, cap: int, limits: Limits) -> Count:
        return _count(start_root(puzzle), cap, limits)


class ClassicContinuationSearch:
    """Continues solutions: the search begins after the actions that are settled."""

    name = "search"

    def solve(
        self, continuation: Continuation[ClassicPuzzle, ClassicSolution], goal: Goal, limits: Limits
    ) -> Outcome[ClassicSolution]:
        return _solve(root_after(continuation.puzzle, continuation.progress), goal, limits)

    def count(
        self, continuation: Continuation[ClassicPuzzle, ClassicSolution], cap: int, limits: Limits
    ) -> Count:
        return _count(root_after(continuation.puzzle, continuation.progress), cap, limits)


def _solve(root: Root, goal: Goal, limits: Limits) -> Outcome[ClassicSolution]:
    trivial = trivial_outcome(root)
    if trivial is not None:
        return trivial
    effort = Effort(limits, _SLICE)
    main, scout = Search(root), Search(root)
    first = _any(main, scout, effort, limits.seed)
    if goal == "any" or not isinstance(first, Solved):
        return first
    searches = main, scout
    return raise_score(
        first.solution, partial(KIND.score, root.puzzle), searches, effort, _FIRST_TARGET_MOVES, limits.seed
    )


def _any(main: Search, scout: Search, effort: Effort, seed: int) -> Outcome[ClassicSolution]:
    for search, moves, complete in _plans(main, scout, seed):
        stop = effort.spend(search, moves)
        if search.found_count:
            return Solved(search.solution())
        if stop is not None:
            return Unknown(stop)
        if search.finished and complete:
            return Impossible()
    raise AssertionError("the plans have no end")


def _plans(main: Search, scout: Search, seed: int) -> Iterator[tuple[Search, int, bool]]:
    """Yields what to run: a search, for how many moves, and whether it is complete.

    One search goes on to its end; between its slices another one tries its luck in other orders."""
    energy, moves = main.root.energy, _FIRST_ATTEMPT
    # Most deals need no energy, and a search without energy ends much sooner.
    scout.begin(kernel.ANY, 0, 0)
    yield scout, moves, energy == 0
    main.begin(kernel.ANY, 0, energy)
    for attempt in count(1):
        yield main, moves, True
        moves = moves * 3 // 2
        for reverses in sorted({0, energy}):
            scout.begin(kernel.ANY, 0, reverses, 1, seed * 1_000_003 + attempt)
            yield scout, moves, reverses == energy


def _count(root: Root, cap: int, limits: Limits) -> Count:
    trivial = trivial_outcome(root, MAX_COUNTED_CELLS)
    if trivial is not None:
        return count_of(trivial)
    search = Search(root)
    search.begin(kernel.COUNT, 0, root.energy, cap)
    stop = Effort(limits, _SLICE).spend(search)
    return Count(search.found_count, stop is None and search.found_count < cap)
