"""The one form of LIGHT-LINE! cards that stands for all that a symmetry of the game makes of them.

Cards are ordered as tuples of tubes, a tube as the number of its colour and the numbers of its two sockets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from puzzles.light_line.cards import BLACK, COLOURS, MIRRORED, SOCKETS, TURNED, Card, Laid, Section, tube

Ordered = tuple[tuple[int, int, int], ...]

_TURN = [SOCKETS.index(TURNED[socket]) for socket in SOCKETS]
_MIRROR = [SOCKETS.index(MIRRORED[socket]) for socket in SOCKETS]
_SAME = list(range(len(SOCKETS)))


@dataclass(frozen=True)
class Dress:
    """What is done to all cards alike: whether they are mirrored, what each colour becomes, by its number."""

    mirror: bool
    colours: tuple[int, ...]


@dataclass(frozen=True)
class Fate:
    """What becomes of one card: its name, whether it is turned, and the new numbers of its tubes."""

    name: str
    turned: bool
    tubes: Mapping[int, int]


@dataclass(frozen=True)
class CardsWay:
    """What becomes of cards that are laid. What no card has, a name or a tube, stays what no card has."""

    mirror: bool
    fates: Mapping[str, Fate]

    def laid(self, laid: Laid) -> Laid:
        fate = self._fate(laid.card)
        row, col = _place(laid.place, self.mirror, turn=False)
        return Laid(fate.name, row, col, laid.turned != fate.turned)

    def section(self, section: Section) -> Section:
        fate = self._fate(section.card)
        return Section(fate.name, fate.tubes.get(section.tube, section.tube))

    def back(self) -> CardsWay:
        fates = {
            fate.name: Fate(name, fate.turned, {new: old for old, new in fate.tubes.items()})
            for name, fate in self.fates.items()
        }
        return CardsWay(self.mirror, fates)

    def _fate(self, name: str) -> Fate:
        return self.fates.get(name, Fate(name, False, {}))


@dataclass(frozen=True)
class LayoutWay:
    """What becomes of the place of a new card, and whether the card is turned against how it was laid."""

    mirror: bool
    turn: bool
    # What is then the least row and the least column, which become 0.
    corner: tuple[int, int]
    turned: bool

    def there(self, place: tuple[int, int]) -> tuple[int, int]:
        row, col = _place(place, self.mirror, self.turn)
        return row - self.corner[0], col - self.corner[1]

    def back(self, place: tuple[int, int]) -> tuple[int, int]:
        return _place((place[0] + self.corner[0], place[1] + self.corner[1]), self.mirror, self.turn)


def least_cards(cards: Iterable[Card], wild: bool) -> tuple[tuple[Card, ...], Dress]:
    """Cards turned, ordered and named alike, whichever way they are mirrored and coloured.

    `wild`: black goes with every colour, so that no other colour can stand for it."""
    ways = {
        mirror: [[_moved(card, _numbers(mirror, turn)) for turn in (False, True)] for card in cards]
        for mirror in (False, True)
    }
    twins = (
        (
            tuple(sorted(min(_coloured(turned, colours) for turned in card) for card in ways[mirror])),
            mirror,
            colours,
        )
        for mirror, colours in _with_least_first(ways, list(_colourings(wild)))
    )
    least, mirror, colours = min(twins)
    return tuple(_card(str(number), tubes) for number, tubes in enumerate(least, 1)), Dress(mirror, colours)


def _with_least_first(
    ways: Mapping[bool, list[list[Ordered]]], colourings: list[tuple[int, ...]]
) -> list[tuple[bool, tuple[int, ...]]]:
    """The ways to mirror and colour cards of which the first comes first: of many cards few are left, found
    by a look at the cards with that one tube with which the first begins."""
    found: dict[Ordered, list[tuple[bool, tuple[int, ...]]]] = {}
    for mirror, way in ways.items():
        every = {turned for card in way for turned in card}
        begin: dict[int, list[Ordered]] = {}
        for number in range(len(COLOURS)):
            least = min((each for turned in every for each in turned if each[0] == number), default=None)
            begin[number] = [turned for turned in every if least is None or least in turned]
        for colours in colourings:
            first = min(_coloured(turned, colours) for turned in begin[colours.index(0)])
            found.setdefault(first, []).append((mirror, colours))
    return found[min(found)]


def way_to_least(cards: Sequence[Card], dress: Dress) -> CardsWay:
    """What becomes of each card on the way to the least form, found anew: few ask for it."""

    def attitude(card: Card) -> tuple[Ordered, bool, str, Ordered]:
        ways = [(_moved(card, _numbers(dress.mirror, turn)), turn) for turn in (False, True)]
        return min((_coloured(tubes, dress.colours), turn, card.id, tubes) for tubes, turn in ways)

    fates = {}
    for number, (least, turned, name, tubes) in enumerate(sorted(map(attitude, cards)), 1):
        places = [least.index(_coloured((each,), dress.colours)[0]) for each in tubes]
        fates[name] = Fate(str(number), turned, dict(enumerate(places)))
    names = {fate.name for fate in fates.values()}
    # A name that no card has here, but one has there, must not become that card's.
    strangers = zip(sorted(names - fates.keys()), sorted(fates.keys() - names), strict=True)
    fates |= {stranger: Fate(name, False, {}) for stranger, name in strangers}
    return CardsWay(dress.mirror, fates)


def least_layout(
    laid: Iterable[tuple[Card, Laid]], new: Card
) -> tuple[tuple[tuple[Card, Laid], ...], Card, LayoutWay]:
    """Cards that lie, and one to be laid with them; black is a colour like any other.

    A card that lies turned is one with turned tubes that does not."""
    cards = [(laid.place, _moved(card, _TURN if laid.turned else _SAME)) for card, laid in laid]
    moves = [(mirror, turn) for mirror in (False, True) for turn in (False, True)]
    ways = [
        (
            *_shifted([(_place(place, *move), _again(tubes, _numbers(*move))) for place, tubes in cards]),
            [(_moved(new, _numbers(move[0], turn)), turn) for turn in (False, True)],
            move,
        )
        for move in moves
    ]
    twins = [
        (sorted(lying), corner, news, move, colours)
        for lying, corner, news, move in ways
        for colours in _colourings(wild=False)
    ]
    # Card by card only those stay of which it is the least: soon there are few.
    least = []
    for number in range(len(cards)):
        shown = [(twin[0][number][0], _coloured(twin[0][number][1], twin[4])) for twin in twins]
        least.append(min(shown))
        twins = [twin for twin, here in zip(twins, shown, strict=True) if here == least[number]]
    (tubes, turn), move, corner = min(
        (min((_coloured(tubes, colours), turn) for tubes, turn in news), move, corner)
        for _, corner, news, move, colours in twins
    )
    return (
        tuple(
            (_card(str(number), laid), Laid(str(number), *place, turned=False))
            for number, (place, laid) in enumerate(least, 1)
        ),
        _card(str(len(least) + 1), tubes),
        # Laid with all others turned, the new card is turned with them.
        LayoutWay(*move, corner, turned=turn != move[1]),
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


def _shifted(
    lying: list[tuple[tuple[int, int], Ordered]],
) -> tuple[list[tuple[tuple[int, int], Ordered]], tuple[int, int]]:
    """The least row and the least column become 0; what they were."""
    top, left = min(row for (row, _), _ in lying), min(col for (_, col), _ in lying)
    return [((row - top, col - left), tubes) for (row, col), tubes in lying], (top, left)


def _card(name: str, tubes: Ordered) -> Card:
    return Card(name, tuple(tube(COLOURS[colour], SOCKETS[a], SOCKETS[b]) for colour, a, b in tubes))
