"""Solves solo puzzles with an exact search: it draws the line and keeps track of every possible hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray

from puzzles.end_of_line.board import CARDS, HEADINGS, INITIATIVE, Area, PlacedCard, Start
from puzzles.end_of_line.cover import CoverPuzzle
from puzzles.end_of_line.play_solo import SoloPosition
from puzzles.end_of_line.solo import HAND_SIZE, KIND, SoloPuzzle, SoloSolution
from solvers.end_of_line import solo_kernel as kernel
from solvers.end_of_line import solo_line_kernel as line_kernel
from solvers.end_of_line.arrays import CARD_TYPES
from solvers.end_of_line.best_score import raise_score
from solvers.end_of_line.cover_arrays import CoverRules
from solvers.end_of_line.solo_draws import trivial_continuation, trivial_outcome
from solvers.end_of_line.solo_roots import Root, positions_after, roots_after, settled, start_roots
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


def board_of(area: Area) -> kernel.Board:
    """Returns an area as arrays for kernels."""
    number = area.torus.number
    return kernel.Board(
        nbr=np.array(area.torus.near, np.int32),
        free=np.array([number[cell] for cell in area.free_cells()], np.int32),
        colour=np.array([(row + col) % 2 for row, col in area.cells()], np.int32),
        even=area.rows % 2 == 0 and area.cols % 2 == 0,
        first=number[area.first_cell()],
        heading=HEADINGS.index(area.start.heading),
    )


class SoloModel:
    """A puzzle as arrays for the kernel: what does not change during a search."""

    def __init__(self, puzzle: SoloPuzzle) -> None:
        self.puzzle = puzzle
        area, deck = puzzle.area, puzzle.deck
        self.cells, self.number = area.torus.cells, area.torus.number
        self.board = board_of(area)
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
    """A resumable search through the solutions of a puzzle that begin at some roots."""

    def __init__(self, puzzle: SoloPuzzle, roots: Sequence[Root]) -> None:
        super().__init__(puzzle)
        n, size = len(self.board.free) + 2, len(self.cells)
        self.roots = roots
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
        """Begins anew, to spend at most so much energy. Every seed of the noise gives an order of its own."""
        self.aim, self.cap, self._energy = aim, cap, energy
        rng = random.Random(noise_seed)
        noise = [rng.randrange(3000) if noise_seed is not None else 0 for _ in self.cells]
        self.noise = np.array(noise, np.int32)
        self._roots_to_try = list(self.roots)
        if noise_seed is not None:
            rng.shuffle(self._roots_to_try)
        self.state[[kernel.DEPTH, kernel.FOUND]] = -1, 0
        self._next_root()

    def begin_target(self, target: int, noise_seed: int | None = None) -> None:
        """Begins anew, to find a solution with at least this score."""
        self.begin(kernel.Aim(kernel.BEST, target), self.puzzle.energy, 1, noise_seed)

    def _next_root(self) -> None:
        """Goes on to the next root from which there may be a way on, if there is one."""
        while self._roots_to_try and self.state[kernel.DEPTH] < 0:
            self.root = self._roots_to_try.pop(0)
            self.state[kernel.DEPTH] = 0 if self._enter(self.root) else -1

    def _enter(self, root: Root) -> bool:
        """Enters the node of a root; returns whether the search should go on from it, or has reached its
        cap."""
        self.used = self.covered()
        self.used[[self.number[cell] for cell in root.used]] = True
        states = kernel.root_states(
            self.pool, _pack_hand(root.hand), root.left, int(root.spent), min(root.energy, self._energy),
            root.index, root.after, self.deck.cards, self.aim.mode, self.work.states,
        )  # fmt: skip
        if not states:
            return False
        head, stub = self.number[root.head], -1 if root.stub is None else self.number[root.stub]
        covered = root.index + 1 + (stub >= 0)
        self.nodes[0] = head, HEADINGS.index(root.heading), covered, stub, 0, states, 0
        self.used[[head] if stub < 0 else [head, stub]] = True
        return bool(kernel.enter(
            self.nodes, self.pool, self.state, self.used, self.orders, 0, self.cap, self.board, self.deck,
            self.aim, self.noise, self.work,
        ))  # fmt: skip

    def run(self, moves: int) -> None:
        end = self.step_count + moves
        while not self.finished and self.found_count < self.cap and self.step_count < end:
            self._advance(end - self.step_count)
            self._next_root()

    def _advance(self, moves: int) -> None:
        kernel.search(
            self.nodes, self.pool, self.state, self.used, self.orders, moves, self.cap, self.board, self.deck,
            self.aim, self.noise, self.work,
        )  # fmt: skip

    @property
    def finished(self) -> bool:
        return bool(self.state[kernel.DEPTH] < 0 and not self._roots_to_try)

    @property
    def found_count(self) -> int:
        return min(self.cap, int(self.state[kernel.FOUND]))

    @property
    def step_count(self) -> int:
        """The number of moves that all attempts together have made."""
        return int(self.state[kernel.SPENT])

    def bound(self) -> int:
        """Returns a score that no solution exceeds, by the cards that can be drawn and must be placed."""
        cells = len(self.board.free)
        scores = (
            int(kernel.best_left(_pack_hand(root.hand), root.index, cells, self.deck)) + root.energy
            for root in self.roots
        )
        return max(scores, default=0)

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
        return self.root.solution(placed[::-1], [_EFFECTS[effect] for effect in reversed(effects)])


def _pack_hand(hand: Sequence[str]) -> int:
    return sum(1 << 3 * CARDS.index(card) for card in hand)


class _LineSearch(Search):
    """A search for lines without stubs that looks far ahead, for large areas. It proves nothing."""

    def __init__(self, puzzle: SoloPuzzle, roots: Sequence[Root]) -> None:
        super().__init__(puzzle, roots)
        self.domains = np.zeros((len(self.board.free) + 1, len(self.cells)), np.uint16)

    def _enter(self, root: Root) -> bool:
        if not super()._enter(root):
            return False
        if self.found_count:
            return True
        self.cover = CoverRules(self._rest(root))
        self.domains[0] = self.cover.model.root()
        head, heading = self.number[root.head], HEADINGS.index(root.heading)
        if not (self.cover.model.possible and self.cover.follow(self.domains[0], head, deep=True)):
            return False
        line_kernel.order_turns(self.orders[0], self.domains[0], self.board.nbr, head, heading, self.noise)
        return True

    def _rest(self, root: Root) -> CoverPuzzle:
        """Returns what the line still has to cover, with the cards that can still be drawn."""
        area = self.puzzle.area
        covered = {*area.blocked, area.start.cell, *root.used} | ({root.stub} if root.stub else set())
        blocked = tuple(sorted(covered - {root.before}))
        cards = Counter((*root.hand, *self.puzzle.deck[root.drawn : self.deck.last]))
        tray = tuple(cards[card] for card in CARDS)
        return CoverPuzzle(replace(area, start=Start(root.before, root.heading), blocked=blocked), tray, ())

    def _advance(self, moves: int) -> None:
        line_kernel.search_line(
            self.nodes, self.pool, self.state, self.domains, self.orders, moves, self.board, self.cover.board,
            self.deck, self.aim, self.noise, self.work, self.cover.work,
        )  # fmt: skip


class SoloSearch:
    name = "search"

    def solve(self, puzzle: SoloPuzzle, goal: Goal, limits: Limits) -> Outcome[SoloSolution]:
        return trivial_outcome(puzzle) or _solve(puzzle, start_roots(puzzle), None, goal, limits)

    def count(self, puzzle: SoloPuzzle, cap: int, limits: Limits) -> Count:
        trivial = trivial_outcome(puzzle)
        if trivial is not None:
            return count_of(trivial)
        search = Search(puzzle, start_roots(puzzle))
        search.begin(kernel.Aim(kernel.COUNT, 0), 0, cap)
        stop = Effort(limits, _SLICE).spend(search)
        return Count(search.found_count, stop is None and search.found_count < cap)


class SoloContinuationSearch:
    """Continues solutions: the search begins after the cards that are laid."""

    name = "search"

    def solve(
        self, continuation: Continuation[SoloPuzzle, SoloSolution], goal: Goal, limits: Limits
    ) -> Outcome[SoloSolution]:
        puzzle = continuation.puzzle
        positions = positions_after(puzzle, continuation.progress)
        outcome = trivial_continuation(positions)
        if outcome is not None:
            return outcome
        following = settled(positions)
        complete = max((p for p in following if not p.free), key=SoloPosition.score, default=None)
        roots = [root for position in following for root in roots_after(position)]
        return _solve(puzzle, roots, SoloSolution(complete.rounds) if complete else None, goal, limits)


def _solve(
    puzzle: SoloPuzzle, roots: Sequence[Root], known: SoloSolution | None, goal: Goal, limits: Limits
) -> Outcome[SoloSolution]:
    """Solves a puzzle by a solution from one of the roots, or by one that is known."""
    effort = Effort(limits, _SLICE)
    first = Solved(known) if known else _any(puzzle, roots, effort, limits.seed)
    if goal == "any" or not isinstance(first, Solved):
        return first
    searches = Search(puzzle, roots), Search(puzzle, roots)
    score_of = partial(KIND.score, puzzle)
    return raise_score(first.solution, score_of, searches, effort, _FIRST_TARGET_MOVES, limits.seed)


def _any(puzzle: SoloPuzzle, roots: Sequence[Root], effort: Effort, seed: int) -> Outcome[SoloSolution]:
    if not roots:
        return Impossible()
    for search, moves, complete in _plans(puzzle, roots, seed):
        stop = effort.spend(search, moves)
        if search.found_count:
            return Solved(search.solution())
        if stop is not None:
            return Unknown(stop)
        if search.finished and complete:
            return Impossible()
    raise AssertionError("the plans have no end")


def _plans(puzzle: SoloPuzzle, roots: Sequence[Root], seed: int) -> Iterator[tuple[Search, int, bool]]:
    """Yields what to run: a search, for how many moves, and whether it is complete.

    One search goes on to its end; between its slices other searches try their luck in other orders."""
    any_line, moves = kernel.Aim(kernel.ANY, 0), _FIRST_ATTEMPT
    scout, line = Search(puzzle, roots), None
    if len(scout.board.free) - roots[0].index >= _LARGE:
        line = _LineSearch(puzzle, roots)
        line.begin(any_line, puzzle.energy)
        yield line, moves // _LINE_MOVE_COST, False
    # Most deals need no energy, and a search without energy ends much sooner.
    scout.begin(any_line, 0)
    yield scout, moves, puzzle.energy == 0
    main = Search(puzzle, roots)
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
