"""The symmetries of raw JSON of LIGHT-LINE! puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product

from tests.puzzles.light_line.shorthand import Document

Tubes = list[list[str]]
# A placed card: row, column, and its tubes as placed.
Item = tuple[int, int, Tubes]
COLOURS = ("red", "yellow", "green", "blue", "black")
SOCKETS = tuple(side + position for side in "NESW" for position in "012")
TURN = {"N0": "S2", "N1": "S1", "N2": "S0", "E0": "W2", "E1": "W1", "E2": "W0"}
TURN |= {there: here for here, there in TURN.items()}
MIRROR = {"N0": "N2", "N1": "N1", "N2": "N0", "S0": "S2", "S1": "S1", "S2": "S0"}
MIRROR |= {f"{here}{i}": f"{there}{i}" for here, there in ("EW", "WE") for i in range(3)}


def with_sockets(tubes: Tubes, sockets: Mapping[str, str]) -> Tubes:
    return [[colour, sockets[start], sockets[end]] for colour, start, end in tubes]


def with_colours(tubes: Tubes, colours: Mapping[str, str]) -> Tubes:
    """Returns the tubes in other colours, with tubes and sockets sorted."""
    return sorted([colours[colour], *sorted(ends)] for colour, *ends in tubes)


def colour_permutations(document: Document) -> Iterator[dict[str, str]]:
    fixed = ("black",) if document["kind"] == "light_line.solo" else ()
    free = [colour for colour in COLOURS if colour not in fixed]
    for colours in permutations(free):
        yield dict(zip((*free, *fixed), (*colours, *fixed), strict=True))


def transformed(
    cards: list[Tubes], mirrored: bool, turned: Sequence[bool], colours: Mapping[str, str]
) -> list[Tubes]:
    """Returns the cards mirrored or not, each turned or not, and recoloured."""
    cards = [with_sockets(tubes, MIRROR) if mirrored else tubes for tubes in cards]
    cards = [with_sockets(tubes, TURN) if turn else tubes for tubes, turn in zip(cards, turned, strict=True)]
    return [with_colours(tubes, colours) for tubes in cards]


def twins_of_cards(document: Document) -> Iterator[list[Tubes]]:
    cards = [card["tubes"] for card in document["cards"]]
    for mirrored in (False, True):
        for turned in product((False, True), repeat=len(cards)):
            for colours in colour_permutations(document):
                yield transformed(cards, mirrored, turned, colours)


def placed_items(document: Document) -> list[Item]:
    return [
        (x["row"], x["col"], with_sockets(x["card"]["tubes"], TURN) if x["turned"] else x["card"]["tubes"])
        for x in document["layout"]
    ]


def twins_of_layout(document: Document) -> Iterator[tuple[list[Item], Tubes]]:
    """Yields the twins with the corner of the layout at 0, 0."""
    for mirrored, whole, single in product((False, True), repeat=3):
        items, new = placed_items(document), document["card"]["tubes"]
        if mirrored:
            items = [(row, -col, with_sockets(tubes, MIRROR)) for row, col, tubes in items]
            new = with_sockets(new, MIRROR)
        if whole:
            items = [(-row, -col, with_sockets(tubes, TURN)) for row, col, tubes in items]
        if single:
            new = with_sockets(new, TURN)
        top, left = min(row for row, _, _ in items), min(col for _, col, _ in items)
        for colours in colour_permutations(document):
            yield (
                [(row - top, col - left, with_colours(tubes, colours)) for row, col, tubes in items],
                with_colours(new, colours),
            )


def random_twin(rng: random.Random, document: Document) -> Document:
    """Returns one of the twins, with other names in another order."""

    def named(i: int, tubes: Tubes) -> Document:
        return {
            "id": f"twin {i}",
            "tubes": [[x[0], *rng.sample(x[1:], 2)] for x in rng.sample(tubes, len(tubes))],
        }

    if "layout" not in document:
        cards = [card["tubes"] for card in document["cards"]]
        turns = [rng.random() < 0.5 for _ in cards]
        cards = transformed(cards, rng.random() < 0.5, turns, rng.choice(list(colour_permutations(document))))
        rng.shuffle(cards)
        return document | {"cards": [named(i, tubes) for i, tubes in enumerate(cards)]}
    items, new = rng.choice(list(twins_of_layout(document)))
    rng.shuffle(items)
    down, right = rng.randint(-99, 99), rng.randint(-99, 99)
    layout = []
    for i, (row, col, tubes) in enumerate(items):
        turned = rng.random() < 0.5
        placed_card = named(i, with_sockets(tubes, TURN) if turned else tubes)
        layout.append({"card": placed_card, "row": row + down, "col": col + right, "turned": turned})
    return document | {"layout": layout, "card": named(len(items), new)}
