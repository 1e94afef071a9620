"""Where the tubes of a card run in plain text: in rows and columns of characters, between sockets.

A face is a rectangle of characters, row 0 on top, with the sockets on its edge. The tubes on it cross at
right angles only, and never at a bend, so that each can be traced. A set of characters is an integer with a
bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

Point = tuple[int, int]
Ends = tuple[str, str]

WIDE = 11
_SOCKET_COLUMNS = (2, 5, 8)
# What makes a route worse, in characters: each bend, and each crossing with another one.
_BEND, _CROSSING = 4, 8
# A line of text is as high as two characters are wide.
_ROW = 2
# How many routes of a tube are tried: few at first, so that most cards are quick.
_TRIES = (12, 30, 1000)
# A search ends after so many steps, or after fewer if it has a solution.
_MAX_STEPS, _ENOUGH_STEPS = 2000, 150


@dataclass(frozen=True)
class Face:
    """The height of a face, and the rows of the sockets on its left and right side."""

    high: int
    socket_rows: tuple[int, int, int]

    def socket(self, name: str) -> Point:
        side, position = name[0], int(name[1])
        if side in "NS":
            return (0 if side == "N" else self.high - 1), _SOCKET_COLUMNS[position]
        return self.socket_rows[position], (0 if side == "W" else WIDE - 1)


# The lowest is high enough for all cards with up to five tubes, but for few with six.
FACES = Face(7, (1, 3, 5)), Face(9, (2, 4, 6)), Face(11, (3, 5, 7))


@dataclass(frozen=True)
class Route:
    """A tube: the socket in which it begins, its bends, and the socket in which it ends.

    across, upright  the characters through which it runs sideways, and up or down; in a bend it does both
    """

    points: tuple[Point, ...]
    across: int
    upright: int
    length: int

    def crossings(self, other: Route) -> int | None:
        """How often two routes cross; None where both cannot be drawn."""
        # A bend runs both ways, so that it shares a way with whatever runs through its character.
        if self.across & other.across or self.upright & other.upright:
            return None
        return ((self.across & other.upright) | (self.upright & other.across)).bit_count()


@lru_cache(maxsize=2**10)
def routes(face: Face, tubes: tuple[Ends, ...]) -> tuple[Route, ...] | None:
    """The routes of a card's tubes, with as few bends and crossings as a quick search finds; None if none."""
    for tries in _TRIES:
        search = _Search([_routes(face, ends, tries) for ends in tubes])
        if search.best is not None:
            return tuple(search.best[i] for i in range(len(tubes)))
    return None


class _Search:
    """Chooses a route for every tube. `best` has them by the number of the tube."""

    def __init__(self, choices: Sequence[tuple[Route, ...]]) -> None:
        self.choices, self.best = choices, dict[int, Route]() if not choices else None
        # Tubes with few choices come first.
        self.order = sorted(range(len(choices)), key=lambda i: len(choices[i]))
        # The least that the tubes from one on can cost.
        self.least = [0]
        for i in reversed(self.order):
            self.least.insert(0, self.least[0] + choices[i][0].length)
        self.cost, self.steps = 10**9, 0
        self._choose({}, 0)

    def _choose(self, chosen: dict[int, Route], cost: int) -> None:
        at = len(chosen)
        if at == len(self.order):
            self.best, self.cost = chosen, cost
            return
        self.steps += 1
        if self.steps > (_MAX_STEPS if self.best is None else _ENOUGH_STEPS):
            return
        tube = self.order[at]
        for route in self.choices[tube]:
            if cost + route.length + self.least[at + 1] >= self.cost:
                return
            crossings = _crossings(route, chosen)
            if crossings is not None:
                more = route.length + _CROSSING * crossings
                self._choose({**chosen, tube: route}, cost + more)


def _crossings(route: Route, others: dict[int, Route]) -> int | None:
    total = 0
    for other in others.values():
        crossings = route.crossings(other)
        if crossings is None:
            return None
        total += crossings
    return total


@lru_cache(maxsize=2**10)
def _routes(face: Face, ends: Ends, tries: int) -> tuple[Route, ...]:
    """The best routes between two sockets, the best one first."""
    shapes = dict.fromkeys(_shapes(face, ends, detours=tries == _TRIES[-1]))
    found = dict.fromkeys(route for route in map(_route, shapes) if route is not None)
    return tuple(sorted(found, key=lambda route: route.length)[:tries])


def _shapes(face: Face, ends: Ends, detours: bool) -> Iterator[tuple[Point, ...]]:
    """The corners that a route may have: up to three; `detours`: four as well."""
    one, other = map(face.socket, ends)
    rows, cols = range(1, face.high - 1), range(1, WIDE - 1)
    one_upright, other_upright = (end[0] in "NS" for end in ends)
    if one_upright != other_upright:
        if not one_upright:
            one, other = other, one
        yield one, (other[0], one[1]), other
        yield from ((one, (r, one[1]), (r, c), (other[0], c), other) for r in rows for c in cols)
    elif one_upright:
        yield from ((one, (r, one[1]), (r, other[1]), other) for r in rows)
        if detours:
            yield from (
                (one, (r, one[1]), (r, c), (q, c), (q, other[1]), other)
                for r in rows for q in rows for c in cols
            )  # fmt: skip
    else:
        yield from ((one, (one[0], c), (other[0], c), other) for c in cols)
        if detours:
            yield from (
                (one, (one[0], c), (r, c), (r, d), (other[0], d), other)
                for c in cols for d in cols for r in rows
            )  # fmt: skip


def _route(corners: tuple[Point, ...]) -> Route | None:
    """The route with these corners, some of which may be none; None where it would touch itself."""
    points = [corners[0]]
    for corner, after in pairwise((*corners[1:], corners[-1])):
        if corner == points[-1]:
            continue
        straight = any(points[-1][axis] == corner[axis] == after[axis] for axis in (0, 1))
        if not straight or corner == corners[-1]:
            points.append(corner)
    across = upright = length = 0
    for (row, col), (to_row, to_col) in pairwise(points):
        low, high = sorted((col, to_col))
        if row == to_row:
            across |= sum(1 << row * WIDE + c for c in range(low, high + 1))
            length += high - low
        else:
            low, high = sorted((row, to_row))
            upright |= sum(1 << r * WIDE + col for r in range(low, high + 1))
            length += _ROW * (high - low)
    bends = sum(1 << row * WIDE + col for row, col in points[1:-1])
    if across & upright != bends:
        return None
    return Route(tuple(points), across, upright, length + _BEND * (len(points) - 2))
