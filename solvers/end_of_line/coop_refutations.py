"""Simple refutations of co-operative puzzles: arguments that players can check on the board.

None of them is an engine: each checks one necessary condition. With `reverse` a line leaves a card twice, at
most as often as there are energy points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from puzzles.end_of_line.board import Area, Cell
from puzzles.end_of_line.coop_puzzle import CoopPuzzle
from puzzles.texts import BoardCell, Part, Phrase, phrase
from solvers.end_of_line.coop_turns import greatest_score


class _Board:
    """A puzzle's free cells, and how lines can step from one to another."""

    def __init__(self, puzzle: CoopPuzzle) -> None:
        self.puzzle = puzzle
        self.free = puzzle.free_cells
        self.areas: tuple[Area, ...] = tuple(map(puzzle.area_of, range(len(puzzle.players))))
        self.firsts = [area.first_cell() for area in self.areas]
        self.reverses = puzzle.energy * len(puzzle.players)

    @cached_property
    def near(self) -> dict[Cell, tuple[Cell, ...]]:
        """The free cells beside each free cell."""
        torus = self.areas[0].torus
        free = set(self.free)
        return {
            cell: tuple(c for i in torus.near[torus.number[cell]] if (c := torus.cells[i]) in free)
            for cell in self.free
        }

    def beginners(self) -> range:
        """The players who must place a card in round 1, whatever the others do."""
        return range(min(len(self.areas), len(self.free)))


def refute(puzzle: CoopPuzzle) -> Phrase | None:
    """Returns the first refutation that holds, of those that cost next to nothing."""
    if not puzzle.free_cells:
        return None
    return _first(puzzle, (_too_few_cards, _cannot_begin, _same_first_cell, _cut_off, _uneven_colours))


def refute_thoroughly(puzzle: CoopPuzzle) -> Phrase | None:
    """Returns the first refutation that holds, of those that need a little work."""
    if not puzzle.free_cells:
        return None
    return _first(puzzle, (_closed_in, _deck_runs_out))


def reverses_needed(puzzle: CoopPuzzle) -> int:
    """How many reverses every solution needs at least, by how cells can be entered."""
    board = _Board(puzzle)
    return len(_not_entered(board, _entered_from(board)))


def _first(puzzle: CoopPuzzle, refutations: Iterable[Callable[[_Board], Phrase | None]]) -> Phrase | None:
    board = _Board(puzzle)
    return next((words for refutation in refutations if (words := refutation(board)) is not None), None)


def _reason(text: str, **parts: Part) -> Phrase:
    return phrase(f"end_of_line.coop.refutation.{text}", **parts)


def _names(cells: Iterable[Cell]) -> tuple[BoardCell, ...]:
    return tuple(BoardCell(*cell) for cell in sorted(cells))


def _with_reverses(board: _Board, reason: Phrase) -> Phrase:
    n = board.reverses
    return phrase("end_of_line.refutation.even_with_reverses", n=n, reason=reason) if n else reason


def _too_few_cards(board: _Board) -> Phrase | None:
    have, need = sum(len(player.deck) for player in board.puzzle.players), len(board.free)
    return _reason("too_few_cards", n=need, have=have) if have < need else None


def _cannot_begin(board: _Board) -> Phrase | None:
    for player in board.beginners():
        first = board.firsts[player]
        if first not in board.near:
            return _reason("cannot_begin", player=player + 1, cell=_names([first]))
    return None


def _same_first_cell(board: _Board) -> Phrase | None:
    for player in board.beginners():
        first = board.firsts[player]
        other = board.firsts.index(first)
        if other < player:
            return _reason("same_first_cell", one=other + 1, other=player + 1, cell=_names([first]))
    return None


def _cut_off(board: _Board) -> Phrase | None:
    reached = {first for first in board.firsts if first in board.near}
    todo = list(reached)
    while todo:
        for cell in board.near[todo.pop()]:
            if cell not in reached:
                reached.add(cell)
                todo.append(cell)
    rest = set(board.free) - reached
    return phrase("end_of_line.refutation.cut_off", cells=_names(rest)) if rest else None


def _uneven_colours(board: _Board) -> Phrase | None:
    """With both sides even the board is chequered, edges included, and every step changes the colour."""
    if board.puzzle.rows % 2 or board.puzzle.cols % 2:
        return None
    even = sum((row + col) % 2 == 0 for row, col in board.free)
    odd = len(board.free) - even
    # A line covers at most one more cell of its first colour; a dead end may have either colour.
    beginnings = sum((row + col) % 2 == 0 for row, col in board.firsts)
    most_even, most_odd = beginnings, len(board.firsts) - beginnings
    if -most_odd - board.reverses <= even - odd <= most_even + board.reverses:
        return None
    more, fewer, lines = (even, odd, most_even) if even > odd else (odd, even, most_odd)
    return _with_reverses(board, _reason("uneven_colours", n=lines, more=more, fewer=fewer))


def _closed_in(board: _Board) -> Phrase | None:
    """Cells that can be entered only from fewer others, of which a line leaves each once."""
    source_of = _entered_from(board)
    rest = _not_entered(board, source_of)
    if len(rest) <= board.reverses:
        return None
    target_of = {source: target for target, source in source_of.items()}
    closed, sources, todo = set(rest), set[Cell](), list(rest)
    while todo:
        for source in board.near[todo.pop()]:
            if source not in sources:
                sources.add(source)
                closed.add(target_of[source])
                todo.append(target_of[source])
    return _with_reverses(
        board, _reason("closed_in", cells=_names(closed), n=len(sources), ways=_names(sources))
    )


def _not_entered(board: _Board, source_of: dict[Cell, Cell]) -> list[Cell]:
    return [cell for cell in board.free if cell not in source_of and cell not in board.firsts]


def _entered_from(board: _Board) -> dict[Cell, Cell]:
    """Returns for as many cells as possible the cell from which they are entered, each leaving only once: a
    greatest matching, by augmenting paths."""
    source_of: dict[Cell, Cell] = {}
    target_of: dict[Cell, Cell] = {}
    for cell in board.free:
        if cell in board.firsts:
            continue
        came_to: dict[Cell, Cell] = {}  # from each source the cell for which it was tried
        queue, end = [cell], None
        for target in queue:
            for source in board.near[target]:
                if source not in came_to:
                    came_to[source] = target
                    if source not in target_of:
                        end = source
                        break
                    queue.append(target_of[source])
            if end is not None:
                break
        while end is not None:
            target = came_to[end]
            before = source_of.get(target)
            source_of[target], target_of[end] = end, target
            end = before
    return source_of


def _deck_runs_out(board: _Board) -> Phrase | None:
    if greatest_score(board.puzzle) is not None:
        return None
    return _reason("deck_runs_out", n=len(board.free))
