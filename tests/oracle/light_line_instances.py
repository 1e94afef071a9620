"""Random tiny LIGHT-LINE! puzzles on which the oracle answers quickly.

Purely random cards seldom make a line. So many deals are cut out of a random line, some of them changed a
little. The cards are of all valid sorts: with no tube or six, all black,
with several tubes of a colour, with tubes between any two sockets, and congruent ones.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tests.oracle.light_line import COLOURS, Cell
from tests.oracle.light_line_grown import any_line, any_once
from tests.oracle.light_line_legal import HALF_TURN, meeting_socket

SOCKETS = tuple(HALF_TURN)
MAX_TUBES = 6
# The straight tubes and the tubes with one bend of a printed card.
PRINTED = [("N0", "S0"), ("N1", "S1"), ("N2", "S2"), ("W0", "E0"), ("W1", "E1"), ("W2", "E2")] + [
    (level + str(number), upright + str(other))
    for level in "NS"
    for upright in "WE"
    for number in range(3)
    for other in range(3)
]
# Weights of the numbers of cards: larger deals are more interesting.
WEIGHTS = (1, 2, 3, 6, 6, 6, 6, 6)
Tube = list[str]  # colour, socket, socket


def printed_card(rng: random.Random) -> list[Tube]:
    """Four tubes of four colours, straight or with one bend, as the printed cards have them."""
    while True:
        tubes = rng.sample(PRINTED, 4)
        if len({socket for tube in tubes for socket in tube}) == 8:
            return [[colour, *tube] for colour, tube in zip(rng.sample(COLOURS, 4), tubes, strict=True)]


def odd_card(rng: random.Random, colours: tuple[str, ...], maximum: int = MAX_TUBES) -> list[Tube]:
    """At most `maximum` tubes between any sockets."""
    return with_more(rng, [], colours, rng.randint(0, maximum))


def with_more(rng: random.Random, tubes: list[Tube], colours: tuple[str, ...], more: int) -> list[Tube]:
    used_sockets = {socket for tube in tubes for socket in tube[1:]}
    free = [socket for socket in SOCKETS if socket not in used_sockets]
    rng.shuffle(free)
    more = min(more, MAX_TUBES - len(tubes))
    return tubes + [[rng.choice(colours), *free[2 * index : 2 * index + 2]] for index in range(more)]


class Walk(NamedTuple):
    cards: dict[Cell, list[Tube]]
    closed: bool


def random_walk(rng: random.Random, cards: int, sections: int, close: bool) -> Walk:
    """Returns a random black line of at most so many cards and sections; a ring if `close` and possible."""
    tubes_by_cell: dict[Cell, list[Tube]] = {}
    first = entry = ((0, 0), rng.choice(SOCKETS))
    for _ in range(sections):
        cell, into = entry
        tubes = tubes_by_cell.setdefault(cell, [])
        used_sockets = {
            into,
            first[1] if cell == first[0] else "",
            *(end for tube in tubes for end in tube[1:]),
        }
        free = [out for out in SOCKETS if out not in used_sockets]
        closing = [out for out in free if meeting_socket(cell, out) == first]
        continuing = [
            out for out in free if meeting_socket(cell, out)[0] in tubes_by_cell or len(tubes_by_cell) < cards
        ]
        continuing = [out for out in continuing if out not in closing]
        # Coming back to placed cards makes second sections and rings.
        returning = [out for out in continuing if meeting_socket(cell, out)[0] in tubes_by_cell]
        outs = (closing if close else []) or (returning if rng.random() < 0.5 else []) or continuing or free
        if not outs or len(tubes) == MAX_TUBES:
            break
        out = rng.choice(outs)
        tubes.append(["black", into, out])
        entry = meeting_socket(cell, out)
        if entry == first or (entry[0] not in tubes_by_cell and len(tubes_by_cell) == cards):
            break
    return Walk({cell: tubes for cell, tubes in tubes_by_cell.items() if tubes}, entry == first)


def best_walk(rng: random.Random, cards: int) -> Walk:
    """Returns the best of many walks: on all of the cards, closed, or coming back to its cards."""
    close = rng.random() < 0.35
    walks = [random_walk(rng, cards, cards + rng.choice((0, 1, 2, 3, 6)), close) for _ in range(20)]

    def worth(walk: Walk) -> tuple[int, bool, int]:
        return len(walk.cards), close and walk.closed, sum(map(len, walk.cards.values()))

    return max(walks, key=worth)


def with_line_colours(rng: random.Random, cards: list[list[Tube]], wild: bool) -> list[list[Tube]]:
    """Returns the cards in one colour, or in one colour and black."""
    colour = rng.choice(COLOURS)
    black = rng.choice((0.0, 0.3, 0.6)) if wild else 0.0
    return [[["black" if rng.random() < black else colour, *tube[1:]] for tube in card] for card in cards]


def congruent_card(rng: random.Random, card: list[Tube]) -> list[Tube]:
    """Returns a congruent card, perhaps turned, in another order or with other colours."""
    copy = [[colour, *rng.sample(ends, 2)] for colour, *ends in card]
    if rng.random() < 0.3:
        copy = [[colour, *(HALF_TURN[end] for end in ends)] for colour, *ends in copy]
    if rng.random() < 0.3:
        mapped = dict(zip(COLOURS, rng.sample(COLOURS, len(COLOURS)), strict=True))
        copy = [[mapped[colour], *ends] for colour, *ends in copy]
    rng.shuffle(copy)
    return copy


def random_cards(rng: random.Random, number: int, wild: bool) -> list[list[Tube]]:
    """Returns cards of one sort: printed, odd, congruent, or cut out of a line and changed a little."""
    few = tuple(rng.sample(COLOURS, rng.choice((1, 2, 2, 3, 5))))
    kind = rng.random()
    if kind < 0.1:
        cards = [printed_card(rng) for _ in range(number)]
    elif kind < 0.25:
        maximum = rng.choice((1, 2, 3, 5, 6))
        cards = [odd_card(rng, few, maximum) for _ in range(number)]
    elif kind < 0.4:
        cards = [with_more(rng, [], few, rng.choice((1, 1, 2, 3)))]
        while len(cards) < number:
            cards.append(
                congruent_card(rng, rng.choice(cards)) if rng.random() < 0.8 else odd_card(rng, few, 3)
            )
    elif kind < 0.8 or number < 4:
        cards = cut_cards(rng, number, wild)
    else:
        cards = returning_cards(rng, number, wild)
    # Neither the names nor the turns of cards and tubes may give the line away.
    rng.shuffle(cards)
    return [randomly_turned(rng, card) for card in cards]


def cut_cards(rng: random.Random, number: int, wild: bool) -> list[list[Tube]]:
    """Returns cards cut out of a line, with a few more tubes, sometimes changed."""
    cards = with_line_colours(rng, list(best_walk(rng, number).cards.values()), wild)
    few = tuple(rng.sample(COLOURS, 2))
    while len(cards) < number:
        cards.append(odd_card(rng, few, 2))
    noise = rng.choice((0, 0, 0, 1, 2))
    cards = [with_more(rng, card, few, rng.randint(0, noise)) for card in cards]
    if rng.random() < 0.25:
        index = rng.randrange(number)
        card = cards[index]
        if card and rng.random() < 0.7:
            card[rng.randrange(len(card))][0] = rng.choice(COLOURS)
        else:
            cards[index] = card[1:]
    return cards


def returning_cards(rng: random.Random, number: int, wild: bool) -> list[list[Tube]]:
    """Returns cards that a line can pass only by coming to one of them twice, if some are found.

    That takes four cards. For up to three, the first section on the card that is reached last and the two
    sections before it are a piece with one section on each, as no two joined sections lie on one card.
    """
    for _ in range(40):
        cards = cut_cards(rng, number, wild)
        document = {"cards": [{"id": str(index), "tubes": tubes} for index, tubes in enumerate(cards)]}
        if any_line(document, wild) and not any_once(document, number, wild):
            break
    return cards


def randomly_turned(rng: random.Random, card: list[Tube]) -> list[Tube]:
    """Returns the same card, turned by half a turn or not."""
    turned = rng.random() < 0.5
    copy = [[colour, *(HALF_TURN[end] if turned else end for end in ends)] for colour, *ends in card]
    rng.shuffle(copy)
    return copy


def with_ids(rng: random.Random, cards: list[list[Tube]]) -> list[dict[str, Any]]:
    names = rng.sample([f"{number:02}" for number in range(1, 61)], len(cards))
    return [{"id": name, "tubes": tubes} for name, tubes in zip(names, cards, strict=True)]


def solo_instance(rng: random.Random, maximum: int = 4) -> dict[str, Any]:
    number = rng.choices(range(1, maximum + 1), weights=WEIGHTS[:maximum])[0]
    return {"kind": "light_line.solo", "cards": with_ids(rng, random_cards(rng, number, wild=True))}


def longest_instance(rng: random.Random, maximum: int = 4) -> dict[str, Any]:
    number = rng.choices(range(1, maximum + 1), weights=WEIGHTS[:maximum])[0]
    return {"kind": "light_line.longest", "cards": with_ids(rng, random_cards(rng, number, wild=False))}


def head_instance(rng: random.Random, maximum: int = 4) -> dict[str, Any]:
    """The length is mostly a hard one; now and then there are too few cards."""
    draft = longest_instance(rng, maximum)
    length = max(1, len(draft["cards"]) + rng.choice((-2, -1, -1, 0, 0, 0, 0, 1)))
    return {"kind": "light_line.head", "cards": draft["cards"], "length": length}


def place_instance(rng: random.Random, maximum: int = 5) -> dict[str, Any]:
    """A layout of up to `maximum` cards, in one part or more, and a card that may fit it somewhere."""
    number = rng.randint(1, maximum)
    if rng.random() < 0.5:
        # A line that lost a card.
        walk = best_walk(rng, number + 1).cards
        cells = rng.sample(sorted(walk), len(walk))
        cards = with_line_colours(rng, [walk[cell] for cell in cells], wild=False)
        cards = [with_more(rng, card, COLOURS, rng.choice((0, 0, 1))) for card in cards]
        if len(cards) == 1:
            cells.append((0, 1))
            cards.append(odd_card(rng, COLOURS))
        turns = [False] * (len(cards) - 1)
        *old, card = with_ids(rng, [*cards[:-1], randomly_turned(rng, cards[-1])])
        cells.pop()
    else:
        cells = random_cells(rng, number)
        turns = [rng.random() < 0.5 for _ in cells]
        *old, card = with_ids(rng, random_cards(rng, number + 1, wild=False))
    layout = [
        {"card": placed, "row": row, "col": col, "turned": turned}
        for placed, (row, col), turned in zip(old, cells, turns, strict=True)
    ]
    return {"kind": "light_line.place", "layout": layout, "card": card}


def random_cells(rng: random.Random, number: int) -> list[Cell]:
    cells: list[Cell] = [(rng.randint(-3, 3), rng.randint(-3, 3))]
    apart = rng.choice((0.0, 0.0, 0.3))
    while len(cells) < number:
        row, col = rng.choice(cells)
        if rng.random() < apart:
            row, col = row + rng.randint(-3, 3), col + rng.randint(-3, 3)
        else:
            row, col = meeting_socket((row, col), rng.choice(SOCKETS))[0]
        if (row, col) not in cells:
            cells.append((row, col))
    return cells
