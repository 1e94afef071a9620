"""Simple refutations: why there is no line, in words that a player can check on the board.

None of them is an engine: each checks one necessary condition. They apply to both kinds. In a solo puzzle
`reverse` may leave dead ends behind (stubs), at most as many as there are energy points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from puzzles.end_of_line.board import EXITS, HEADINGS, TURNS, Area, Cell, heading_after
from puzzles.plural import plural
from puzzles.texts import BoardCell


@dataclass(frozen=True)
class Demand:
    """What a line is made of: the area, the cards (givens included), the givens, and the stubs allowed.

    `owed_turns` are those of cells outside the area, which were laid without saying which of the cards is on
    them."""

    area: Area
    cards: tuple[str, ...]
    givens: Mapping[Cell, str]
    stubs: int
    source: str  # where the cards come from, as messages call it
    owed_turns: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Board:
    """The cells by number, in reading order; `near`: the neighbours by heading, None where no line goes."""

    demand: Demand
    cells: tuple[Cell, ...]
    free: tuple[int, ...]
    first: int
    near: Mapping[int, tuple[int | None, ...]]

    def names(self, numbers: Iterable[int]) -> str:
        return ", ".join(str(BoardCell(*self.cells[i])) for i in sorted(numbers))


Refutation = Callable[[_Board], str | None]


def refute(demand: Demand) -> str | None:
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


def refute_thoroughly(demand: Demand) -> str | None:
    """Returns the first refutation that holds, of those that need a little work."""
    return _first(demand, (_short_of_exits, _bottleneck))


def _first(demand: Demand, refutations: Iterable[Refutation]) -> str | None:
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


def _too_few_cards(board: _Board) -> str | None:
    need, owed, have = len(board.free), len(board.demand.owed_turns), len(board.demand.cards)
    if have >= need + owed:
        return None
    laid = f" and {owed} laid without a card" if owed else ""
    held = f"the {board.demand.source} has {_only(have)}"
    return f"too few cards: {plural(need, 'cell')} to cover{laid}, but {held}"


def _only(n: int) -> str:
    return f"only {n}" if n else "none"


def _missing_givens(board: _Board) -> str | None:
    have = Counter(board.demand.cards)
    for card, n in Counter(board.demand.givens.values()).items():
        if n > have[card]:
            are = "is" if n == 1 else "are"
            held = f"the {board.demand.source} has {_only(have[card])}"
            return f"too few cards: {n} {card} {are} given, but {held}"
    return None


def _start_blocked(board: _Board) -> str | None:
    if board.first in board.near:
        return None
    return f"the start card points at {board.names([board.first])}, which is blocked"


def _unreachable_cells(board: _Board) -> str | None:
    near, seen, todo = board.near, {board.first}, [board.first]
    while todo:
        for cell in near[todo.pop()]:
            if cell is not None and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    if len(seen) == len(board.free):
        return None
    return f"cut off: no line can reach {board.names(set(board.free) - seen)}"


def _dead_ends(board: _Board) -> str | None:
    """A cell with one free neighbour has a way in and no way out: the line ends there."""
    ends = [cell for cell, near in board.near.items() if near.count(None) == 3 and cell != board.first]
    if len(ends) <= 1 + board.demand.stubs:
        return None
    return f"too many dead ends: {board.names(ends)} have a way in but no way out, and {_end_limit(board)}"


def _end_limit(board: _Board) -> str:
    """How many cells a line can enter and not leave, in words."""
    stubs = board.demand.stubs
    if not stubs:
        return "a line can have only one such cell"
    return f"even with {plural(stubs, 'reverse')} a line can have only {1 + stubs} such cells"


def _uneven_colours(board: _Board) -> str | None:
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
    extra = f", even with {plural(stubs, 'reverse')}" if stubs else ""
    return (
        f"uneven colours: on a chequered board a line changes colour at every step, so it cannot cover "
        f"{same} cells of its first colour and {other} of the other{extra}"
    )


def _too_few_turns(board: _Board) -> str | None:
    """A straight run is back where it began after one lap."""
    demand = board.demand
    turning = len(demand.cards) - demand.cards.count("S")
    lap = max(demand.area.rows, demand.area.cols)
    max_straight = (turning + 1) * lap + demand.stubs
    if max_straight >= len(board.free):
        return None
    return (
        f"too few turns: with {plural(turning, 'card')} that can turn, a line has at most "
        f"{plural(turning + 1, 'straight run')} of at most {plural(lap, 'cell')}, so it covers at most "
        f"{max_straight} of {plural(len(board.free), 'cell')}"
    )


def _short_of_exits(board: _Board) -> str | None:
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
        return f"too many dead ends: no card leads out of {board.names(dead)}, and {_end_limit(board)}"
    for turn_set in ("L", "S", "R", "LS", "SR", "LR", "LSR"):
        need = sum(1 for cell, possible in turns.items() if cell not in given and possible <= set(turn_set))
        have = sum(n for card, n in left.items() if set(EXITS[card]) & set(turn_set))
        owed = sum(turn in turn_set for turn in demand.owed_turns)
        if max(need - spare, 0) + owed > have:
            names = " or ".join(_WAYS[turn] for turn in turn_set)
            aside = ", apart from the given cards," if given else ""
            holders = (
                f"only {plural(have, 'card')} {'has' if have == 1 else 'have'}" if have else "no card has"
            )
            exits = "that exit" if len(turn_set) == 1 else "such an exit"
            laid = "with those laid already, " if owed else ""
            left_only = f"{laid}{plural(need + owed, 'cell')} can be left only {names}"
            return f"too few exits: {left_only}, but{aside} {holders} {exits}"
    return None


_WAYS = {"L": "to the left", "S": "straight on", "R": "to the right"}


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


def _bottleneck(board: _Board) -> str | None:
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
            stubs = board.demand.stubs
            extra = f", even with {plural(stubs, 'reverse')}" if stubs else ""
            return (
                f"a bottleneck: without {board.names([cell])} the rest falls into {pieces} pieces, and a "
                f"line that runs through it once joins {max_pieces} at most{extra}"
            )
    return None
