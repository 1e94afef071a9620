"""Brute force for `end_of_line.cover`: walk every line over the cells, then check whether the tray suffices.

`legal` shares only the board with the search, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.oracle import EXITS, STANDARD, TURNS, Board, Cell, Door, as_cell, turned

TYPES = tuple(EXITS)
# A given: its card, and the heading of entry or None where that is left open.
Given = tuple[str, str | None]
# What a cell of a line requires of its card: the turn by which the line leaves it (None on the last cell),
# and the type of the given card, if any.
Need = tuple[str | None, str | None]


def read_tray(puzzle: dict[str, Any]) -> dict[str, int]:
    tray = puzzle.get("tray", STANDARD)
    return {card: int(tray.get(card, 0)) for card in TYPES}


def read_givens(puzzle: dict[str, Any]) -> dict[Cell, Given]:
    return {as_cell(g["cell"]): (g["card"], g.get("heading")) for g in puzzle.get("givens", [])}


def fits(card: str, need: Need) -> bool:
    turn, given = need
    return (given is None or card == given) and (turn is None or turn in EXITS[card])


@cache
def payable(needs: tuple[Need, ...], tray: tuple[int, ...]) -> bool:
    """Whether the tray (counts in the order of TYPES) has a card for every need."""
    if not needs:
        return True
    for index, card in enumerate(TYPES):
        if tray[index] and fits(card, needs[0]):
            rest = (*tray[:index], tray[index] - 1, *tray[index + 1 :])
            if payable(needs[1:], rest):
                return True
    return False


def walks(board: Board, givens: dict[Cell, Given]) -> Iterator[tuple[tuple[Cell, ...], tuple[Need, ...]]]:
    """Yields every order of the free cells that a line can take, with what its cells require."""
    order: list[Cell] = []
    needs: list[Need] = []
    free = set(board.free)

    def enter(cell: Cell, heading: str) -> Iterator[tuple[tuple[Cell, ...], tuple[Need, ...]]]:
        if cell not in free:
            return
        card, given_heading = givens.get(cell, (None, None))
        if given_heading is not None and given_heading != heading:
            return
        free.remove(cell)
        order.append(cell)
        if not free:
            # The last card may have any exits.
            yield tuple(order), (*needs, (None, card))
        for turn in TURNS:
            needs.append((turn, card))
            yield from enter(*board.door(cell, turned(heading, turn)))
            needs.pop()
        order.pop()
        free.add(cell)

    if free:
        yield from enter(*board.first)
    else:
        yield (), ()


def lines(puzzle: dict[str, Any]) -> list[list[Cell]]:
    """Returns every line (order of cells) that respects the givens and that the tray can provide."""
    tray = read_tray(puzzle)
    counts = tuple(tray[card] for card in TYPES)
    payable_lines: list[list[Cell]] = []
    payable.cache_clear()  # or a long test run would fill the memory
    for order, needs in walks(Board(puzzle), read_givens(puzzle)):
        # The order of the needs does not matter: sorted, equal needs hit the cache.
        if payable(tuple(sorted(needs, key=str)), counts):
            payable_lines.append(list(order))
    return payable_lines


def count(puzzle: dict[str, Any]) -> int:
    """Counts the lines that solve the puzzle."""
    return len(lines(puzzle))


def beginnings(puzzle: dict[str, Any], cells: int) -> int:
    """Counts the lines over `cells` cells that the tray can provide besides the givens elsewhere."""
    board, givens, tray = Board(puzzle), read_givens(puzzle), read_tray(puzzle)
    counts = tuple(tray[card] for card in TYPES)
    payable.cache_clear()  # as above

    def extend(order: list[Cell], needs: list[Need], cell: Cell, heading: str) -> int:
        card, given_heading = givens.get(cell, (None, None))
        if cell not in board.free or cell in order or given_heading not in (None, heading):
            return 0
        order = [*order, cell]
        elsewhere = [(None, given) for at, (given, _) in givens.items() if at not in order]
        if not payable(tuple(sorted([*needs, (None, card), *elsewhere], key=str)), counts):
            return 0
        if len(order) == cells:
            return 1
        return sum(
            extend(order, [*needs, (turn, card)], *board.door(cell, turned(heading, turn))) for turn in TURNS
        )

    return extend([], [], *board.first) if cells else 1


def legal(puzzle: dict[str, Any], solution: dict[str, Any]) -> bool:
    """Whether the solution is legal: one line covers every free cell and respects the tray and the givens."""
    board = Board(puzzle)
    tray = read_tray(puzzle)
    givens = read_givens(puzzle)
    free = set(board.free)
    doors: tuple[Door, ...] = (board.first,)
    for placed_card in solution["line"]:
        cell, card = as_cell(placed_card["cell"]), placed_card["card"]
        headings = [heading for target, heading in doors if target == cell]
        if cell not in free or not headings or tray[card] == 0:
            return False
        given, given_heading = givens.get(cell, (card, None))
        if given != card or given_heading not in (None, headings[0]):
            return False
        free.remove(cell)
        tray[card] -= 1
        doors = board.doors[cell, headings[0], card]
    return not free
