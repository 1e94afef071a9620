"""Tubes as bands: where they run on a card, and where a letter on them is seen best.

A card is CARD_WIDTH units wide and CARD_HEIGHT units high, and its top left corner is at (0, 0). A tube is
one cubic curve that meets each of its two sides at a right angle, so that the bands of neighbouring cards
join smoothly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import dist

from puzzles.drawing.svg import Point, number
from puzzles.light_line.cards import BEYOND

CARD_WIDTH, CARD_HEIGHT = 100.0, 150.0
# The part of a side from its corner to its first socket; the second is in the middle.
FIRST = 0.22
CORE_WIDTH, CASING_WIDTH, GAP_WIDTH = 9.0, 13.0, 16.5

Curve = tuple[Point, Point, Point, Point]
SAMPLES = 32
# How far a U-shaped tube on a long side runs straight in: far enough to clear a straight tube beside it.
U_BEND = 50.0
# The least that a bend runs straight on, else it would be sharper than a band can be.
MIN_STRAIGHT = 17.5
# A letter stays at least this many samples from either end of its tube.
EDGE_SAMPLES = 6
# Tubes further apart than this do not touch each other's gaps; samples are up to 5 apart.
_CLOSE = (CASING_WIDTH + GAP_WIDTH) / 2 + 4
# From here on it does not matter how far a letter is from other tubes, only how near to its tube's middle.
CLEAR = 17.0
# Closer to another letter than this is worse than lying on another tube.
LETTER_ROOM = 9.0
# The number of cards whose letter and name positions are cached: decks are drawn again and again.
_CACHED_CARDS = 4096
# How much room each sample away from the tube's middle costs.
OFF_MIDDLE = 0.25


def socket_point(socket: str) -> Point:
    part = (FIRST, 0.5, 1 - FIRST)[int(socket[1])]
    return {
        "N": (part * CARD_WIDTH, 0.0), "S": (part * CARD_WIDTH, CARD_HEIGHT),
        "W": (0.0, part * CARD_HEIGHT), "E": (CARD_WIDTH, part * CARD_HEIGHT),
    }[socket[0]]  # fmt: skip


def inward(socket: str) -> Point:
    down, right = BEYOND[socket[0]]
    return -right, -down


@cache
def curve(one: str, other: str) -> Curve:
    """The ends of a tube and the two points that its curve bends towards."""
    start, end = socket_point(one), socket_point(other)
    into, out_of = inward(one), inward(other)
    if one[0] == other[0]:
        near = far = U_BEND if one[0] in "WE" else 0.2 * dist(start, end) + 12
    elif {one[0], other[0]} in ({"N", "S"}, {"W", "E"}):
        near = far = 0.5 * (CARD_HEIGHT if one[0] in "NS" else CARD_WIDTH)
    else:
        near, far = _bend(start, end, into)
    return start, _beyond(start, into, near), _beyond(end, out_of, far), end


def _bend(start: Point, end: Point, into: Point) -> tuple[float, float]:
    """Returns how far a bend runs straight on from its ends: less if long, which leaves room for its mirror
    image."""
    across, down = abs(start[0] - end[0]), abs(start[1] - end[1])
    roundness = min(0.5523, max(0.17, 1.0 - 0.5 * (across / CARD_WIDTH + down / CARD_HEIGHT)))
    first, second = (across, down) if into[0] else (down, across)
    return max(roundness * first, MIN_STRAIGHT), max(roundness * second, MIN_STRAIGHT)


def _beyond(point: Point, way: Point, far: float) -> Point:
    return point[0] + way[0] * far, point[1] + way[1] * far


def translated(points: Iterable[Point], corner: Point) -> tuple[Point, ...]:
    return tuple((x + corner[0], y + corner[1]) for x, y in points)


def curve_d(points: Sequence[Point]) -> str:
    (x, y), *rest = points
    return f"M{number(x)} {number(y)}C" + " ".join(f"{number(x)} {number(y)}" for x, y in rest)


@cache
def sampled(one: str, other: str) -> tuple[Point, ...]:
    """Points along a tube."""
    return tuple(_at(curve(one, other), i / SAMPLES) for i in range(SAMPLES + 1))


@cache
def are_close(tube: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether the gap around a tube may reach another one on the same card."""
    return any(dist(point, near) < _CLOSE for point in sampled(*tube) for near in sampled(*other))


def _at(points: Curve, t: float) -> Point:
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (sum(w * point[axis] for w, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


@lru_cache(maxsize=_CACHED_CARDS)
def letter_spots(tubes: tuple[tuple[str, str], ...], occupied: tuple[Point, ...] = ()) -> tuple[Point, ...]:
    """A spot on every tube for its letter: away from other tubes, letters and `occupied`, else central.

    A spot on another tube is better than one on another letter.
    """
    spots: list[Point] = []
    for i, ends in enumerate(tubes):
        others = [point for j, other in enumerate(tubes) if j != i for point in sampled(*other)]
        own = sampled(*ends)
        spots.append(
            own[
                max(
                    range(EDGE_SAMPLES, SAMPLES + 1 - EDGE_SAMPLES),
                    key=_worth(own, others, [*occupied, *spots]),
                )
            ]
        )
    return tuple(spots)


@lru_cache(maxsize=_CACHED_CARDS)
def free_spot(tubes: tuple[tuple[str, str], ...], wide: float, high: float) -> Point:
    """The middle of a plate of this size where it hides least of the tubes, preferably central."""
    points = [point for ends in tubes for point in sampled(*ends)[::2]]

    def hidden(middle: Point) -> tuple[int, float]:
        x, y = middle
        near = sum(abs(px - x) < wide / 2 + CASING_WIDTH / 2 and abs(py - y) < high / 2 + CASING_WIDTH / 2
                   for px, py in points)  # fmt: skip
        return near, dist(middle, (CARD_WIDTH / 2, CARD_HEIGHT / 2))

    side, end = wide / 2 + 6, high / 2 + 8
    steps = range(17)
    return min(
        (
            (side + (CARD_WIDTH - 2 * side) * i / 16, end + (CARD_HEIGHT - 2 * end) * j / 16)
            for i in steps
            for j in steps
        ),
        key=hidden,
    )


def _worth(own: Sequence[Point], tubes: Sequence[Point], letters: Sequence[Point]) -> Callable[[int], float]:
    def worth(index: int) -> float:
        room = min((dist(own[index], other) for other in tubes), default=CLEAR)
        room = min([room, *(dist(own[index], other) - LETTER_ROOM for other in letters)])
        return min(room, CLEAR) - OFF_MIDDLE * abs(index - SAMPLES / 2)

    return worth
