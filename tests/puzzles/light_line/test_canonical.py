"""Checks that exactly the twins of a puzzle share its id, by brute force over the symmetries of raw JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.ids import puzzle_id
from puzzles.registry import kind_of
from tests.oracle.light_line import best_longest, head_possible, placings, solo_count
from tests.oracle.light_line_instances import head_instance, longest_instance, place_instance, solo_instance
from tests.puzzles.light_line.json_symmetries import SOCKETS, random_twin, twins_of_cards, twins_of_layout
from tests.puzzles.light_line.shorthand import Document, card, chain
from tests.tiers import examples

Answer = Callable[[Document], object]
MAKERS: dict[str, tuple[Callable[[random.Random], Document], Answer]] = {
    "solo": (lambda rng: solo_instance(rng, maximum=3), solo_count),
    "longest": (lambda rng: longest_instance(rng, maximum=3), best_longest),
    "head": (lambda rng: head_instance(rng, maximum=3), head_possible),
    "place": (
        lambda rng: place_instance(rng, maximum=3),
        lambda document: sorted(placings(document).values()),
    ),
}
often = examples(60)


def orbit(document: Document) -> set[str]:
    """Returns every form of the puzzle under the symmetries, apart from names and order."""
    if "layout" in document:
        return {json.dumps([sorted(items), new]) for items, new in twins_of_layout(document)}
    return {json.dumps([sorted(cards), document.get("length")]) for cards in twins_of_cards(document)}


def id_of(document: Document) -> str:
    kind = kind_of(document)
    return puzzle_id(kind, kind.parse(document))


@pytest.mark.parametrize("kind_id", MAKERS)
@given(seed=st.integers(0, 2**32))
@often
def test_twins_have_one_canonical_form(kind_id: str, seed: int) -> None:
    rng = random.Random(seed)
    document = MAKERS[kind_id][0](rng)
    kind = kind_of(document)
    canonical = kind.twin(kind.parse(document)).puzzle
    twin = random_twin(rng, document)
    assert kind.twin(kind.parse(twin)).puzzle == canonical
    assert kind.twin(canonical).puzzle == canonical
    assert kind.parse(kind.serialise(canonical)) == canonical
    assert orbit(kind.serialise(canonical)) == orbit(document) == orbit(twin)
    assert id_of(twin) == id_of(document)


@pytest.mark.parametrize("kind_id", MAKERS)
@given(seed=st.integers(0, 2**32))
@often
def test_the_canonical_form_has_the_same_answer(kind_id: str, seed: int) -> None:
    make, answer = MAKERS[kind_id]
    document = make(random.Random(seed))
    kind = kind_of(document)
    assert answer(kind.serialise(kind.twin(kind.parse(document)).puzzle)) == answer(document)


def tiny_puzzle(rng: random.Random, kind_id: str) -> Document:
    """Returns a puzzle so small that twins arise by chance."""

    def random_card(name: str) -> Document:
        colour, ends = rng.choice(("red", "black")), rng.sample(SOCKETS, 2)
        return card(name, *[" ".join((colour, *ends))] * rng.choice((0, 1, 1, 1)))

    if kind_id != "place":
        fields = {"length": rng.randint(1, 2)} if kind_id == "head" else {}
        return chain(kind_id, *(random_card(name) for name in "ab"[: rng.randint(1, 2)]), **fields)
    layout = [{"card": random_card("a"), "row": 0, "col": 0, "turned": rng.random() < 0.5}]
    if rng.random() < 0.5:
        layout.append({"card": random_card("b"), "row": rng.randint(-1, 1), "col": 1, "turned": False})
    return {"kind": "light_line.place", "layout": layout, "card": random_card("n")}


@pytest.mark.parametrize("kind_id", MAKERS)
def test_twins_and_no_others_have_one_id(kind_id: str) -> None:
    rng = random.Random(f"few {kind_id}")
    puzzles = [tiny_puzzle(rng, kind_id) for _ in range(150)]
    ids = [id_of(puzzle) for puzzle in puzzles]
    # Orbits are equal or disjoint, so one element of each decides.
    orbits = [min(orbit(puzzle)) for puzzle in puzzles]
    pairs = [(ids[i] == ids[j], orbits[i] == orbits[j]) for i, j in combinations(range(len(puzzles)), 2)]
    assert all(same_id == same_orbit for same_id, same_orbit in pairs)
    assert any(same_orbit for _, same_orbit in pairs)


BASE = (card("a", "red N0 E1", "blue S0 W2"), card("b", "red N1 W1", "black S2 E0"))


@pytest.mark.parametrize("kind_id", ["solo", "longest", "head"])
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
def test_cards(kind_id: str, cards: tuple[Document, ...], twins: bool | None) -> None:
    fields: dict[str, Any] = {"length": 2} if kind_id == "head" else {}
    same = id_of(chain(kind_id, *cards, **fields)) == id_of(chain(kind_id, *BASE, **fields))
    assert same == (kind_id != "solo" if twins is None else twins)


def test_a_length_is_part_of_a_puzzle() -> None:
    assert id_of(chain("head", *BASE, length=2)) != id_of(chain("head", *BASE, length=1))
    assert id_of(chain("head", *BASE, length=2)) == id_of(chain("head", *BASE, length=2.0))


NEW = card("n", "red W0 E2", "green N1 N0")
TURNED = card("n", "red E2 W0", "green S1 S2")
# BASE[0] turned by half a turn.
BASE_TURNED = card("a", "red S2 W1", "blue N2 E0")


@pytest.mark.parametrize(
    ("places", "new", "twins"),
    [
        (((BASE[1], 7, -3, True), (BASE[0], 7, -4, False)), NEW, True),
        (((BASE[0], 0, 1, True), (BASE[1], 0, 0, False)), NEW, True),
        (((BASE[0], 0, 0, False), (BASE[1], 0, 1, True)), TURNED, True),
        (((BASE_TURNED, 0, 0, True), (BASE[1], 0, 1, True)), NEW, True),
        (((BASE_TURNED, 0, 0, False), (BASE[1], 0, 1, True)), NEW, False),
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
        layout = [dict(zip(("card", "row", "col", "turned"), place, strict=True)) for place in places]
        return {"kind": "light_line.place", "layout": layout, "card": new}

    base = puzzle(((BASE[0], 0, 0, False), (BASE[1], 0, 1, True)), NEW)
    assert (id_of(puzzle(places, new)) == id_of(base)) == twins
