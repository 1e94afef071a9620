"""Simple refutations: why there is no line, by arguments that a player can check on the board.

None of them is an engine: each checks one necessary condition. They apply to both kinds. In a solo puzzle
`reverse` may leave dead ends behind (stubs), at most as many as there are energy points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Literal

from puzzles.end_of_line.board import EXITS, HEADINGS, TURNS, Area, Cell, heading_after
from puzzles.texts import BoardCell, Part, Phrase, phrase


@dataclass(frozen=True)
class Demand:
    """What a line is made of: the area, the cards (givens included), the givens, and the stubs allowed.

    `source` is where the cards come from. `owed_turns` are those of cells outside the area, which were laid
    without saying which of the cards is on them."""

    area: Area
    cards: tuple[str, ...]
    givens: Mapping[Cell, str]
    stubs: int
    source: Literal["deck", "tray"]
    owed_turns: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Board:
    """The cells by number, in reading order; `near`: the neighbours by heading, None where no line goes."""

    demand: Demand
    cells: tuple[Cell, ...]
    free: tuple[int, ...]
    first: int
    near: Mapping[int, tuple[int | None, ...]]

    def names(self, numbers: Iterable[int]) -> tuple[BoardCell, ...]:
        return tuple(BoardCell(*self.cells[i]) for i in sorted(numbers))

    def source(self) -> Phrase:
        return phrase(f"end_of_line.refutation.source.{self.demand.source}")


Refutation = Callable[[_Board], Phrase | None]


def refute(demand: Demand) -> Phrase | None:
    """Returns the first refutation that holds, of those that cost next to nothing."""
    cheap = (
        _too_few_cards,
        _missing_givens,
        _start_blocked,
        _unreachable_cells,
        _dead_ends,
        _uneven_colours,
        _too_few_turns,
    )
    return _first(demand, cheap)


def refute_thoroughly(demand: Demand) -> Phrase | None:
    """Returns the first refutation that holds, of those that need a little work."""
    return _first(demand, (_short_of_exits, _bottleneck))


def _first(demand: Demand, refutations: Iterable[Refutation]) -> Phrase | None:
    area, torus = demand.area, demand.area.torus
    free = tuple(map(torus.number.__getitem__, area.free_cells()))
    first = torus.number[area.first_cell()]
    if not free:
        return _missing_givens(_Board(demand, torus.cells, free, first, {}))
    node: list[int | None] = [None] * len(torus.cells)
    for i in free:
        node[i] = i
    near = {i: (node[n], node[e], node[s], node[w]) for i in free for n, e, s, w in (torus.near[i],)}
    board = _Board(demand, torus.cells, free, first, near)
    return next((words for refutation in refutations if (words := refutation(board)) is not None), None)


def _too_few_cards(board: _Board) -> Phrase | None:
    need, have = len(board.free) + len(board.demand.owed_turns), len(board.demand.cards)
    if have >= need:
        return None
    return _counting_line(board, _reason("too_few_cards", n=need, only=_only(board, have)))


def _counting_line(board: _Board, reason: Phrase) -> Phrase:
    """A reason whose numbers include what the line so far needs, if it needs anything."""
    return _reason("with_line", reason=reason) if board.demand.owed_turns else reason


def _only(board: _Board, have: int) -> Phrase:
    """How many cards the source has, in a clause."""
    if not have:
        return _reason("has_none", source=board.source())
    return _reason("has_only", source=board.source(), have=have)


def _reason(text: str, **parts: Part) -> Phrase:
    return phrase(f"end_of_line.refutation.{text}", **parts)


def _missing_givens(board: _Board) -> Phrase | None:
    have = Counter(board.demand.cards)
    for card, n in Counter(board.demand.givens.values()).items():
        if n > have[card]:
            return _reason("missing_givens", n=n, card=card, only=_only(board, have[card]))
    return None


def _start_blocked(board: _Board) -> Phrase | None:
    if board.first in board.near:
        return None
    return _reason("start_blocked", cell=board.names([board.first]))


def _unreachable_cells(board: _Board) -> Phrase | None:
    near, seen, todo = board.near, {board.first}, [board.first]
    while todo:
        for cell in near[todo.pop()]:
            if cell is not None and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    if len(seen) == len(board.free):
        return None
    return _reason("cut_off", cells=board.names(set(board.free) - seen))


def _dead_ends(board: _Board) -> Phrase | None:
    """A cell with one free neighbour has a way in and no way out: the line ends there."""
    ends = [cell for cell, near in board.near.items() if near.count(None) == 3 and cell != board.first]
    if len(ends) <= 1 + board.demand.stubs:
        return None
    return _reason("dead_ends", cells=board.names(ends), limit=_end_limit(board))


def _end_limit(board: _Board) -> Phrase:
    """How many cells a line can enter and not leave."""
    stubs = board.demand.stubs
    return _reason("ends_with_reverses", n=stubs, ends=1 + stubs) if stubs else _reason("one_end")


def _even_with_reverses(board: _Board, reason: Phrase) -> Phrase:
    stubs = board.demand.stubs
    return _reason("even_with_reverses", n=stubs, reason=reason) if stubs else reason


def _uneven_colours(board: _Board) -> Phrase | None:
    """With both sides even the board is chequered, edges included, and every step changes the colour."""
    area = board.demand.area
    if area.rows % 2 or area.cols % 2:
        return None
    row, col = area.first_cell()
    same = sum((r + c - row - col) % 2 == 0 for r, c in area.free_cells())
    other = len(board.free) - same
    stubs = board.demand.stubs
    if -stubs <= same - other <= 1 + stubs:
        return None
    return _even_with_reverses(board, _reason("uneven_colours", same=same, other=other))


def _too_few_turns(board: _Board) -> Phrase | None:
    """A straight run is back where it began after one lap."""
    demand = board.demand
    turning = len(demand.cards) - demand.cards.count("S")
    lap = max(demand.area.rows, demand.area.cols)
    max_straight = (turning + 1) * lap + demand.stubs
    if max_straight >= len(board.free):
        return None
    return _reason(
        "too_few_turns",
        cards=_reason("cards", n=turning),
        runs=_reason("straight_runs", n=turning + 1),
        lap=lap,
        most=max_straight,
        cells=len(board.free),
    )


def _short_of_exits(board: _Board) -> Phrase | None:
    """Hall's condition: cells that only certain turns can leave need as many cards that have one of them."""
    demand = board.demand
    turns = _possible_turns(board)
    given = {demand.area.torus.number[cell]: card for cell, card in demand.givens.items()}
    for cell, card in given.items():
        turns[cell] &= set(EXITS[card])
    left = Counter(demand.cards) - Counter(demand.givens.values())
    spare = 1 + demand.stubs  # the last card and the stubs need no exit
    dead = [cell for cell, possible in turns.items() if not possible]
    if len(dead) > spare:
        return _reason("no_way_out", cells=board.names(dead), limit=_end_limit(board))
    for turn_set in ("L", "S", "R", "LS", "SR", "LR", "LSR"):
        need = sum(1 for cell, possible in turns.items() if cell not in given and possible <= set(turn_set))
        have = sum(n for card, n in left.items() if set(EXITS[card]) & set(turn_set))
        owed = sum(turn in turn_set for turn in demand.owed_turns)
        if max(need - spare, 0) + owed > have:
            cards = _reason("cards_with_exit", n=have) if have else _reason("no_card_with_exit")
            if given:
                cards = _reason("apart_from_givens", cards=cards)
            reason = _reason("too_few_exits", n=need + owed, ways=_ways(turn_set), cards=cards)
            return _counting_line(board, reason)
    return None


def _ways(turns: str) -> Phrase:
    ways = [_reason(f"way.{turn}") for turn in turns]
    return reduce(lambda one, other: phrase("end_of_line.steps.or", one=one, other=other), ways)


def _possible_turns(board: _Board) -> dict[int, set[str]]:
    """Returns the turns by which each cell can be left, for some way in."""
    possible: dict[int, set[str]] = {}
    for cell, near in board.near.items():
        open_to = {heading for heading, other in zip(HEADINGS, near, strict=True) if other is not None}
        entries = {HEADINGS[(HEADINGS.index(h) + 2) % 4] for h in open_to}
        if cell == board.first:
            entries = {board.demand.area.start.heading}
        possible[cell] = {
            turn for turn in TURNS for entry in entries if heading_after(entry, turn) in open_to
        }
    return possible


def _bottleneck(board: _Board) -> Phrase | None:
    """A cell without which the rest falls into pieces: the line passes it once, so it joins two at most."""
    import networkx as nx  # noqa: PLC0415  # slow to import, and needed only when nothing else answered

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(board.free)
    graph.add_edges_from((c, n) for c, near in board.near.items() for n in near if n is not None)
    for cell in sorted(nx.articulation_points(graph)):
        rest = graph.copy()
        rest.remove_node(cell)
        pieces = nx.number_connected_components(rest)
        max_pieces = (1 if cell == board.first else 2) + board.demand.stubs
        if pieces > max_pieces:
            reason = _reason("bottleneck", cell=board.names([cell]), pieces=pieces, most=max_pieces)
            return _even_with_reverses(board, reason)
    return None
