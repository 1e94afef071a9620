"""Looks for solutions of large co-operative puzzles by local search (see coop_local_kernel).

It finds what it is lucky to find, and proves nothing: that there is no solution, or no greater score, is for
the other engines to say.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.end_of_line.board import HEADINGS, INITIATIVE, PlacedCard, torus
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution, Turn
from puzzles.end_of_line.solo_puzzle import FIRST_ENERGY_ROUND
from solvers.end_of_line import coop_local_kernel as kernel
from solvers.end_of_line import coop_match_kernel as match_kernel
from solvers.end_of_line.coop_plans import LinePlan, random_plans
from solvers.end_of_line.coop_starts import line_starts
from solvers.end_of_line.coop_turns import (
    Line,
    begun_by,
    everything_left,
    possible_rounds,
    score_of,
    solution_of,
)
from solvers.end_of_line.exits import EXIT_BITS
from solvers.protocol import Goal, Limits, Outcome, Solved, Stop, Unknown

Numbers = NDArray[np.int64]

# Changes between two looks at the clock: about 20 ms of work.
_SLICE = 20_000
# What the first descent tries for each free cell; later ones try more.
_STEPS_PER_CELL = 4_000
# The temperature falls from the first to the last of these.
_HOT, _COLD = 2.6, 1.8
_STAGES = 40
_DOUBLINGS = 3
# After so many descents the search gives up, also where no limit ends it.
_DESCENTS, _DESCENTS_FOR_BEST = 200, 60


def solve_locally(
    puzzle: CoopPuzzle, progress: CoopSolution, goal: Goal, limits: Limits, bound: int
) -> Outcome[CoopSolution]:
    """Looks for a solution that continues what is begun; `bound` is one on every score."""
    search = LocalSearch(puzzle, progress, limits)
    try:
        for number in range(_DESCENTS):
            found = search.find(0, number)
            if found is not None:
                return Solved(found) if goal == "any" else _improve(search, found, bound)
    except Stopped as stopped:
        return Unknown(stopped.reason, bound)
    return Unknown("size", bound)


def _improve(search: LocalSearch, best: CoopSolution, bound: int) -> Outcome[CoopSolution]:
    """Looks for greater scores: for the greatest at first, then for less and less more."""
    score = score_of(search.puzzle, best)
    step = bound - score
    try:
        for number in range(_DESCENTS_FOR_BEST):
            if score == bound:
                break
            better = search.find(min(bound, score + step), number)
            if better is not None:
                best, score = better, score_of(search.puzzle, better)
            elif step > 1:
                step //= 2
    except Stopped:
        pass
    return Solved(best, score == bound, score, bound)


class Stopped(Exception):
    """A limit ended the search."""

    def __init__(self, reason: Stop) -> None:
        self.reason = reason


class LocalSearch:
    """The search for solutions of a puzzle that continue what is begun, within the limits of one question."""

    def __init__(self, puzzle: CoopPuzzle, progress: CoopSolution, limits: Limits) -> None:
        self.puzzle = puzzle
        self._clock, self._work, self._rng = limits.start(), limits.work, random.Random(limits.seed)
        begun = begun_by(puzzle, progress)
        energy = [puzzle.energy - of_player.energy_spent() for of_player in begun]
        self._rounds = possible_rounds(puzzle, begun, energy)
        self._starts = [line_starts(puzzle, p, of_player) for p, of_player in enumerate(begun)]
        self._board = _board(puzzle, {card.cell for of_player in begun for card in of_player.cards})

    def find(self, score: int, number: int) -> CoopSolution | None:
        """Cools lines down once, for the n-th time; returns a solution of at least this score, or None."""
        self._spend(0)
        plans = random_plans(self.puzzle, self._starts, self._rounds, self._rng)
        if plans is None or any(plan.length + plan.last > match_kernel.MAX_LENGTH for plan in plans):
            return None
        most_loss = everything_left(self.puzzle) - score
        steps = _STEPS_PER_CELL * len(self._board.free) << min(number // 4, _DOUBLINGS)
        lines = self._descend(plans, most_loss, steps)
        return None if lines is None else solution_of(lines)

    def _descend(self, plans: Sequence[LinePlan], most_loss: int, steps: int) -> list[Line] | None:
        """Cools lines down once."""
        lines = _kernel_lines(plans, self._board)
        state = _kernel_state(plans, self._board, self._rng)
        work = match_kernel.work_space(lines.exits.shape[1])
        kernel.begin(state, lines, work)
        # Initiatives of cards laid and points spent count as lost.
        laid = everything_left(self.puzzle) - sum(_value(plan) for plan in plans)
        for stage in range(_STAGES):
            temperature = _HOT * (_COLD / _HOT) ** (stage / (_STAGES - 1))
            for _ in range(0, steps // _STAGES, _SLICE):
                size = min(_SLICE, steps // _STAGES)
                self._spend(size)
                if kernel.change_lines(state, lines, work, most_loss - laid, temperature, size):
                    return [self._line(p, plan, state, lines, work) for p, plan in enumerate(plans)]
        return None

    def _spend(self, steps: int) -> None:
        stop = self._clock.stopped()
        if self._work is not None:
            self._work -= steps
            stop = stop or ("time" if self._work < 0 else None)
        if stop is not None:
            raise Stopped(stop)

    def _line(
        self,
        p: int,
        plan: LinePlan,
        state: kernel.State,
        lines: match_kernel.Lines,
        work: match_kernel.Matching,
    ) -> Line:
        """Reads a line out of a state in which everything is right."""
        size = state.size[p]
        match_kernel.judge_line(state.path[p], size, p, state.spur, lines, work, match_kernel.NO_LINE)
        cells, reversed_at = [], set()
        for k, cell in enumerate(state.path[p, :size]):
            if k:
                cells.append(cell)
            if state.spur[cell] >= 0:
                cells.append(state.spur[cell])
                reversed_at.add(len(cells))
        deck = plan.cards
        cards = [PlacedCard(deck[work.card[i]], self._board.cells[cell]) for i, cell in enumerate(cells)]
        return Line(tuple(_turns(p, plan, cards, reversed_at)))


def _turns(player: int, plan: LinePlan, cards: Sequence[PlacedCard], reversed_at: set[int]) -> Iterator[Turn]:
    """Yields the turns of a line: those that are begun, completed, and those to come."""
    *complete, last = plan.start.turns or (Turn(player, ()),)
    at = plan.sizes()[0]
    if plan.start.turns:
        yield from complete
        yield Turn(player, (*last.cards, *cards[:at]), last.energy)
    for number, size in enumerate(plan.sizes()[1:], len(plan.start.turns)):
        if at >= len(cards):
            break
        effect = "reverse" if reversed_at & set(range(at, at + size)) else plan.effects[number]
        yield Turn(player, tuple(cards[at : at + size]), effect)
        at += size


@dataclass(frozen=True)
class _Board:
    """The board for the kernel: its cells, the free ones, their neighbours, and headings between cells."""

    cells: Sequence[tuple[int, int]]
    number: dict[tuple[int, int], int]
    free: Sequence[int]
    neighbours: Numbers
    heading: Numbers


def _board(puzzle: CoopPuzzle, laid: set[tuple[int, int]]) -> _Board:
    cells, area = torus(puzzle.rows, puzzle.cols).cells, puzzle.area_of(0)
    number = {cell: i for i, cell in enumerate(cells)}
    free = [number[cell] for cell in puzzle.free_cells if cell not in laid]
    neighbours = np.array([[number[area.neighbour(cell, h)] for h in HEADINGS] for cell in cells])
    heading = np.full((len(cells), len(cells)), -1)
    for h in range(len(HEADINGS)):
        heading[range(len(cells)), neighbours[:, h]] = h
    return _Board(cells, number, free, np.where(np.isin(neighbours, free), neighbours, -1), heading)


def _kernel_lines(plans: Sequence[LinePlan], board: _Board) -> match_kernel.Lines:
    """What the lines must be like, for the kernel."""
    decks = [plan.cards for plan in plans]
    most = max(2, *map(len, decks))
    exits, initiative, places, order = np.zeros((4, len(plans), most), np.int64)
    turn = np.zeros((len(plans), match_kernel.MAX_LENGTH), np.int64)
    for p, (plan, deck) in enumerate(zip(plans, decks, strict=True)):
        exits[p, : len(deck)] = [EXIT_BITS[card] for card in deck]
        initiative[p, : len(deck)] = [INITIATIVE[card] for card in deck]
        order[p, : len(deck)] = np.argsort(initiative[p, : len(deck)], kind="stable")
        for place, drawn in enumerate(plan.drawn()[: match_kernel.MAX_LENGTH]):
            places[p, :drawn] |= 1 << place
        for place, number in enumerate(plan.turns()[: match_kernel.MAX_LENGTH]):
            is_new = number > len(plan.start.turns) and number >= FIRST_ENERGY_ROUND
            if is_new and plan.effects[number - 1] is None:
                turn[p, place] = number
    ends = [plan.start.state.line[-1] for plan in plans]
    entries = [HEADINGS.index(card.joint.entry or card.exits[0]) for card in ends]
    doors = [sum(1 << HEADINGS.index(heading) for heading in card.exits) for card in ends]
    allowed = [[sum(1 << value for value in of_role) for of_role in plan.allowed] for plan in plans]
    numbers = [
        entries, doors, [plan.length for plan in plans], [plan.last for plan in plans],
        list(map(len, decks)), exits, initiative, places, order, [plan.length - 1 for plan in plans], allowed,
        turn, [plan.energy for plan in plans],
    ]  # fmt: skip
    return match_kernel.Lines(board.heading, *(np.array(values, np.int64) for values in numbers))


def _kernel_state(plans: Sequence[LinePlan], board: _Board, rng: random.Random) -> kernel.State:
    """Lines that are only begun."""
    count, cells = len(plans), len(board.cells)
    ends = [board.number[plan.start.state.line[-1].cell] for plan in plans]
    path, lines = np.full((count, cells + 1), -1), np.full((2, cells + 1), -1)
    owner, index, spur, host = np.full((4, cells), -1)
    path[:, 0] = ends
    owner[ends], index[ends] = range(count), 0
    cost, loss, cut = np.zeros((3, count), np.int64)
    numbers, change = np.zeros(4, np.int64), np.zeros(9, np.int64)
    numbers[kernel.OPEN], numbers[kernel.RANDOM] = len(board.free), kernel.first_random(rng.random())
    sites = np.array([*board.free, *ends], np.int64)
    return kernel.State(
        board.neighbours, sites, path, np.ones(count, np.int64), owner, index, spur, host, cost, loss,
        cut, numbers, change, lines,
    )  # fmt: skip


def _value(plan: LinePlan) -> int:
    """What a player still has who gets cards by a plan."""
    return plan.start.state.score() - plan.start.state.energy + plan.energy
