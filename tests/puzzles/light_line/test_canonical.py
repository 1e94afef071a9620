"""One id for all twins of a puzzle, and for none else, by a brute force over the symmetries of raw JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.canonical import puzzle_id
from puzzles.registry import kind_of
from tests.oracle.light_line import best_longest, head_possible, placings, solo_count
from tests.oracle.light_line_instances import head_instance, longest_instance, place_instance, solo_instance
from tests.puzzles.light_line.writing import Document, card, chain

Tubes = list[list[str]]
# An item that lies: row, column, tubes as they lie.
Item = tuple[int, int, Tubes]
Answer = Callable[[Document], object]
COLOURS = ("red", "yellow", "green", "blue", "black")
SOCKETS = tuple(side + place for side in "NESW" for place in "012")
TURN = {"N0": "S2", "N1": "S1", "N2": "S0", "E0": "W2", "E1": "W1", "E2": "W0"}
TURN |= {there: here for here, there in TURN.items()}
MIRROR = {"N0": "N2", "N1": "N1", "N2": "N0", "S0": "S2", "S1": "S1", "S2": "S0"}
MIRROR |= {f"{here}{i}": f"{there}{i}" for here, there in ("EW", "WE") for i in range(3)}
MAKERS: dict[str, tuple[Callable[[random.Random], Document], Answer]] = {
    "solo": (lambda rng: solo_instance(rng, most=3), solo_count),
    "longest": (lambda rng: longest_instance(rng, most=3), best_longest),
    "head": (lambda rng: head_instance(rng, most=3), head_possible),
    "place": (lambda rng: place_instance(rng, most=3), lambda document: sorted(placings(document).values())),
}
often = settings(derandomize=True, deadline=None, max_examples=60)


def moved(tubes: Tubes, sockets: Mapping[str, str]) -> Tubes:
    return [[colour, sockets[one], sockets[other]] for colour, one, other in tubes]


def painted(tubes: Tubes, colours: Mapping[str, str]) -> Tubes:
    """In other colours, and in the one order of tubes and sockets."""
    return sorted([colours[colour], *sorted(ends)] for colour, *ends in tubes)


def paintings(document: Document) -> Iterator[dict[str, str]]:
    fixed = ("black",) if document["kind"] == "light_line.solo" else ()
    free = [colour for colour in COLOURS if colour not in fixed]
    for colours in permutations(free):
        yield dict(zip((*free, *fixed), (*colours, *fixed), strict=True))


def twins_of_cards(document: Document) -> Iterator[list[Tubes]]:
    cards = [each["tubes"] for each in document["cards"]]
    for mirrored in (False, True):
        here = [moved(tubes, MIRROR) if mirrored else tubes for tubes in cards]
        for turned in product(*((tubes, moved(tubes, TURN)) for tubes in here)):
            for colours in paintings(document):
                yield [painted(tubes, colours) for tubes in turned]


def lie(document: Document) -> list[Item]:
    return [
        (x["row"], x["col"], moved(x["card"]["tubes"], TURN) if x["turned"] else x["card"]["tubes"])
        for x in document["layout"]
    ]


def twins_of_layout(document: Document) -> Iterator[tuple[list[Item], Tubes]]:
    """The corner of the layout is at 0, 0."""
    for mirrored, whole, single in product((False, True), repeat=3):
        items, new = lie(document), document["card"]["tubes"]
        if mirrored:
            items = [(row, -col, moved(tubes, MIRROR)) for row, col, tubes in items]
            new = moved(new, MIRROR)
        if whole:
            items = [(-row, -col, moved(tubes, TURN)) for row, col, tubes in items]
        if single:
            new = moved(new, TURN)
        top, left = min(row for row, _, _ in items), min(col for _, col, _ in items)
        for colours in paintings(document):
            yield (
                [(row - top, col - left, painted(tubes, colours)) for row, col, tubes in items],
                painted(new, colours),
            )


def orbit(document: Document) -> set[str]:
    """All that it may be written as, names and order aside."""
    if "layout" in document:
        return {json.dumps([sorted(items), new]) for items, new in twins_of_layout(document)}
    return {json.dumps([sorted(cards), document.get("length")]) for cards in twins_of_cards(document)}


def twin(rng: random.Random, document: Document) -> Document:
    """One of the twins, under other names, in another order."""

    def named(i: int, tubes: Tubes) -> Document:
        return {
            "id": f"twin {i}",
            "tubes": [[x[0], *rng.sample(x[1:], 2)] for x in rng.sample(tubes, len(tubes))],
        }

    if "layout" not in document:
        cards = rng.choice(list(twins_of_cards(document)))
        rng.shuffle(cards)
        return document | {"cards": [named(i, tubes) for i, tubes in enumerate(cards)]}
    items, new = rng.choice(list(twins_of_layout(document)))
    rng.shuffle(items)
    down, right = rng.randint(-99, 99), rng.randint(-99, 99)
    layout = []
    for i, (row, col, tubes) in enumerate(items):
        turned = rng.random() < 0.5
        here = named(i, moved(tubes, TURN) if turned else tubes)
        layout.append({"card": here, "row": row + down, "col": col + right, "turned": turned})
    return document | {"layout": layout, "card": named(len(items), new)}


def name_of(document: Document) -> str:
    kind = kind_of(document)
    return puzzle_id(kind, kind.parse(document))


@pytest.mark.parametrize("kind", MAKERS)
@given(seed=st.integers(0, 2**32))
@often
def test_twins_have_one_canonical_form(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    document = MAKERS[kind][0](rng)
    it = kind_of(document)
    canonical = it.canonical(it.parse(document))
    other = twin(rng, document)
    assert it.canonical(it.parse(other)) == canonical
    assert it.canonical(canonical) == canonical
    assert it.parse(it.serialise(canonical)) == canonical
    assert orbit(it.serialise(canonical)) == orbit(document) == orbit(other)
    assert name_of(other) == name_of(document)


@pytest.mark.parametrize("kind", MAKERS)
@given(seed=st.integers(0, 2**32))
@often
def test_the_canonical_form_has_the_same_answer(kind: str, seed: int) -> None:
    make, answer = MAKERS[kind]
    document = make(random.Random(seed))
    it = kind_of(document)
    assert answer(it.serialise(it.canonical(it.parse(document)))) == answer(document)


def few(rng: random.Random, kind: str) -> Document:
    """A puzzle so small that chance makes twins."""

    def drawn(name: str) -> Document:
        colour, ends = rng.choice(("red", "black")), rng.sample(SOCKETS, 2)
        return card(name, *[" ".join((colour, *ends))] * rng.choice((0, 1, 1, 1)))

    if kind != "place":
        rest = {"length": rng.randint(1, 2)} if kind == "head" else {}
        return chain(kind, *(drawn(name) for name in "ab"[: rng.randint(1, 2)]), **rest)
    layout = [{"card": drawn("a"), "row": 0, "col": 0, "turned": rng.random() < 0.5}]
    if rng.random() < 0.5:
        layout.append({"card": drawn("b"), "row": rng.randint(-1, 1), "col": 1, "turned": False})
    return {"kind": "light_line.place", "layout": layout, "card": drawn("n")}


@pytest.mark.parametrize("kind", MAKERS)
def test_twins_and_no_others_have_one_id(kind: str) -> None:
    rng = random.Random(f"few {kind}")
    made = [few(rng, kind) for _ in range(150)]
    ids = [name_of(each) for each in made]
    # Twins have the whole orbit in common, others nothing of it.
    orbits = [min(orbit(each)) for each in made]
    same = [(ids[i] == ids[j], orbits[i] == orbits[j]) for i, j in combinations(range(len(made)), 2)]
    assert all(told == right for told, right in same)
    assert any(right for _, right in same)


BASE = (card("a", "red N0 E1", "blue S0 W2"), card("b", "red N1 W1", "black S2 E0"))


@pytest.mark.parametrize("kind", ["solo", "longest", "head"])
@pytest.mark.parametrize(
    ("cards", "twins"),
    [
        ((card("z", "black E0 S2", "red W1 N1"), card("", "blue W2 S0", "red N0 E1")), True),
        ((card("a", "red S2 W1", "blue N2 E0"), BASE[1]), True),
        ((card("a", "red N2 W1", "blue S2 E2"), card("b", "red N1 E1", "black S0 W0")), True),
        ((card("a", "red N2 W1", "blue S2 E2"), BASE[1]), False),
        ((card("a", "green N0 E1", "red S0 W2"), card("b", "green N1 W1", "black S2 E0")), True),
        ((card("a", "blue N0 E1", "red S0 W2"), BASE[1]), False),
        ((*BASE, card("c")), False),
        (BASE[:1], False),
        # Black changes places with another colour: the same only where it is not wild.
        ((card("a", "black N0 E1", "blue S0 W2"), card("b", "black N1 W1", "red S2 E0")), None),
        ((BASE[0], card("b", "red N1 W1", "green S2 E0")), None),
    ],
)
def test_cards(kind: str, cards: tuple[Document, ...], twins: bool | None) -> None:
    rest: dict[str, Any] = {"length": 2} if kind == "head" else {}
    same = name_of(chain(kind, *cards, **rest)) == name_of(chain(kind, *BASE, **rest))
    assert same == (kind != "solo" if twins is None else twins)


def test_a_length_is_part_of_a_puzzle() -> None:
    assert name_of(chain("head", *BASE, length=2)) != name_of(chain("head", *BASE, length=1))
    assert name_of(chain("head", *BASE, length=2)) == name_of(chain("head", *BASE, length=2.0))


NEW = card("n", "red W0 E2", "green N1 N0")
TURNED = card("n", "red E2 W0", "green S1 S2")
# BASE[0] picked up the other way.
OTHERWISE = card("a", "red S2 W1", "blue N2 E0")


@pytest.mark.parametrize(
    ("places", "new", "twins"),
    [
        (((BASE[1], 7, -3, True), (BASE[0], 7, -4, False)), NEW, True),
        (((BASE[0], 0, 1, True), (BASE[1], 0, 0, False)), NEW, True),
        (((BASE[0], 0, 0, False), (BASE[1], 0, 1, True)), TURNED, True),
        (((OTHERWISE, 0, 0, True), (BASE[1], 0, 1, True)), NEW, True),
        (((OTHERWISE, 0, 0, False), (BASE[1], 0, 1, True)), NEW, False),
        (((BASE[0], 0, 0, True), (BASE[1], 0, 1, True)), NEW, False),
        (((BASE[0], 0, 1, False), (BASE[1], 0, 0, True)), NEW, False),
        (((BASE[0], 0, 0, False), (BASE[1], 1, 0, True)), NEW, False),
        (((BASE[0], 0, 0, False), (BASE[1], 0, 2, True)), NEW, False),
        (((BASE[0], 0, 0, False), (BASE[1], 0, 1, True)), card("n", "red W0 E2", "blue N1 N0"), False),
        (((BASE[0], 0, 0, False), (BASE[1], 0, 1, True)), card("n", "red W0 E2", "yellow N1 N0"), True),
    ],
)
def test_layouts(places: tuple[tuple[Document, int, int, bool], ...], new: Document, twins: bool) -> None:
    def puzzle(places: tuple[tuple[Document, int, int, bool], ...], new: Document) -> Document:
        layout = [dict(zip(("card", "row", "col", "turned"), each, strict=True)) for each in places]
        return {"kind": "light_line.place", "layout": layout, "card": new}

    base = puzzle(((BASE[0], 0, 0, False), (BASE[1], 0, 1, True)), NEW)
    assert (name_of(puzzle(places, new)) == name_of(base)) == twins
