"""Solves co-operative puzzles with an exact search: it lists the lines of each player and fits them together.

Lines meet nowhere, so that all that counts of a line is what it covers, what its player keeps, and who plays
in the last round. Lines are listed only as far as their players keep enough to reach a target, which is
lowered from the greatest score that there could be until lines fit together. That is quick where lines are
short; on larger boards a local search takes its place (see coop_local).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from puzzles.end_of_line.board import CARDS, HEADINGS, INITIATIVE
from puzzles.end_of_line.coop_puzzle import CoopPuzzle, CoopSolution
from puzzles.end_of_line.play import OrientedCard
from puzzles.end_of_line.solo_puzzle import HAND_SIZE
from solvers.end_of_line import coop_kernel as kernel
from solvers.end_of_line.coop_local import solve_locally
from solvers.end_of_line.coop_row import Row, line_of_row
from solvers.end_of_line.coop_starts import LineStart, line_starts
from solvers.end_of_line.coop_turns import (
    NOTHING_BEGUN,
    Line,
    begun_by,
    greatest_score,
    possible_rounds,
    solution_of,
    starts_of_turns,
    trivial_outcome,
)
from solvers.protocol import (
    Clock,
    Continuation,
    Count,
    Goal,
    Impossible,
    Limits,
    Outcome,
    Solved,
    Stop,
    Unknown,
    count_of,
)

# No lines are listed for more cells: there would be too many.
MAX_CELLS = 40
# The kernel has four bits for it.
_MAX_ENERGY = 15
# States between two looks at the clock: about 20 ms of work.
_SLICE = 50_000
_GROUPS_PER_SLICE = 64
# From so many free cells on, a local search of so many steps for each of them comes first.
_CELLS_FOR_LOCAL, _STEPS_AT_FIRST = 14, 2_000
_ROWS = 1 << 21
_STATES = 1 << 20
_FAR = -1_000_000
# How many initiatives decide who plays in the last round, at first, and for certain.
_FIRST_DEPTH, _MAX_DEPTH = 2, 20


class _Stopped(Exception):
    """A limit ended the search."""

    def __init__(self, reason: Stop) -> None:
        self.reason = reason


@dataclass(frozen=True)
class _Table:
    """What the lines of a player can cover, by groups of rows with the same cells."""

    rows: NDArray[np.int64]
    groups: NDArray[np.int64]


class _Effort:
    """What is left of a question's limits; the unit of work is a state."""

    def __init__(self, limits: Limits) -> None:
        self._clock: Clock = limits.start()
        self._work = limits.work

    def spend(self, steps: int) -> None:
        stop = self._clock.stopped()
        if self._work is not None:
            self._work -= steps
            stop = stop or ("time" if self._work < 0 else None)
        if stop is not None:
            raise _Stopped(stop)


class _Search:
    def __init__(self, puzzle: CoopPuzzle, progress: CoopSolution, limits: Limits) -> None:
        self.puzzle, self.effort = puzzle, _Effort(limits)
        self.begun = begun_by(puzzle, progress)
        self.energy = [puzzle.energy - begun.energy_spent() for begun in self.begun]
        self.starts = [line_starts(puzzle, p, begun) for p, begun in enumerate(self.begun)]
        self.players = range(len(puzzle.players))
        self.free = puzzle.free_cells
        self.number = {cell: i for i, cell in enumerate(self.free)}
        self.state = np.zeros(6, np.int64)
        self.pool = np.empty((_STATES, 3), np.int64)
        self.table = np.zeros((_STATES, 2), np.int64)
        self.rows = np.empty((_ROWS, 5), np.int64)
        self.index = np.zeros((2 * _ROWS, 2), np.int64)

    def best(self, target: int, depth: int) -> tuple[int, int, tuple[Line, ...] | None]:
        """Returns the greatest score of at least `target` (or _FAR), the greatest of lines of which the key
        does not tell whether they are in order, and the lines of the former."""
        score, unsure, lines = _FAR, _FAR, None
        for rounds in possible_rounds(self.puzzle, self.begun, self.energy):
            found, open_score, chosen = self._best_of(rounds, max(target, score + 1), depth)
            unsure = max(unsure, open_score)
            if chosen is not None:
                score, lines = found, chosen
        return score, unsure, lines

    def count(self) -> int:
        """Counts the solutions of a puzzle without energy, up to a number beyond every cap."""
        total = 0
        for rounds in possible_rounds(self.puzzle, self.begun, self.energy):
            tables = self._tables(rounds, 0, _MAX_DEPTH)
            if tables:
                (_, unsure, ways), _ = self._fit(tables, 0, _MAX_DEPTH, counting=True)
                if unsure > _FAR:
                    raise _Stopped("size")
                total += int(ways)
        return total

    def _best_of(self, rounds: int, target: int, depth: int) -> tuple[int, int, tuple[Line, ...] | None]:
        tables = self._tables(rounds, target, depth)
        if not tables:
            return _FAR, _FAR, None
        best, chosen = self._fit(tables, target, depth, counting=False)
        if best[0] < target:
            return _FAR, int(best[1]), None
        lines = tuple(
            line_of_row(self._row(p, rounds, tables[p].rows[i], depth)) for p, i in enumerate(chosen)
        )
        return int(best[0]), int(best[1]), lines

    def _tables(self, rounds: int, target: int, depth: int) -> list[_Table]:
        """Lists the lines of all players; returns nothing where one of them has none."""
        lengths = [self._values_by_length(p, rounds) for p in self.players]
        tables = []
        for p in self.players:
            others = self._values_of_others(lengths, p)
            if others.max() <= _FAR // 2:
                return []
            tables.append(self._list(p, rounds, target, depth, others))
            if not len(tables[-1].rows):
                return []
        return tables

    def _row(self, player: int, rounds: int, row: NDArray[np.int64], depth: int) -> Row:
        mask, role, key, value, _ = map(int, row)
        cells = frozenset(cell for cell, i in self.number.items() if mask >> i & 1)
        length = role >> kernel.ROLE_BITS
        return Row(
            self.puzzle, player, self.starts[player], rounds, cells, role & 3, length, depth, key, value
        )

    def _values_by_length(self, player: int, rounds: int) -> dict[int, int]:
        """Returns the greatest value that a line of each length can leave."""
        deck, energy = self.puzzle.players[player].deck, self.energy[player]
        initiatives = [INITIATIVE[card] for card in deck]
        values: dict[int, int] = {}
        for spent in range(energy + 1):
            starts = starts_of_turns(self.begun[player], spent, rounds)
            for length in range(starts[rounds - 1][0], min(starts[rounds][-1], len(deck)) + 1):
                placed = sum(sorted(initiatives[: length + HAND_SIZE])[:length])
                values.setdefault(length, sum(initiatives) - placed + energy - spent)
        return values

    def _values_of_others(self, lengths: Sequence[dict[int, int]], player: int) -> NDArray[np.int64]:
        """Returns by length of a player's line the greatest value of the lines of all others together."""
        cells = len(self.free)
        sums = {0: 0}
        for p, values in enumerate(lengths):
            if p == player:
                continue
            following: dict[int, int] = {}
            for before, value in sums.items():
                for length, own in values.items():
                    if before + length <= cells:
                        n = before + length
                        following[n] = max(following.get(n, _FAR), value + own)
            sums = following
        others = np.full(cells + 1, _FAR, np.int64)
        for length in lengths[player]:
            if cells - length in sums:
                others[length] = sums[cells - length]
        return others

    def _list(self, player: int, rounds: int, target: int, depth: int, others: NDArray[np.int64]) -> _Table:
        """Lists what the lines of a player can cover where the others leave that to be covered."""
        data = self._data(player, rounds, target, depth, others)
        self.state[: kernel.STAMP] = 0
        self.state[kernel.ROW_STAMP] += 1
        for start in self.starts[player]:
            self._list_from(start, data)
        return _grouped(self.rows[: self.state[kernel.ROWS]].copy())

    def _data(
        self, player: int, rounds: int, target: int, depth: int, others: NDArray[np.int64]
    ) -> kernel.Player:
        area, deck = self.puzzle.area_of(player), self.puzzle.players[player].deck
        laid = {card.cell for p in self.players if p != player for card in self.begun[p].cards}
        number = {cell: i for cell, i in self.number.items() if cell not in laid}
        cells = (*self.free, area.start.cell)
        initiatives = np.array([INITIATIVE[card] for card in deck], np.int64)
        starts = starts_of_turns(self.begun[player], self.energy[player], rounds)
        return kernel.Player(
            nbr=np.array([[number.get(area.neighbour(cell, h), -1) for h in HEADINGS] for cell in cells]),
            deck=np.array([CARDS.index(card) for card in deck], np.int64),
            rounds=rounds,
            others=others,
            target=target,
            depth=depth,
            key_from=starts[rounds - 1][0] - depth,
            total=np.append(initiatives[::-1].cumsum()[::-1], 0).astype(np.int64),
        )

    def _list_from(self, start: LineStart, data: kernel.Player) -> None:
        """Adds the lines that begin so to the rows."""
        nodes = np.zeros((len(self.free) + 2, 5), np.int64)
        counts = np.zeros(6, np.int64)
        line = start.state.line
        headings = [line[0].exits[0], *(card.joint.entry or "" for card in line[1:])]
        path = np.array([
            (self.number.get(card.cell, len(self.free)), HEADINGS.index(heading))
            for card, heading in zip(line, headings, strict=True)
        ])  # fmt: skip
        before_last_round = [c.card for turn in start.turns[: data.rounds - 1] for c in turn.cards]
        key = 0
        for card in before_last_round[-data.depth :]:
            key = key << 3 | INITIATIVE[card]
        kernel.begin_lines(
            nodes, self.pool, self.table, self.state, self.rows, self.index, path, _packed(start), key, data
        )
        while self.state[kernel.DEPTH] >= 0:
            before = int(self.state[kernel.STEPS])
            kernel.list_lines(
                nodes, self.pool, self.table, self.state, self.rows, self.index, counts, _SLICE, data
            )
            if self.state[kernel.FULL]:
                raise _Stopped("size")
            self.effort.spend(int(self.state[kernel.STEPS]) - before)

    def _fit(
        self, tables: Sequence[_Table], target: int, depth: int, *, counting: bool
    ) -> tuple[NDArray[np.int64], list[int]]:
        """Fits the lines of all players together; returns the scores, and by player the row in the table."""
        players = sorted(self.players, key=lambda p: len(tables[p].groups))
        offsets = np.cumsum([0, *(len(table.rows) for table in tables)])
        rows = np.concatenate([table.rows for table in tables])
        groups, ends = [], []
        for p in players:
            of_player = tables[p].groups.copy()
            of_player[:, 1:3] += offsets[p]
            groups.append(of_player)
            ends.append(sum(map(len, groups)))
        greatest = [sum(int(g[:, 3].max()) for g in groups[k:]) for k in range(len(groups) + 1)]
        best = np.array([_FAR, _FAR, 0], np.int64)
        chosen, current = np.zeros((2, len(players)), np.int64)
        for first in range(0, ends[0], _GROUPS_PER_SLICE):
            self.effort.spend(_GROUPS_PER_SLICE)
            kernel.fit_lines(
                rows, np.concatenate(groups), np.array(ends), np.array(players), np.array(greatest),
                (1 << len(self.free)) - 1, first, min(first + _GROUPS_PER_SLICE, ends[0]), best, chosen,
                current, depth, target, counting,
            )  # fmt: skip
        return best, [int(chosen[p] - offsets[p]) for p in self.players]


def _grouped(rows: NDArray[np.int64]) -> _Table:
    """Sorts rows by their cells, and groups them."""
    rows = rows[np.lexsort((rows[:, kernel.VALUE], rows[:, kernel.MASK]))]
    if not len(rows):
        return _Table(rows, np.empty((0, 4), np.int64))
    first = np.flatnonzero(np.append(True, np.diff(rows[:, kernel.MASK]) != 0))
    after = np.append(first[1:], len(rows))
    groups = np.stack((rows[first, kernel.MASK], first, after, rows[after - 1, kernel.VALUE]), axis=1)
    return _Table(rows, groups)


def _packed(start: LineStart) -> int:
    """The state of a player as the kernel has it."""
    state = start.state
    hand = sum(1 << 3 * CARDS.index(card) for card in state.hand)
    done = len(start.turns[-1].cards) if start.turns else 0
    packed = hand | _exit_bits(state.line[-1]) << kernel.LAST | state.energy << kernel.ENERGY
    if len(state.line) > 2:  # the start card does not count
        packed |= _exit_bits(state.line[-2]) << kernel.BEFORE
    packed |= start.left << kernel.LEFT | done << kernel.DONE | len(start.turns) << kernel.TURN
    return packed | (state.may_reverse << kernel.MAY_REVERSE if start.left else 0)


def _exit_bits(card: OrientedCard) -> int:
    """The exits of a card that lies, as turns; of the start card straight on."""
    entry = HEADINGS.index(card.joint.entry or card.exits[0])
    return sum(1 << (HEADINGS.index(heading) - entry + 1) % 4 for heading in card.exits)


class CoopSearch:
    name = "search"

    def solve(self, puzzle: CoopPuzzle, goal: Goal, limits: Limits) -> Outcome[CoopSolution]:
        return _solve(puzzle, NOTHING_BEGUN, goal, limits)

    def count(self, puzzle: CoopPuzzle, cap: int, limits: Limits) -> Count:
        trivial = trivial_outcome(puzzle)
        if trivial is not None:
            return count_of(trivial)
        if len(puzzle.free_cells) > MAX_CELLS:
            return Count(0, False)
        try:
            n = _Search(replace(puzzle, energy=0), NOTHING_BEGUN, limits).count()
        except _Stopped:
            return Count(0, False)
        return Count(min(n, cap), n < cap)


class CoopContinuationSearch:
    """Continues solutions: lines are listed from the cards on that are laid."""

    name = "search"

    def solve(
        self, continuation: Continuation[CoopPuzzle, CoopSolution], goal: Goal, limits: Limits
    ) -> Outcome[CoopSolution]:
        return _solve(continuation.puzzle, continuation.progress, goal, limits)


def _solve(puzzle: CoopPuzzle, progress: CoopSolution, goal: Goal, limits: Limits) -> Outcome[CoopSolution]:
    trivial = trivial_outcome(puzzle, progress)
    if trivial is not None:
        return trivial
    bound = greatest_score(puzzle)
    if bound is None:
        return Impossible()
    if len(puzzle.free_cells) > MAX_CELLS or puzzle.energy > _MAX_ENERGY:
        return solve_locally(puzzle, progress, goal, limits, bound)
    return _solve_exactly(puzzle, progress, goal, limits, bound)


def _solve_exactly(
    puzzle: CoopPuzzle, progress: CoopSolution, goal: Goal, limits: Limits, bound: int
) -> Outcome[CoopSolution]:
    known = _at_first(puzzle, progress, goal, limits, bound)
    if known is not None and known.proven:
        return known
    search = _Search(puzzle, progress, limits)
    for target in _targets(bound, 0 if known is None or known.score is None else known.score + 1):
        try:
            score, lines = _greatest(search, target, goal)
        except _Stopped as stopped:
            return Unknown(stopped.reason, bound) if known is None else replace(known, bound=bound)
        if lines is not None:
            return Solved(solution_of(lines), True, score, score)
        bound = target - 1
    return Impossible() if known is None else replace(known, proven=True, bound=bound)


def _at_first(
    puzzle: CoopPuzzle, progress: CoopSolution, goal: Goal, limits: Limits, bound: int
) -> Solved[CoopSolution] | None:
    """Returns what a short local search finds: then only lines that leave more have to be listed."""
    work = _STEPS_AT_FIRST * len(puzzle.free_cells)
    if len(puzzle.free_cells) < _CELLS_FOR_LOCAL or (limits.work is not None and limits.work < work):
        return None
    found = solve_locally(puzzle, progress, goal, replace(limits, work=work), bound)
    return found if isinstance(found, Solved) else None


def _targets(bound: int, least: int) -> Iterator[int]:
    """Yields targets from the bound down, in steps that grow, to the least."""
    step, target = 1, bound
    while target > least:
        yield target
        target -= step
        step *= 2
    yield least


def _greatest(search: _Search, target: int, goal: Goal) -> tuple[int, tuple[Line, ...] | None]:
    """Returns the greatest score of at least `target`, and its lines; None where there is none.

    For the goal `any` some score of at least the target will do."""
    depth = _FIRST_DEPTH
    while True:
        score, unsure, lines = search.best(target, depth)
        is_known = unsure <= score or (goal == "any" and lines is not None)
        if is_known:
            return score, lines
        if depth == _MAX_DEPTH:
            raise _Stopped("size")
        depth = min(2 * depth, _MAX_DEPTH)
