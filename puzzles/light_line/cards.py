"""The cards of LIGHT-LINE!: tubes, sockets, half turns, and places on the grid.

A card is upright and has three sockets on every side: N0 N1 N2 and S0 S1 S2 from the left, W0 W1 W2 and
E0 E1 E2 from the top. A tube joins two of them. Cards lie on a grid; row numbers grow downwards, columns
to the right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzles.errors import BadInput, Problem, Problems
from puzzles.json_shapes import Boolean, Choice, Described, Integer, ListOf, ObjectShape, Shape, Text, quote
from puzzles.texts import Phrase, phrase

BLACK = "black"
COLOURS = ("red", "yellow", "green", "blue", BLACK)
SIDES = ("N", "E", "S", "W")
SOCKETS = tuple(side + position for side in SIDES for position in "012")
MAX_CARDS, MAX_TUBES = 60, 6

# The longest name of a card in words.
MAX_LETTERS = 40

# A place of the grid: row and column.
Cell = tuple[int, int]

# Where the neighbour beyond a side lies: rows down, columns right.
BEYOND: dict[str, tuple[int, int]] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
_ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
# The neighbour's socket that each socket meets.
MEETS = {socket: _ACROSS[socket[0]] + socket[1] for socket in SOCKETS}
# Where each socket comes to by half a turn, and by a mirror between left and right.
TURNED = {socket: _ACROSS[socket[0]] + "210"[int(socket[1])] for socket in SOCKETS}
MIRRORED = {s: s[0] + "210"[int(s[1])] if s[0] in "NS" else MEETS[s] for s in SOCKETS}


@dataclass(frozen=True)
class Tube:
    """`ends` are its two sockets in the order of SOCKETS, since their order means nothing."""

    colour: str
    ends: tuple[str, str]


def tube_between(colour: str, one: str, other: str) -> Tube:
    """The tube of this colour that joins two sockets."""
    first, second = sorted((one, other), key=SOCKETS.index)
    return Tube(colour, (first, second))


@dataclass(frozen=True)
class Card:
    id: str
    tubes: tuple[Tube, ...]


@dataclass(frozen=True)
class PlacedCard:
    """A card by its id on a place of the grid."""

    card: str
    row: int
    col: int
    turned: bool

    @property
    def cell(self) -> Cell:
        return self.row, self.col


@dataclass(frozen=True)
class Section:
    """A tube of a placed card, by its number on the card."""

    card: str
    tube: int


def colour_name(colour: str) -> Phrase:
    return phrase(f"light_line.drawing.colour.{colour}")


def has_tube(card: Card, number: int) -> bool:
    return 0 <= number < len(card.tubes)


def ends_of(tube: Tube, turned: bool) -> tuple[str, str]:
    """The sockets that a tube joins on a placed card, turned or not."""
    one, other = tube.ends
    return (TURNED[one], TURNED[other]) if turned else tube.ends


def neighbours(place: Cell) -> tuple[Cell, ...]:
    """The four places beside a place."""
    return tuple((place[0] + down, place[1] + right) for down, right in BEYOND.values())


def socket_across(place: Cell, socket: str) -> tuple[Cell, str]:
    """The socket that the one at this place meets, and its place."""
    down, right = BEYOND[socket[0]]
    return (place[0] + down, place[1] + right), MEETS[socket]


def printable_name(name: str) -> str:
    """A name on one line, of characters that any file can hold, and not too long."""
    text = "".join(char if char.isprintable() else "?" for char in name[:MAX_LETTERS])
    return text + ("..." if len(name) > MAX_LETTERS else "")


@dataclass(frozen=True)
class _TubeShape:
    """Three strings: a colour and two sockets."""

    def read(self, value: object, at: str = "") -> Tube:
        if not isinstance(value, list) or len(value) != 3:
            raise BadInput([Problem(at, f"expected a tube [colour, socket, socket], got {quote(value)}")])
        problems = Problems()
        parts: list[Any] = []
        for i, shape in enumerate((Choice(COLOURS), Choice(SOCKETS), Choice(SOCKETS))):
            try:
                parts.append(shape.read(value[i], f"{at}/{i}"))
            except BadInput as e:
                problems.add_all(e)
        problems.raise_any()
        if parts[1] == parts[2]:
            raise BadInput([Problem(f"{at}/2", f"expected a socket other than {parts[1]}")])
        return tube_between(*parts)

    def schema(self) -> dict[str, Any]:
        parts = [Choice(COLOURS).schema(), Choice(SOCKETS).schema(), Choice(SOCKETS).schema()]
        # A colour is no socket, so that unique items are two different sockets.
        return {
            "type": "array",
            "prefixItems": parts,
            "items": False,
            "minItems": 3,
            "uniqueItems": True,
        }

    def max_bytes(self) -> int:
        return Choice(COLOURS).max_bytes() + 2 * Choice(SOCKETS).max_bytes() + len("[,,]")


_NAME = Text(char_bytes=1)
CARD = ObjectShape(
    {
        "id": Described(_NAME, "The name of the card, different from all others.", "07"),
        "tubes": Described(
            ListOf(_TubeShape(), max_items=MAX_TUBES),
            "The tubes of the upright card, each as `[colour, socket, socket]`. A side (N, E, S, W) has "
            "three sockets: 0, 1, 2 from the left or from the top.",
            [["red", "N0", "E1"], ["blue", "W2", "E2"]],
        ),
    },
    what="a card: an object with id and tubes",
)
CARDS = Described(ListOf(CARD, max_items=MAX_CARDS, min_items=1), "The cards of the deal.")
# Where a card lies. Layouts may lie anywhere on the grid.
WHERE: dict[str, Shape[Any]] = {
    "row": Described(Integer(), "The row of its place, counted downwards; any row may be 0.", 0),
    "col": Described(Integer(), "The column of its place, counted to the right; any column may be 0.", 1),
    "turned": Described(Boolean(), "Whether it is turned by half a turn.", False),
}
PLACED = ObjectShape(
    {"card": Described(_NAME, "The id of the card.", "07"), **WHERE},
    what="an object with card, row, col and turned",
)
SECTION = ObjectShape(
    {
        "card": Described(_NAME, "The id of the card.", "07"),
        "tube": Described(Integer(), "Which of the card's `tubes`, counted from 0.", 0),
    },
    what="an object with card and tube",
)
SOLUTION = ObjectShape(
    {
        "layout": Described(ListOf(PLACED, max_items=MAX_CARDS), "Where the cards lie, in any order."),
        "line": Described(
            ListOf(SECTION, max_items=MAX_CARDS * MAX_TUBES), "The tubes of the line, in its order."
        ),
    },
    what="an object with layout and line",
)

PROGRESS = replace(SOLUTION, defaults={"layout": [], "line": []})


def read_cards(fields: Sequence[dict[str, Any]], at: str) -> tuple[tuple[Card, ...], list[Problem]]:
    """The cards that CARDS has read, and problems of sockets with two tubes and of repeated ids."""
    cards = tuple(Card(card["id"], card["tubes"]) for card in fields)
    problems = [problem for i, card in enumerate(cards) for problem in card_problems(card, f"{at}/{i}")]
    ids = [card.id for card in cards]
    problems += [Problem(f"{at}/{i}/id", f"card {quote(name)} is used twice")
                 for i, name in enumerate(ids) if ids.index(name) != i]  # fmt: skip
    return cards, problems


def card_problems(card: Card, at: str) -> list[Problem]:
    """Sockets with two tubes."""
    uses = Counter(end for tube in card.tubes for end in tube.ends)
    return [
        Problem(f"{at}/tubes/{i}", f"socket {end} has a tube already")
        for i, tube in enumerate(card.tubes)
        for end in tube.ends
        if uses[end] > 1 and any(end in before.ends for before in card.tubes[:i])
    ]


def read_placed_card(fields: dict[str, Any]) -> PlacedCard:
    """The placed card in the fields that PLACED has read."""
    return PlacedCard(fields["card"], fields["row"], fields["col"], fields["turned"])


def write_placed_card(placed_card: PlacedCard) -> dict[str, Any]:
    return {
        "card": placed_card.card,
        "row": placed_card.row,
        "col": placed_card.col,
        "turned": placed_card.turned,
    }


def write_cards(cards: Iterable[Card]) -> list[dict[str, Any]]:
    return [{"id": card.id, "tubes": [[t.colour, *t.ends] for t in card.tubes]} for card in cards]
