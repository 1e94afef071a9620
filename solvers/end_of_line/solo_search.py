"""Solves solo puzzles with an exact search: it draws the line and keeps track of every possible hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count

import numpy as np
from numpy.typing import NDArray

from puzzles.end_of_line.board import CARDS, HEADINGS, INITIATIVE, PlacedCard, Round
from puzzles.end_of_line.cover import CoverPuzzle
from puzzles.end_of_line.solo import HAND_SIZE, KIND, SoloPuzzle, SoloSolution, round_size
from solvers.end_of_line import solo_kernel as kernel
from solvers.end_of_line import solo_line_kernel as line_kernel
from solvers.end_of_line.arrays import CARD_TYPES, FIRST_ROUND_SIZE
from solvers.end_of_line.cover_arrays import CoverRules
from solvers.end_of_line.solo_draws import trivial_outcome
from solvers.protocol import Count, Goal, Impossible, Limits, Outcome, Solved, Unknown, count_of
from solvers.resumable import Effort

# Moves between two looks at the clock: about 20 ms of work on 25 cells.
_SLICE = 20_000
# The most moves of the first attempt; every later one, in another order, may take half as many again.
_FIRST_ATTEMPT = 2_000
# The most moves of the first search for a score.
_FIRST_TARGET_MOVES = 20_000
# The most states that an index of the line can have: the hands of 4 to 6 cards of 8 types, by round.
_MAX_STATES = 4096
# From this many cells on, the line search goes first. It looks far ahead, and a move of it costs as much as
# _LINE_MOVE_COST moves of the other search.
_LARGE = 30
_LINE_MOVE_COST = 5
_EFFECTS = (None, "brake", "extra_gas", "reverse")


class SoloModel:
    """A puzzle as arrays for the kernel: what does not change during a search."""

    def __init__(self, puzzle: SoloPuzzle) -> None:
        self.puzzle = puzzle
        area, deck = puzzle.area, puzzle.deck
        self.cells, number = area.torus.cells, area.torus.number
        self.board = kernel.Board(
            nbr=np.array(area.torus.near, np.int32),
            free=np.array([number[cell] for cell in area.free_cells()], np.int32),
            colour=np.array([(row + col) % 2 for row, col in self.cells], np.int32),
            even=area.rows % 2 == 0 and area.cols % 2 == 0,
            first=number[area.first_cell()],
            heading=HEADINGS.index(area.start.heading),
        )
        self.deck = _deck(deck, len(self.board.free))

    def covered(self) -> NDArray[np.bool_]:
        """Returns for every cell whether it is blocked, before any card is placed."""
        used = np.ones(len(self.cells), np.bool_)
        used[self.board.free] = False
        return used


def _deck(cards: tuple[str, ...], free_cells: int) -> kernel.Deck:
    last = min(len(cards), free_cells + HAND_SIZE)
    initiatives = np.array([INITIATIVE[card] for card in cards], np.int64)
    drawn = initiatives[:last, None] == np.arange(kernel.SUM)
    left = np.zeros((len(cards) + 1, kernel.SUM + 1), np.int64)
    left[:last, : kernel.SUM] = drawn[::-1].cumsum(axis=0)[::-1]
    total = np.append(initiatives[::-1].cumsum()[::-1], 0)
    left[:, kernel.SUM] = total[last]
    left[last:, kernel.SUM] = total[last:]
    return kernel.Deck(np.array([CARDS.index(card) for card in cards], np.int32), last, left, total)


class Search(SoloModel):
    """A resumable search through the solutions of a puzzle."""

    def __init__(self, puzzle: SoloPuzzle) -> None:
        super().__init__(puzzle)
        n, size = len(self.board.free) + 2, len(self.cells)
        self.nodes = np.zeros((n, 7), np.int32)
        self.orders = np.zeros((n, kernel.MOVES), np.int32)
        self.pool = np.empty((n * _MAX_STATES, 6), np.int64)
        self.state = np.zeros(4, np.int64)
        self.work = kernel.Work(
            states=np.zeros((CARD_TYPES, 6), np.int64),
            seen=np.zeros(size, np.bool_),
            stack=np.zeros(size + 1, np.int32),
            ways_on=np.zeros(size, np.int32),
        )

    def begin(self, aim: kernel.Aim, energy: int, cap: int = 1, noise_seed: int | None = None) -> None:
        """Begins anew. Every seed of the noise gives an order of its own."""
        self.aim, self.cap = aim, cap
        rng = random.Random(noise_seed)
        noise = [rng.randrange(3000) if noise_seed is not None else 0 for _ in self.cells]
        self.noise = np.array(noise, np.int32)
        self.used = self.covered()
        first = self.board.first
        self.state[[kernel.DEPTH, kernel.FOUND]] = -1, 0
        if self.used[first]:
            return
        self.used[first] = True
        hand = kernel.drawn_hand(0, 0, HAND_SIZE, self.deck.cards)
        self.pool[0] = hand | FIRST_ROUND_SIZE << 24 | energy << 26, 1, -1, -1, -1, 0
        self.nodes[0] = first, self.board.heading, 1, -1, 0, 1, 0
        worth = kernel.enter(
            self.nodes, self.pool, self.state, self.used, self.orders, 0, cap, self.board, self.deck, aim,
            self.noise, self.work,
        )  # fmt: skip
        self.state[kernel.DEPTH] = 0 if worth else -1

    def run(self, moves: int) -> None:
        kernel.search(
            self.nodes, self.pool, self.state, self.used, self.orders, moves, self.cap, self.board, self.deck,
            self.aim, self.noise, self.work,
        )  # fmt: skip

    @property
    def finished(self) -> bool:
        return bool(self.state[kernel.DEPTH] < 0)

    @property
    def found_count(self) -> int:
        return min(self.cap, int(self.state[kernel.FOUND]))

    @property
    def step_count(self) -> int:
        """The number of moves that all attempts together have made."""
        return int(self.state[kernel.SPENT])

    def bound(self) -> int:
        """Returns a score that no solution exceeds, by the cards that can be drawn and must be placed."""
        hand = kernel.drawn_hand(0, 0, HAND_SIZE, self.deck.cards)
        return int(kernel.best_left(hand, 0, len(self.board.free), self.deck)) + self.puzzle.energy

    def solution(self) -> SoloSolution:
        """Returns the solution at which the search has stopped."""
        depth, at = int(self.state[kernel.DEPTH]), int(self.state[kernel.AT])
        last_hand = int(self.pool[at, kernel.STATE]) & kernel.HAND_BITS
        last_cards = [card for card in range(CARD_TYPES) if last_hand >> 3 * card & 7]
        last = min(last_cards, key=lambda card: INITIATIVE[CARDS[card]])
        placed: list[PlacedCard] = []  # backwards
        effects: list[int] = []
        card = last
        while depth >= 0:
            head, stub = int(self.nodes[depth, kernel.HEAD]), int(self.nodes[depth, kernel.STUB])
            acts = int(self.pool[at, kernel.ACTS])
            placed.append(PlacedCard(CARDS[card], self.cells[head]))
            effects.append(acts & 3)
            if stub >= 0:
                placed.append(PlacedCard(CARDS[int(self.pool[at, kernel.STUB_CARD])], self.cells[stub]))
                effects.append(acts >> 2)
            card, at = int(self.pool[at, kernel.CHOSEN]), int(self.pool[at, kernel.BEFORE])
            depth -= 1
        return _in_rounds(placed[::-1], effects[::-1])


class _LineSearch(Search):
    """A search for lines without stubs that looks far ahead, for large areas. It proves nothing."""

    def __init__(self, puzzle: SoloPuzzle) -> None:
        super().__init__(puzzle)
        drawn = Counter(puzzle.deck[: self.deck.last])
        tray = tuple(drawn[card] for card in CARDS)
        self.cover = CoverRules(CoverPuzzle(puzzle.area, tray, ()))
        self.domains = np.zeros((len(self.board.free) + 1, len(self.cells)), np.uint16)

    def begin(self, aim: kernel.Aim, energy: int, cap: int = 1, noise_seed: int | None = None) -> None:
        super().begin(aim, energy, cap, noise_seed)
        self.domains[0] = self.cover.model.root()
        if self.cover.model.possible and not self.finished:
            worth = self.cover.follow(self.domains[0], self.board.first, deep=True)
            self.state[kernel.DEPTH] = 0 if worth else -1
            line_kernel.order_turns(
                self.orders[0],
                self.domains[0],
                self.board.nbr,
                self.board.first,
                self.board.heading,
                self.noise,
            )

    def run(self, moves: int) -> None:
        line_kernel.search_line(
            self.nodes, self.pool, self.state, self.domains, self.orders, moves, self.board, self.cover.board,
            self.deck, self.aim, self.noise, self.work, self.cover.work,
        )  # fmt: skip


def _in_rounds(placed: list[PlacedCard], effects: list[int]) -> SoloSolution:
    rounds: list[Round] = []
    at = 0
    while at < len(placed):
        energy = _EFFECTS[effects[at]]
        size = round_size(len(rounds) + 1, energy)
        rounds.append(Round(tuple(placed[at : at + size]), energy))
        at += size
    return SoloSolution(tuple(rounds))


class SoloSearch:
    name = "search"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[SoloSolution]:
        trivial = trivial_outcome(puzzle)
        if trivial is not None:
            return trivial
        effort = Effort(limits, _SLICE)
        first = _any(puzzle, effort, limits.seed)
        if goal == "any" or not isinstance(first, Solved):
            return first
        return _best(puzzle, first.solution, effort, limits.seed)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        trivial = trivial_outcome(puzzle)
        if trivial is not None:
            return count_of(trivial)
        search = Search(puzzle)
        search.begin(kernel.Aim(kernel.COUNT, 0), 0, cap)
        stop = Effort(limits, _SLICE).spend(search)
        return Count(search.found_count, stop is None and search.found_count < cap)


def _any(puzzle: SoloPuzzle, effort: Effort, seed: int) -> Outcome[SoloSolution]:
    for search, moves, complete in _plans(puzzle, seed):
        stop = effort.spend(search, moves)
        if search.found_count:
            return Solved(search.solution())
        if stop is not None:
            return Unknown(stop)
        if search.finished and complete:
            return Impossible()
    raise AssertionError("the plans have no end")


def _plans(puzzle: SoloPuzzle, seed: int) -> Iterator[tuple[Search, int, bool]]:
    """Yields what to run: a search, for how many moves, and whether it is complete.

    One search goes on to its end; between its slices other searches try their luck in other orders."""
    any_line, moves = kernel.Aim(kernel.ANY, 0), _FIRST_ATTEMPT
    scout, line = Search(puzzle), None
    if len(scout.board.free) >= _LARGE:
        line = _LineSearch(puzzle)
        line.begin(any_line, puzzle.energy)
        yield line, moves // _LINE_MOVE_COST, False
    # Most deals need no energy, and a search without energy ends much sooner.
    scout.begin(any_line, 0)
    yield scout, moves, puzzle.energy == 0
    main = Search(puzzle)
    main.begin(any_line, puzzle.energy)
    for attempt in count(1):
        yield main, moves, True
        moves = moves * 3 // 2
        noise = seed * 1_000_003 + attempt
        if line is not None:
            line.begin(any_line, puzzle.energy, 1, noise)
            yield line, moves // _LINE_MOVE_COST, False
        for energy in sorted({0, puzzle.energy}):
            scout.begin(any_line, energy, 1, noise)
            yield scout, moves, energy == puzzle.energy


def _best(puzzle: SoloPuzzle, best: SoloSolution, effort: Effort, seed: int) -> Outcome[SoloSolution]:
    """Searches for every score, from the greatest possible one down; then, with a growing limit of moves, for
    the bound and for one point above the best. Where a score cannot be reached, no greater one can."""
    main, scout = Search(puzzle), Search(puzzle)
    score, bound, moves_limit = KIND.score(puzzle, best), main.bound(), _FIRST_TARGET_MOVES
    targets = list(range(bound, score, -1))
    while score < bound:
        if not targets:
            moves_limit, targets = moves_limit * 8, [score + 1, bound]
        target = targets.pop(0)
        if not score < target <= bound:
            continue
        for search, moves in _target_searches(
            kernel.Aim(kernel.BEST, target), moves_limit, main, scout, seed
        ):
            stop = effort.spend(search, moves)
            if search.found_count:
                best, targets = search.solution(), []
                score = KIND.score(puzzle, best)
            elif search.finished:
                bound = target - 1
            elif stop is not None:
                return Solved(best, False, score, bound)
            else:
                continue
            break
    return Solved(best, True, score, score)


def _target_searches(
    aim: kernel.Aim, moves_limit: int, main: Search, scout: Search, seed: int
) -> Iterator[tuple[Search, int]]:
    """Yields the searches for a score, each with its limit of moves. Most moves go to the complete one, as
    many scores cannot be reached."""
    energy = main.puzzle.energy
    main.begin(aim, energy)
    yield main, moves_limit
    scout.begin(aim, energy, 1, seed * 1_000_003 + moves_limit)
    yield scout, moves_limit // 4
