"""The canonical form of LIGHT-LINE! cards: the least of all that the symmetries of the game make of them.

A tube is a triple of numbers here, of its colour and its two sockets, and cards are ordered as tuples of
tubes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from puzzles.light_line.cards import (
    BLACK,
    COLOURS,
    MIRRORED,
    SOCKETS,
    TURNED,
    Card,
    Cell,
    PlacedCard,
    Section,
    tube_between,
)

Tubes = tuple[tuple[int, int, int], ...]

# Where each socket comes to: by half a turn, by a mirror between left and right, and by neither.
_TURN = [SOCKETS.index(TURNED[socket]) for socket in SOCKETS]
_MIRROR = [SOCKETS.index(MIRRORED[socket]) for socket in SOCKETS]
_SAME = list(range(len(SOCKETS)))


@dataclass(frozen=True)
class CardSymmetry:
    """A symmetry applied to all cards alike: whether it mirrors them, and what each colour becomes."""

    mirror: bool
    colours: tuple[int, ...]


@dataclass(frozen=True)
class CardChange:
    """What becomes of one card: its new name, whether it is turned, and the new numbers of its tubes."""

    name: str
    turned: bool
    tubes: Mapping[int, int]


@dataclass(frozen=True)
class CardMapping:
    """Maps placed cards and sections to those of the canonical form, or back.

    A name or a tube that no card has becomes one that no card of the canonical form has.
    """

    mirror: bool
    changes: Mapping[str, CardChange]

    def placed_card(self, placed_card: PlacedCard) -> PlacedCard:
        change = self._change(placed_card.card)
        row, col = _moved_place(placed_card.cell, self.mirror, turn=False)
        return PlacedCard(change.name, row, col, placed_card.turned != change.turned)

    def section(self, section: Section) -> Section:
        change = self._change(section.card)
        return Section(change.name, change.tubes.get(section.tube, section.tube))

    def inverse(self) -> CardMapping:
        changes = {
            change.name: CardChange(name, change.turned, {new: old for old, new in change.tubes.items()})
            for name, change in self.changes.items()
        }
        return CardMapping(self.mirror, changes)

    def _change(self, name: str) -> CardChange:
        return self.changes.get(name, CardChange(name, False, {}))


@dataclass(frozen=True)
class PlaceMapping:
    """Maps the place of a new card to that in the canonical form, and back.

    `corner`: the least row and the least column after mirror and turn, which become 0. `turned`: whether the
    card then lies the other way up.
    """

    mirror: bool
    turn: bool
    corner: Cell
    turned: bool

    def to_canonical(self, place: Cell) -> Cell:
        row, col = _moved_place(place, self.mirror, self.turn)
        return row - self.corner[0], col - self.corner[1]

    def from_canonical(self, place: Cell) -> Cell:
        row, col = place[0] + self.corner[0], place[1] + self.corner[1]
        return _moved_place((row, col), self.mirror, self.turn)


def canonical_cards(cards: Iterable[Card], wild: bool) -> tuple[tuple[Card, ...], CardSymmetry]:
    """The canonical form of cards, and the symmetry that leads to it.

    `wild`: black goes with every colour, so that no other colour can stand for it.
    """
    ways = {
        mirror: [
            [_moved_tubes(card, _socket_numbers(mirror, turn)) for turn in (False, True)] for card in cards
        ]
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
    canonical = tuple(_card(str(number), tubes) for number, tubes in enumerate(least, 1))
    return canonical, CardSymmetry(mirror, colours)


def _with_least_first(
    ways: Mapping[bool, list[list[Tubes]]], colourings: list[tuple[int, ...]]
) -> list[tuple[bool, tuple[int, ...]]]:
    """The ways to mirror and colour cards that make the least first card.

    Of many cards few ways are left. The least card begins with the least tube of the first colour, so only
    the cards with that tube are compared.
    """
    ways_by_first: dict[Tubes, list[tuple[bool, tuple[int, ...]]]] = {}
    for mirror, way in ways.items():
        every = {turned for card in way for turned in card}
        begin: dict[int, list[Tubes]] = {}
        for number in range(len(COLOURS)):
            least = min(
                (numbers for turned in every for numbers in turned if numbers[0] == number), default=None
            )
            begin[number] = [turned for turned in every if least is None or least in turned]
        for colours in colourings:
            first = min(_coloured(turned, colours) for turned in begin[colours.index(0)])
            ways_by_first.setdefault(first, []).append((mirror, colours))
    return ways_by_first[min(ways_by_first)]


def mapping_to_canonical(cards: Sequence[Card], symmetry: CardSymmetry) -> CardMapping:
    """Returns the mapping of cards to their canonical form. Not cached, since it is seldom needed."""

    def canonical_turn(card: Card) -> tuple[Tubes, bool, str, Tubes]:
        ways = [(_moved_tubes(card, _socket_numbers(symmetry.mirror, turn)), turn) for turn in (False, True)]
        return min((_coloured(tubes, symmetry.colours), turn, card.id, tubes) for tubes, turn in ways)

    changes = {}
    for number, (least, turned, name, tubes) in enumerate(sorted(map(canonical_turn, cards)), 1):
        tube_numbers = [least.index(_coloured((numbers,), symmetry.colours)[0]) for numbers in tubes]
        changes[name] = CardChange(str(number), turned, dict(enumerate(tube_numbers)))
    names = {change.name for change in changes.values()}
    # A name unknown in this puzzle but used in the canonical form must not map to that card.
    strangers = zip(sorted(names - changes.keys()), sorted(changes.keys() - names), strict=True)
    changes |= {stranger: CardChange(name, False, {}) for stranger, name in strangers}
    return CardMapping(symmetry.mirror, changes)


def canonical_layout(
    layout: Iterable[tuple[Card, PlacedCard]], new: Card
) -> tuple[tuple[tuple[Card, PlacedCard], ...], Card, PlaceMapping]:
    """The canonical form of placed cards and of one to be laid; black is a colour like any other.

    In it no card lies turned: its tubes are turned instead.
    """
    cards = [
        (placed_card.cell, _moved_tubes(card, _TURN if placed_card.turned else _SAME))
        for card, placed_card in layout
    ]
    moves = [(mirror, turn) for mirror in (False, True) for turn in (False, True)]
    ways = [
        (
            *_shifted(
                [
                    (_moved_place(place, *move), _with_sockets(tubes, _socket_numbers(*move)))
                    for place, tubes in cards
                ]
            ),
            [(_moved_tubes(new, _socket_numbers(move[0], turn)), turn) for turn in (False, True)],
            move,
        )
        for move in moves
    ]
    twins = [
        (sorted(lying), corner, news, move, colours)
        for lying, corner, news, move in ways
        for colours in _colourings(wild=False)
    ]
    # Card by card, keep only the twins whose card is the least: soon few are left.
    least = []
    for number in range(len(cards)):
        heads = [(twin[0][number][0], _coloured(twin[0][number][1], twin[4])) for twin in twins]
        least.append(min(heads))
        twins = [twin for twin, head in zip(twins, heads, strict=True) if head == least[number]]
    (new_tubes, turn), move, corner = min(
        (min((_coloured(tubes, colours), turn) for tubes, turn in news), move, corner)
        for _, corner, news, move, colours in twins
    )
    return (
        tuple(
            (_card(str(number), tubes), PlacedCard(str(number), *place, turned=False))
            for number, (place, tubes) in enumerate(least, 1)
        ),
        _card(str(len(least) + 1), new_tubes),
        # When all other cards are turned, the new card is turned with them.
        PlaceMapping(*move, corner, turned=turn != move[1]),
    )


def _colourings(wild: bool) -> Iterator[tuple[int, ...]]:
    """Yields the permutations of colours that are symmetries: by its number, what each colour becomes."""
    if not wild:
        yield from permutations(range(len(COLOURS)))
        return
    black = COLOURS.index(BLACK)
    plain = [number for number in range(len(COLOURS)) if number != black]
    for others in permutations(plain):
        yield (*others[:black], black, *others[black:])


def _socket_numbers(mirror: bool, turn: bool) -> list[int]:
    """Returns by its number the socket to which each socket is moved."""
    mirrored = _MIRROR if mirror else _SAME
    return [_TURN[socket] for socket in mirrored] if turn else mirrored


def _moved_tubes(card: Card, sockets: list[int]) -> Tubes:
    """The tubes of a card in its order, with their sockets moved."""
    tubes = ((COLOURS.index(tube.colour), tube.ends) for tube in card.tubes)
    plain = ((colour, SOCKETS.index(ends[0]), SOCKETS.index(ends[1])) for colour, ends in tubes)
    return _with_sockets(plain, sockets)


def _with_sockets(tubes: Iterable[tuple[int, int, int]], sockets: list[int]) -> Tubes:
    moved = ((colour, sockets[one], sockets[other]) for colour, one, other in tubes)
    return tuple((colour, min(a, b), max(a, b)) for colour, a, b in moved)


def _coloured(tubes: Tubes, colours: tuple[int, ...]) -> Tubes:
    return tuple(sorted((colours[colour], one, other) for colour, one, other in tubes))


def _moved_place(place: Cell, mirror: bool, turn: bool) -> Cell:
    row, col = place[0], -place[1] if mirror else place[1]
    return (-row, -col) if turn else (row, col)


def _shifted(lying: list[tuple[Cell, Tubes]]) -> tuple[list[tuple[Cell, Tubes]], Cell]:
    """Tubes shifted so that the least row and the least column are 0, and what these were before."""
    top, left = min(row for (row, _), _ in lying), min(col for (_, col), _ in lying)
    return [((row - top, col - left), tubes) for (row, col), tubes in lying], (top, left)


def _card(name: str, tubes: Tubes) -> Card:
    return Card(name, tuple(tube_between(COLOURS[colour], SOCKETS[a], SOCKETS[b]) for colour, a, b in tubes))
