"""Checks which documents are puzzles or solutions, and where the reader locates the faults of the others."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from puzzles.end_of_line import board, classic, classic_puzzle, cover, solo
from puzzles.end_of_line.board import STANDARD, Area, PlacedCard, Round, Start
from puzzles.end_of_line.classic_puzzle import Action, ClassicPuzzle, ClassicSolution
from puzzles.end_of_line.cover import CoverPuzzle, CoverSolution, Given
from puzzles.end_of_line.solo import SoloPuzzle, SoloSolution
from puzzles.errors import BadInput, UnknownKind
from puzzles.registry import KINDS, kind_named, kind_of
from tests.oracle import end_of_line_instances
from tests.oracle import end_of_line_solo as solo_oracle

Document = dict[str, Any]
START = {"cell": [2, 2], "heading": "N"}
NINE = {"rows": 3, "cols": 3, "start": {"cell": [1, 1], "heading": "N"}}
RING = [[r, c] for r in range(3) for c in range(3) if [r, c] != [1, 1]]
CARD = {"card": "S", "cell": [1, 2]}


def a_solo(**fields: Any) -> Document:
    return {"kind": "end_of_line.solo", "deck": ["S"], **fields}


def a_classic(**fields: Any) -> Document:
    return {"kind": "end_of_line.classic", "deck": ["S"], **fields}


def a_cover(**fields: Any) -> Document:
    return {"kind": "end_of_line.cover", **fields}


def starting(**fields: Any) -> Document:
    return {"start": {**START, **fields}}


def giving(*cells: list[Any], **fields: Any) -> Document:
    return {"givens": [{"cell": cell, "card": "S", **fields} for cell in cells]}


def every(name: str, *values: Any) -> list[Document]:
    """Returns documents with one field, one for each value."""
    return [{name: value} for value in values]


# Tables of what is wrong: the pointers expected, and the fields for which they are.
Table = list[tuple[str, list[Document]]]

# What is wrong with the area is wrong in every kind.
BAD_AREAS: Table = [
    ("/rows", every("rows", 2, 21, 0, -5, 2.0, 5.5, "5", None, True, [5])),
    ("/cols", every("cols", 2, 21, 0, -5, 2.0, 5.5, "5", None, False, {})),
    ("/rows /cols", [{"rows": n, "cols": n} for n in (2, 21, 10**9, 1e30)]),
    ("/start", every("start", None, [2, 2], "N", [[2, 2], "N"], 5)),
    ("/start/cell /start/heading", every("start", {})),
    ("/start/cell", every("start", {"heading": "N"})),
    ("/start/heading", every("start", {"cell": [2, 2]})),
    ("/start/heading", [starting(heading=v) for v in ("n", "north", "", "NE", None, 0, ["N"])]),
    ("/start/cell", [starting(cell=v) for v in (None, [], [2], [2, 2, 2], "2,2", {"row": 2, "col": 2}, 12)]),
    ("/start/cell", [starting(cell=v) for v in ([5, 0], [0, 5], [19, 19])]),
    ("/start/cell/0", [starting(cell=[v, 0]) for v in (-1, 20, 0.5, True, "2", None, [2])]),
    ("/start/cell/1", [starting(cell=[0, v]) for v in (-1, 20, 1e30, False)]),
    ("/start/turned", [starting(turned=False)]),
    ("/start/cell", [{"rows": 3, "cols": 3, **starting(cell=[2, 3])}]),
    ("/start/cell", [{"rows": 3, "cols": 20, **starting(cell=[3, 2])}]),
    ("/blocked", every("blocked", None, {}, "0,0", 0, {"cell": [0, 0]}, [[0, 1]] * 401)),
    ("/blocked/0", every("blocked", [None], [[]], [[1]], [[1, 2, 3]], [7], ["a1"], [{"cell": [0, 0]}])),
    ("/blocked/0", every("blocked", [[2, 2]], [[2.0, 2.0]], [[5, 0]], [[0, 5]])),
    ("/blocked/0 /blocked/1", every("blocked", [0, 0])),
    ("/blocked/1/1", every("blocked", [[0, 0], [1, -1]])),
    ("/blocked/2", every("blocked", [[0, 0], [1, 1], [0, 0]])),
    ("/blocked/1 /blocked/2", every("blocked", [[0, 0], [0, 0.0], [0, 0]])),
    ("/blocked/1 /blocked/2 /blocked/3", every("blocked", [[0, 1], [5, 0], [0, 1], [2, 2]])),
    ("/blocked/8", [{**NINE, "blocked": [*RING, [1, 1]]}]),
    ("/color", every("color", "red")),
    ("/Rows", every("Rows", 5)),
    ("/row /a~1b /~0", [{"row": 5, "a/b": 1, "~": 2}]),
    (
        "/rows /start/cell /start/heading /blocked/0",
        [{"rows": 2, "start": {"cell": [0], "heading": "X"}, "blocked": [[0]]}],
    ),
]

BAD_SOLOS: Table = [
    ("/deck", every("deck", None, {}, "SLR", 5, {"S": 9}, ["S"] * 401)),
    (
        "/deck/1",
        [{"deck": ["S", v, "L"]} for v in ("s", "", "LSR1", "RS", "RL", "SLR", None, 1, ["S"], True)],
    ),
    ("/deck/0 /deck/2", every("deck", ["X", "S", "Y"])),
    ("/energy", every("energy", -1, 10, 2.5, "3", None, True, [3], 1e30, -1.0)),
    ("/tray", every("tray", STANDARD)),
    ("/givens", every("givens", [])),
    ("/hand /id", [{"hand": 5, "id": "x"}]),
]

BAD_COVERS: Table = [
    ("/tray", every("tray", None, [], "S", 25, ["S", "S"])),
    ("/tray/S", [{"tray": {"S": v}} for v in (-1, 401, 1.5, "1", None, True, [1])]),
    ("/tray/s", every("tray", {"s": 1})),
    ("/tray/RS /tray/total", every("tray", {"S": 1, "RS": 1, "total": 2})),
    ("/tray", every("tray", {"S": 400, "L": 1}, dict.fromkeys(STANDARD, 51))),
    ("/givens", every("givens", None, {}, "S", giving([0, 0])["givens"] * 401)),
    ("/givens/0", every("givens", [None], [[]], [[0, 0]], ["S"])),
    ("/givens/0/cell /givens/0/card", every("givens", [{}])),
    ("/givens/0/card", every("givens", [{"cell": [0, 0]}])),
    ("/givens/0/cell", every("givens", [{"card": "S"}])),
    ("/givens/0/card", [giving([0, 0], card=v) for v in ("s", "X", None, 1, ["S"])]),
    ("/givens/0/heading", [giving([0, 0], heading=v) for v in ("n", "", None, 0)]),
    ("/givens/0/entry", [giving([0, 0], entry="N")]),
    ("/givens/1/cell", [giving([0, 0], [0, 5]), giving([0, 0], [0])]),
    ("/givens/1/cell/0", [giving([0, 0], [20, 0])]),
    ("/givens/2/cell", [giving([0, 0], [1, 1], [0, 0])]),
    ("/givens/0/cell", [giving([2, 2])]),
    ("/givens/1/cell", [{**giving([3, 3], [0, 1]), "blocked": [[0, 1]]}]),
    ("/givens/0/cell /givens/1/cell /tray", [{**giving([2, 2], [9, 9]), "tray": {"S": 300, "R": 300}}]),
    ("/deck /energy", [{"deck": ["S"], "energy": 3}]),
]

BAD_PUZZLES = [
    *(
        (a_solo(**fields), expected_pointers)
        for expected_pointers, all_fields in BAD_AREAS + BAD_SOLOS
        for fields in all_fields
    ),
    *(
        (a_classic(**fields), expected_pointers)
        for expected_pointers, all_fields in BAD_AREAS + BAD_SOLOS
        for fields in all_fields
    ),
    *(
        (a_cover(**fields), expected_pointers)
        for expected_pointers, all_fields in BAD_AREAS + BAD_COVERS
        for fields in all_fields
    ),
    ({"kind": "end_of_line.solo"}, "/deck"),
    ({"kind": "end_of_line.classic"}, "/deck"),
]


def pointers(document: object, solution_of: str | None = None) -> set[str]:
    """Returns the pointers of the reader's problems; checks that none is repeated."""
    with pytest.raises(BadInput) as caught:
        if solution_of is None:
            kind_of(document).parse(document)
        else:
            kind_named(solution_of).parse_solution(document)
    problem_pointers = [problem.pointer for problem in caught.value.problems]
    assert len(problem_pointers) == len(set(problem_pointers)), problem_pointers
    assert all(problem.detail for problem in caught.value.problems)
    return set(problem_pointers)


@pytest.mark.parametrize(("document", "expected_pointers"), BAD_PUZZLES, ids=range(len(BAD_PUZZLES)))
def test_malformed_puzzles(document: Document, expected_pointers: str) -> None:
    assert pointers(document) == set(expected_pointers.split())
    assert pointers(json.loads(json.dumps(document))) == set(expected_pointers.split())


@pytest.mark.parametrize("value", [None, True, 5, "end_of_line.solo", [], [a_solo()]])
def test_only_objects_are_puzzles(value: object) -> None:
    assert pointers(value) == {""}
    for kind in (solo.KIND, classic.KIND, cover.KIND):
        with pytest.raises(BadInput) as caught:
            kind.parse(value)
        assert [problem.pointer for problem in caught.value.problems] == [""]


def test_kinds() -> None:
    for document in (
        {},
        {"rows": 5},
        {"Kind": "end_of_line.solo"},
        {"kind": None},
        {"kind": ["end_of_line.solo"]},
    ):
        assert pointers(document) == {"/kind"}
    for name in (
        "",
        "solo",
        "end_of_line",
        "END_OF_LINE.SOLO",
        "end_of_line.solo ",
        "end_of_line.chess",
        "../x",
    ):
        with pytest.raises(UnknownKind) as caught:
            kind_of({"kind": name})
        assert [problem.pointer for problem in caught.value.problems] == ["/kind"]
    assert kind_of(a_solo()) is solo.KIND
    assert kind_of(a_classic()) is classic.KIND
    assert kind_of(a_cover()) is cover.KIND
    with pytest.raises(BadInput, match="/kind"):
        solo.KIND.parse({**a_solo(), "kind": "end_of_line.cover"})


def test_problems_between_parts_are_reported_together() -> None:
    document = a_cover(blocked=[[9, 9], [0, 0], [0, 0]], **giving([2, 2], [1, 9]), tray={"S": 400, "L": 1})
    assert pointers(document) == {"/blocked/0", "/blocked/2", "/givens/0/cell", "/givens/1/cell", "/tray"}


ROUND = {"cards": [CARD]}


def placing(*values: object) -> list[Document]:
    """Returns solutions, each with one of the values as its second card."""
    return [{"rounds": [ROUND, {"cards": [CARD, value]}]} for value in values]


BAD_SOLO_SOLUTIONS: Table = [
    ("/rounds", [{}, *every("rounds", None, {}, "x", ROUND)]),
    ("/line /rounds", every("line", [CARD])),
    ("/score", [{"rounds": [], "score": 8}]),
    ("/rounds/1", [{"rounds": [ROUND, v]} for v in (None, [], [CARD], "brake")]),
    ("/rounds/0/cards", every("rounds", [{}], [{"energy": "brake"}], [{"cards": None}], [{"cards": CARD}])),
    (
        "/rounds/0/energy",
        [{"rounds": [{**ROUND, "energy": v}]} for v in ("", "Brake", "none", "jump", 1, False, ["brake"])],
    ),
    ("/rounds/0/draw", every("rounds", [{**ROUND, "draw": 1}])),
    ("/rounds/1/cards/1", placing(None, ["S", [1, 2]], "S", 5)),
    ("/rounds/1/cards/1/card /rounds/1/cards/1/cell", placing({})),
    ("/rounds/1/cards/1/heading", placing({**CARD, "heading": "N"})),
    ("/rounds/1/cards/1/card", placing(*({**CARD, "card": v} for v in ("s", "LRS", "", None, 1, ["S"])))),
    (
        "/rounds/1/cards/1/cell",
        placing(*({**CARD, "cell": v} for v in (None, [1], [1, 2, 3], "1,2", START))),
    ),
    (
        "/rounds/1/cards/1/cell/0 /rounds/1/cards/1/cell/1",
        placing({**CARD, "cell": [1.5, True]}, {**CARD, "cell": [float("inf"), "0"]}),
    ),
    (
        "/rounds/0/energy /rounds/0/cards /rounds/1/x /rounds/1/cards /rounds/2",
        every("rounds", [{"energy": 1, "cards": 1}, {"x": 1}, 7]),
    ),
]
BAD_COVER_SOLUTIONS: Table = [
    ("/line", [{}, *every("line", None, {}, "x", CARD)]),
    ("/rounds /line", every("rounds", [])),
    ("/score", [{"line": [], "score": None}]),
    ("/line/1", [{"line": [CARD, v]} for v in (None, [1, 2], "S", 7)]),
    ("/line/0/card /line/1/cell", every("line", [{"cell": [1, 2]}, {"card": "S"}])),
    ("/line/0/step", every("line", [{**CARD, "step": 0}])),
    ("/line/0/card /line/1/cell", every("line", [{**CARD, "card": "s"}, {**CARD, "cell": [0]}])),
    ("/line/0/cell/0 /line/0/cell/1", every("line", [{**CARD, "cell": [None, 1.5]}])),
]
PLACE: Document = {"do": "place", "cell": [1, 2]}
DISCARD: Document = {"do": "discard"}
BAD_CLASSIC_SOLUTIONS: Table = [
    ("/actions", [{}, *every("actions", None, {}, "x", PLACE, [DISCARD] * 801)]),
    ("/rounds /actions", every("rounds", [])),
    ("/score", [{"actions": [], "score": 8}]),
    ("/actions/1", [{"actions": [PLACE, v]} for v in (None, [1, 2], "discard", 7)]),
    ("/actions/0/do", every("actions", [{}], [{"cell": [1, 2]}])),
    ("/actions/0/do", [{"actions": [{**PLACE, "do": v}]} for v in ("Place", "draw", "", None, 1, ["place"])]),
    ("/actions/0/cell", every("actions", [{"do": "place"}], [{"do": "recover", "reverse": True}])),
    ("/actions/0/cell", every("actions", [{**PLACE, "cell": None}], [{**PLACE, "cell": [1]}])),
    ("/actions/0/cell", every("actions", [{**DISCARD, "cell": [1, 2]}], [{**DISCARD, "cell": None}])),
    ("/actions/0/reverse", [{"actions": [{**PLACE, "reverse": v}]} for v in (None, 1, "true")]),
    ("/actions/0/reverse", every("actions", [{**DISCARD, "reverse": True}], [{**DISCARD, "reverse": False}])),
    ("/actions/0/card", every("actions", [{**PLACE, "card": "S"}], [{**DISCARD, "card": "S"}])),
    ("/actions/0/cell/0 /actions/2/do", every("actions", [{**PLACE, "cell": [None, 1]}, DISCARD, {}])),
]
BAD_SOLUTIONS = [
    *(
        ("end_of_line.solo", document, expected_pointers)
        for expected_pointers, documents in BAD_SOLO_SOLUTIONS
        for document in documents
    ),
    *(
        ("end_of_line.classic", document, expected_pointers)
        for expected_pointers, documents in BAD_CLASSIC_SOLUTIONS
        for document in documents
    ),
    *(
        ("end_of_line.cover", document, expected_pointers)
        for expected_pointers, documents in BAD_COVER_SOLUTIONS
        for document in documents
    ),
]


@pytest.mark.parametrize(
    ("kind", "document", "expected_pointers"), BAD_SOLUTIONS, ids=range(len(BAD_SOLUTIONS))
)
def test_malformed_solutions(kind: str, document: Document, expected_pointers: str) -> None:
    assert pointers(document, kind) == set(expected_pointers.split())


@pytest.mark.parametrize("value", [None, True, 5, "rounds", [], [ROUND], [CARD]])
def test_a_solution_is_an_object(value: object) -> None:
    for kind in KINDS:
        assert pointers(value, kind.id) == {""}


# Well-formed, however odd: whether they can be solved is another question.
ODD_AREAS: list[Document] = [
    {},
    {"rows": 3, "cols": 3},
    {"rows": 20, "cols": 20},
    {"rows": 3.0, "cols": 2e1},
    starting(heading="W"),
    {"rows": 3, "cols": 20, **starting(cell=[2, 19])},
    starting(cell=[0.0, 4.0]),
    {"blocked": []},
    {"blocked": [[1, 2]]},  # the start card points at it
    {"blocked": [[4.0, 0], [0, 4]]},
    {**NINE, "blocked": RING},  # no free cell
    {"rows": 20, "cols": 20, "blocked": [[r, c] for r in range(20) for c in range(20) if [r, c] != [2, 2]]},
]
ODD_PUZZLES = [
    *(a_solo(**fields) for fields in ODD_AREAS),
    *(a_classic(**fields) for fields in ODD_AREAS),
    *(a_cover(**fields) for fields in ODD_AREAS),
    *(a_solo(deck=deck) for deck in ([], ["S"] * 400, ["LSR0"], list(STANDARD), ["L"] * 7)),
    *(a_solo(energy=energy) for energy in (0, 9, 3.0, -0.0)),
    *(a_cover(tray=tray) for tray in ({}, {"S": 0}, {"S": 400}, {"S": 200.0, "L": 200}, {"LSR0": 24})),
    a_cover(givens=[], tray=STANDARD),
    a_cover(**giving([0, 0], [0, 1]), tray={"S": 1}),  # the tray cannot pay
    a_cover(**giving([0, 0], card="LSR", heading="W"), tray={}),
    a_cover(**giving([1, 2], heading="S")),  # but the line enters it heading N
    a_cover(**giving(*([r, c] for r in range(5) for c in range(5) if [r, c] != [2, 2]))),
]


@pytest.mark.parametrize("document", ODD_PUZZLES, ids=range(len(ODD_PUZZLES)))
def test_odd_but_well_formed_puzzles(document: Document) -> None:
    kind = kind_of(document)
    puzzle = kind.parse(document)
    serialised = kind.serialise(puzzle)
    assert kind.parse(serialised) == puzzle
    assert kind.serialise(kind.parse(serialised)) == serialised


@pytest.mark.parametrize(
    "document",
    [
        {"rounds": []},
        {"rounds": [{"cards": []}, {"energy": None, "cards": []}]},
        {"rounds": [{"energy": "extra_gas", "cards": [CARD] * 8}] * 50},
        {"rounds": [{"cards": [{"card": "LSR0", "cell": [-1, 10**30]}, {"card": "S", "cell": [5.0, 99]}]}]},
    ],
)
def test_odd_but_well_formed_solutions(document: Document) -> None:
    solution = solo.KIND.parse_solution(document)
    assert solo.KIND.parse_solution(solo.KIND.serialise_solution(solution)) == solution
    line = {"line": [card for game_round in document["rounds"] for card in game_round["cards"]]}
    covering = cover.KIND.parse_solution(line)
    assert cover.KIND.parse_solution(cover.KIND.serialise_solution(covering)) == covering


@pytest.mark.parametrize(
    "document",
    [
        {"actions": []},
        {"actions": [DISCARD] * 800},
        {"actions": [{**PLACE, "reverse": True}, {"do": "recover", "cell": [-1, 10**30]}, DISCARD]},
    ],
)
def test_odd_but_well_formed_actions(document: Document) -> None:
    solution = classic.KIND.parse_solution(document)
    assert classic.KIND.serialise_solution(solution) == document


class TestValues:
    def test_classic(self) -> None:
        area = Area(5, 5, Start((2, 2), "N"), ())
        assert classic.KIND.parse(a_classic(deck=["S", "LR"])) == ClassicPuzzle(area, ("S", "LR"), 3)
        actions = [{**PLACE, "reverse": False}, DISCARD, {"do": "recover", "cell": [5.0, 1], "reverse": True}]
        expected = (Action("place", (1, 2)), Action("discard"), Action("recover", (5, 1), reverse=True))
        assert classic.KIND.parse_solution({"actions": actions}) == ClassicSolution(expected)

    def test_defaults(self) -> None:
        area = Area(5, 5, Start((2, 2), "N"), ())
        assert solo.KIND.parse(a_solo(deck=["S", "LR"])) == SoloPuzzle(area, ("S", "LR"), 3)
        assert cover.KIND.parse(a_cover()) == CoverPuzzle(area, (9, 4, 4, 2, 2, 2, 1, 1), ())
        default_area = {"rows": 5, "cols": 5.0, "start": START, "blocked": []}
        assert solo.KIND.parse(a_solo(energy=3, **default_area)) == solo.KIND.parse(a_solo())
        assert cover.KIND.parse(a_cover(tray=STANDARD, givens=[], **default_area)) == cover.KIND.parse(
            a_cover()
        )

    def test_fields(self) -> None:
        fields = {
            "rows": 4,
            "cols": 6,
            "start": {"cell": [3, 5], "heading": "W"},
            "blocked": [[1, 1], [0, 5]],
        }
        area = Area(4, 6, Start((3, 5), "W"), ((0, 5), (1, 1)))
        assert solo.KIND.parse(a_solo(energy=0, **fields)) == SoloPuzzle(area, ("S",), 0)
        givens = [{"cell": [2, 2], "card": "L"}, {"cell": [0, 0], "card": "SR", "heading": "E"}]
        expected = (Given((0, 0), "SR", "E"), Given((2, 2), "L"))
        puzzle = cover.KIND.parse(a_cover(givens=givens, tray={"L": 3, "LSR0": 1.0}, **fields))
        assert puzzle == CoverPuzzle(area, (0, 3, 0, 0, 0, 0, 0, 1), expected)
        assert puzzle.tray_left() == (0, 2, 0, 0, -1, 0, 0, 1)

    def test_solutions(self) -> None:
        rounds = [{"cards": [CARD]}, {"energy": "reverse", "cards": []}, {"energy": None, "cards": [CARD]}]
        card = PlacedCard("S", (1, 2))
        expected = SoloSolution((Round((card,)), Round((), "reverse"), Round((card,))))
        assert solo.KIND.parse_solution({"rounds": rounds}) == expected
        assert "energy" not in solo.KIND.serialise_solution(expected)["rounds"][0]
        assert cover.KIND.parse_solution({"line": [CARD]}) == CoverSolution((card,))

    def test_the_order_of_cells_does_not_matter_that_of_a_deck_does(self) -> None:
        cells, backwards = [[0, 0], [1, 1], [4, 0]], [[4, 0], [1, 1], [0, 0]]
        assert solo.KIND.parse(a_solo(blocked=cells)) == solo.KIND.parse(a_solo(blocked=backwards))
        assert cover.KIND.parse(a_cover(**giving(*cells))) == cover.KIND.parse(a_cover(**giving(*backwards)))
        assert solo.KIND.parse(a_solo(deck=["S", "L"])) != solo.KIND.parse(a_solo(deck=["L", "S"]))


NAMES = {**vars(board), **vars(solo), **vars(classic_puzzle), **vars(cover)}


@pytest.mark.parametrize("seed", range(150))
def test_round_trips_on_random_instances(seed: int) -> None:
    rng = random.Random(seed)
    for document in (end_of_line_instances.solo_draft(rng, seed % 4), end_of_line_instances.cover_draft(rng)):
        kind = kind_of(document)
        puzzle = kind.parse(document)
        serialised = json.loads(json.dumps(kind.serialise(puzzle)))
        assert kind.parse(serialised) == puzzle
        assert kind.serialise(kind.parse(serialised)) == serialised
        assert eval(repr(puzzle), NAMES) == puzzle
        assert hash(puzzle) == hash(kind.parse(serialised))
    document = end_of_line_instances.solo_draft(rng, 2)
    solution_json = solo_oracle.random_solution(document, rng, 500)
    if solution_json is not None:
        solution = solo.KIND.parse_solution(solution_json)
        assert (
            solo.KIND.parse_solution(json.loads(json.dumps(solo.KIND.serialise_solution(solution))))
            == solution
        )
        assert solo.KIND.serialise_solution(solution) == solution_json
        assert eval(repr(solution), NAMES) == solution
