"""Checks that the JSON Schema of each kind agrees with its reader on every document."""

from __future__ import annotations

import copy
import math
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from puzzles.end_of_line import classic, cover, solo
from puzzles.errors import BadInput
from puzzles.json_shapes import ObjectShape
from puzzles.light_line import head, longest, place
from puzzles.light_line import solo as light_solo
from puzzles.light_line.cards import SOLUTION
from puzzles.linja import endgame
from puzzles.registry import KINDS, kind_named
from tests.tiers import examples

START = {"cell": [1, 1], "heading": "E"}
PLACED = [{"card": "S", "cell": [1, 2]}, {"card": "LSR0", "cell": [0, 2]}]
SOLO = {
    "kind": "end_of_line.solo", "rows": 4, "cols": 5, "start": START, "blocked": [[0, 0], [3, 4]],
    "deck": ["S", "L", "R", "LS", "SR", "LR", "LSR", "LSR0"], "energy": 2,
}  # fmt: skip
COVER = {
    "kind": "end_of_line.cover", "rows": 4, "cols": 5, "start": START, "blocked": [[0, 0], [3, 4]],
    "tray": {"S": 9, "L": 4, "R": 4, "LS": 2, "SR": 2, "LR": 2, "LSR": 1, "LSR0": 0},
    "givens": [{"cell": [2, 2], "card": "L", "heading": "N"}, {"cell": [0, 3], "card": "S"}],
}  # fmt: skip
ROUNDS = {
    "rounds": [{"cards": PLACED[:1]}, {"energy": None, "cards": PLACED}, {"energy": "brake", "cards": []}]
}
ACTIONS = {
    "actions": [
        {"do": "place", "cell": [1, 2]},
        {"do": "discard"},
        {"do": "recover", "cell": [0, -2], "reverse": True},
    ]
}
CARDS = [
    {"id": "a", "tubes": [["red", "N0", "S0"], ["black", "E1", "W1"]]},
    {"id": "b", "tubes": []},
]
LIGHT = {"kind": "light_line.solo", "cards": CARDS}
HEAD = {"kind": "light_line.head", "cards": CARDS, "length": 2}
PLACE = {
    "kind": "light_line.place",
    "layout": [{"card": CARDS[0], "row": 0, "col": -3, "turned": True}],
    "card": CARDS[1],
}
LINJA = {
    "kind": "linja.endgame", "A": [0, 0, 1, 0, 1, 2, 2, 6], "B": [6, 2, 1, 1, 1, 0, 1, 0],
    "to_move": "A", "goal": "win", "extra_move": "any", "negatives": False,
}  # fmt: skip
TURN = {"initial": {"from": 0}, "second": {"from": 5}, "extra": {"piece": "A", "from": 1, "to": 2}}
LAYOUT = {
    "layout": [{"card": "a", "row": 0, "col": -3, "turned": True}],
    "line": [{"card": "a", "tube": 0}, {"card": "a", "tube": 1}],
}
# Each reader with its schema, and a document that it accepts.
SHAPES: dict[str, tuple[ObjectShape, dict[str, Any]]] = {
    "solo puzzle": (solo.PUZZLE, SOLO),
    "solo solution": (solo.SOLUTION, ROUNDS),
    "classic puzzle": (classic.PUZZLE, SOLO | {"kind": "end_of_line.classic"}),
    "classic solution": (classic.SOLUTION, ACTIONS),
    "cover puzzle": (cover.PUZZLE, COVER),
    "cover solution": (cover.SOLUTION, {"line": PLACED}),
    "light puzzle": (light_solo.KIND.puzzle_shape, LIGHT),
    "light solution": (SOLUTION, LAYOUT),
    "longest puzzle": (longest.KIND.puzzle_shape, LIGHT | {"kind": "light_line.longest"}),
    "longest solution": (SOLUTION, LAYOUT),
    "head puzzle": (head.KIND.puzzle_shape, HEAD),
    "head solution": (SOLUTION, LAYOUT),
    "place puzzle": (place.KIND.puzzle_shape, PLACE),
    "place solution": (place.SOLUTION, {"row": 0, "col": -1, "turned": False}),
    "linja puzzle": (endgame.KIND.puzzle_shape, LINJA),
    "linja solution": (endgame.SOLUTION, {"turn": TURN}),
}
VALIDATORS = {name: Draft202012Validator(shape.schema()) for name, (shape, _) in SHAPES.items()}

# Near misses, and values that are right somewhere else.
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 4.0, 5, 5.5, 9, 10, 19, 20, 20.0, 21, 400, 401,
    1e300, 10**450, math.inf, -0.0,
    "", "S", "s", "LSR0", "N", "n", "brake", "null", "5", "place", "discard",
    "end_of_line.solo", "end_of_line.cover",
    "red", "N0", "black", CARDS[0], CARDS[:1], ["red", "N0", "S0"], ["red", "N0", "N0"], CARDS * 31,
    [], [0, 0], [1, 2.0], [0], [0, 0, 0], [19, 20], [-1, 0], [True, 0], [[0, 0]], [[0, 1]] * 401,
    ["S"], ["S"] * 400, ["S"] * 401, {}, {"S": 1}, {"S": 401}, {"cell": [0, 0]}, START,
    {"cell": [0, 0], "card": "S"}, PLACED, "pass", TURN, {"from": 1}, 12, 13, [0] * 8, [12, *[0] * 7],
]  # fmt: skip
NAMES = [
    "kind",
    "rows",
    "cols",
    "start",
    "cell",
    "heading",
    "card",
    "energy",
    "deck",
    "S",
    "L",
    "from",
    "second",
    "do",
    "reverse",
    "",
    "a/b",
    "~",
]
# Where parse rejects what the shape accepts: the parts do not fit together.
TOGETHER = re.compile(
    r"/start/cell|/blocked/\d+|/givens/\d+/cell|/tray"
    r"|(/cards/\d+|/layout/\d+/card|/card)/(id|tubes/\d+)|/layout/\d+|/[AB](/\d)?"
)


def containers(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    nested = [deeper for entry in inner for deeper in containers(entry)]
    return [value, *nested] if isinstance(value, (dict, list)) else nested


def mutate(rng: random.Random, document: Any) -> Any:
    """Returns the document with one value removed, inserted or replaced."""
    whole = [copy.deepcopy(document)]
    place = rng.choice(containers(whole))
    value = copy.deepcopy(rng.choice(VALUES))
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    mutation = rng.randrange(5)
    if mutation == 0 and keys and place is not whole:
        del place[rng.choice(keys)]
    elif mutation == 1 and isinstance(place, dict):
        place[rng.choice(NAMES)] = value
    elif mutation == 2 and isinstance(place, list) and place is not whole:
        place.insert(rng.randint(0, len(place)), rng.choice([value, *place[:1]]))
    elif keys:
        place[rng.choice(keys)] = value
    return whole[0]


def mutated(name: str, seed: int) -> Any:
    rng = random.Random(seed)
    document: Any = SHAPES[name][1]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        document = mutate(rng, document)
    return document


def is_accepted(shape: ObjectShape, document: Any) -> bool:
    try:
        shape.read(document)
    except BadInput:
        return False
    return True


@pytest.mark.parametrize("name", SHAPES)
def test_a_schema_is_valid(name: str) -> None:
    shape, document = SHAPES[name]
    Draft202012Validator.check_schema(shape.schema())
    assert is_accepted(shape, document)
    assert VALIDATORS[name].is_valid(document)


def test_the_kinds_have_these_schemas() -> None:
    schemas = [schema for kind in KINDS for schema in (kind.puzzle_schema(), kind.solution_schema())]
    assert [shape.schema() for shape, _ in SHAPES.values()] == schemas


@pytest.mark.parametrize("name", SHAPES)
@given(seed=st.integers(0, 2**32))
@examples(500)
def test_reader_and_schema_agree(name: str, seed: int) -> None:
    document = mutated(name, seed)
    assert is_accepted(SHAPES[name][0], document) == VALIDATORS[name].is_valid(document), document


@pytest.mark.parametrize("name", [name for name in SHAPES if name.endswith("puzzle")])
@given(seed=st.integers(0, 2**32))
@examples(500)
def test_parse_rejects_more_only_where_parts_do_not_fit_together(name: str, seed: int) -> None:
    document = mutated(name, seed)
    kind = kind_named(SHAPES[name][1]["kind"])
    valid = VALIDATORS[name].is_valid(document)
    try:
        kind.parse(document)
    except BadInput as e:
        assert not valid or all(TOGETHER.fullmatch(problem.pointer) for problem in e.problems), document
    else:
        assert valid, document


def test_mutations_include_valid_and_invalid_documents() -> None:
    for name, (shape, _) in SHAPES.items():
        accepted_count = sum(is_accepted(shape, mutated(name, seed)) for seed in range(300))
        assert 40 < accepted_count < 260, (name, accepted_count)


def test_defaults_in_the_schema_are_those_of_the_reader() -> None:
    bare = {"kind": "end_of_line.cover"}
    for kind, document in ((cover.KIND, bare), (solo.KIND, {"kind": "end_of_line.solo", "deck": []})):
        fields: dict[str, Any] = kind.puzzle_schema()["properties"]
        defaults = {name: field["default"] for name, field in fields.items() if "default" in field}
        assert kind.parse({**defaults, **document}) == kind.parse(document)
        assert set(defaults) | set(document) == set(fields)


def test_the_schema_holds_the_limits() -> None:
    fields = solo.KIND.puzzle_schema()["properties"] | cover.KIND.puzzle_schema()["properties"]
    assert [(fields[side]["minimum"], fields[side]["maximum"]) for side in ("rows", "cols")] == [(3, 20)] * 2
    energy = solo.KIND.puzzle_schema()["properties"]["energy"]
    assert (energy["minimum"], energy["maximum"]) == (0, 9)
    assert solo.KIND.puzzle_schema()["properties"]["deck"]["maxItems"] == 400
    assert {count["maximum"] for count in fields["tray"]["properties"].values()} == {400}
    assert solo.KIND.puzzle_schema()["required"] == ["kind", "deck"]
    assert cover.KIND.puzzle_schema()["required"] == ["kind"]
