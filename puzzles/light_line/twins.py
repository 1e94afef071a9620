"""The one form of LIGHT-LINE! cards that stands for all that a symmetry of the game makes of them.

Cards are ordered as tuples of tubes, a tube as the number of its colour and the numbers of its two sockets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from puzzles.light_line.cards import BLACK, COLOURS, MIRRORED, SOCKETS, TURNED, Card, Laid, tube

Ordered = tuple[tuple[int, int, int], ...]

_TURN = [SOCKETS.index(TURNED[socket]) for socket in SOCKETS]
_MIRROR = [SOCKETS.index(MIRRORED[socket]) for socket in SOCKETS]
_SAME = list(range(len(SOCKETS)))


def least_cards(cards: Iterable[Card], wild: bool) -> tuple[Card, ...]:
    """Cards turned, ordered and named alike, whichever way they are mirrored and coloured.

    `wild`: black goes with every colour, so that no other colour can stand for it."""
    ways = [
        [[_moved(card, _numbers(mirror, turn)) for turn in (False, True)] for card in cards]
        for mirror in (False, True)
    ]
    twins = (
        tuple(sorted(min(_coloured(turned, colours) for turned in card) for card in way))
        for way in ways
        for colours in _colourings(wild)
    )
    return tuple(_card(str(number), tubes) for number, tubes in enumerate(min(twins), 1))


def least_layout(laid: Iterable[tuple[Card, Laid]], new: Card) -> tuple[tuple[tuple[Card, Laid], ...], Card]:
    """Cards that lie, and one to be laid with them; black is a colour like any other.

    A card that lies turned is one with turned tubes that does not."""
    cards = [(laid.place, _moved(card, _TURN if laid.turned else _SAME)) for card, laid in laid]
    moves = [(mirror, turn) for mirror in (False, True) for turn in (False, True)]
    ways = [
        (
            _shifted((_place(place, *move), _again(tubes, _numbers(*move))) for place, tubes in cards),
            [_moved(new, _numbers(move[0], turn)) for turn in (False, True)],
        )
        for move in moves
    ]
    twins = (
        (
            tuple(sorted((place, _coloured(tubes, colours)) for place, tubes in lying)),
            min(_coloured(tubes, colours) for tubes in news),
        )
        for lying, news in ways
        for colours in _colourings(wild=False)
    )
    lying, tubes = min(twins)
    return (
        tuple(
            (_card(str(number), laid), Laid(str(number), *place, turned=False))
            for number, (place, laid) in enumerate(lying, 1)
        ),
        _card(str(len(lying) + 1), tubes),
    )


def _colourings(wild: bool) -> Iterator[tuple[int, ...]]:
    """What each colour becomes, by its number."""
    if not wild:
        yield from permutations(range(len(COLOURS)))
        return
    black = COLOURS.index(BLACK)
    plain = [number for number in range(len(COLOURS)) if number != black]
    for others in permutations(plain):
        yield (*others[:black], black, *others[black:])


def _numbers(mirror: bool, turn: bool) -> list[int]:
    mirrored = _MIRROR if mirror else _SAME
    return [_TURN[socket] for socket in mirrored] if turn else mirrored


def _moved(card: Card, sockets: list[int]) -> Ordered:
    tubes = ((COLOURS.index(each.colour), each.ends) for each in card.tubes)
    plain = ((colour, SOCKETS.index(ends[0]), SOCKETS.index(ends[1])) for colour, ends in tubes)
    return _again(plain, sockets)


def _again(tubes: Iterable[tuple[int, int, int]], sockets: list[int]) -> Ordered:
    moved = ((colour, sockets[one], sockets[other]) for colour, one, other in tubes)
    return tuple((colour, min(a, b), max(a, b)) for colour, a, b in moved)


def _coloured(tubes: Ordered, colours: tuple[int, ...]) -> Ordered:
    return tuple(sorted((colours[colour], one, other) for colour, one, other in tubes))


def _place(place: tuple[int, int], mirror: bool, turn: bool) -> tuple[int, int]:
    row, col = place[0], -place[1] if mirror else place[1]
    return (-row, -col) if turn else (row, col)


def _shifted(lying: Iterable[tuple[tuple[int, int], Ordered]]) -> list[tuple[tuple[int, int], Ordered]]:
    """The least row and the least column are 0."""
    found = list(lying)
    top, left = min(row for (row, _), _ in found), min(col for (_, col), _ in found)
    return [((row - top, col - left), tubes) for (row, col), tubes in found]


def _card(name: str, tubes: Ordered) -> Card:
    return Card(name, tuple(tube(COLOURS[colour], SOCKETS[a], SOCKETS[b]) for colour, a, b in tubes))
