"""light_line.solo without a solver: what is read, what is refused, what breaks a rule, who are twins."""

from __future__ import annotations

import random
from typing import Any

import jsonschema
import pytest

from puzzles.errors import BadInput
from puzzles.light_line import solo
from puzzles.light_line.cards import COLOURS, MEETS, MIRRORED, SOCKETS, TURNED

Document = dict[str, Any]


def _card(name: str, *tubes: str) -> Document:
    """A card from tubes written `red N0 S0`."""
    return {"id": name, "tubes": [each.split() for each in tubes]}


def _puzzle(*cards: Document) -> Document:
    return {"kind": "light_line.solo", "cards": list(cards)}


def _random(rng: random.Random, cards: int) -> Document:
    def tubes() -> list[list[str]]:
        sockets = rng.sample(SOCKETS, 12)
        return [[rng.choice(COLOURS), sockets.pop(), sockets.pop()] for _ in range(rng.randint(0, 6))]

    return _puzzle(*({"id": f"c{i}", "tubes": tubes()} for i in range(cards)))


def _rules(puzzle: Document, layout: str, line: str) -> list[tuple[str, dict[str, Any]]]:
    """The rules broken by a solution written `a 0 0, b 0 1 turned` and `a0 b1`."""
    laid = [each.split() for each in layout.split(",") if each.strip()]
    document = {
        "layout": [
            {"card": x[0], "row": int(x[1]), "col": int(x[2]), "turned": x[-1] == "turned"} for x in laid
        ],
        "line": [{"card": x[0], "tube": int(x[1:])} for x in line.split()],
    }
    found = solo.KIND.verify(solo.KIND.parse(puzzle), solo.KIND.parse_solution(document))
    return [(violation.rule, dict(violation.at)) for violation in found]


A = _card("a", "red W1 E1", "black N0 N2", "blue S0 S2")
B = _card("b", "red W1 E1", "yellow N0 S0", "black W0 W2")
C = _card("c", "black E1 W0", "green E0 E2")
THREE = _puzzle(A, B, C)
IN_A_ROW = "a 0 0, b 0 1, c 0 2 turned"


def test_sockets_meet_turn_and_mirror() -> None:
    assert [MEETS[s] for s in ("N0", "E2", "S1", "W0")] == ["S0", "W2", "N1", "E0"]
    assert [TURNED[s] for s in ("N0", "N1", "E0", "E1", "S2")] == ["S2", "S1", "W2", "W1", "N0"]
    assert [MIRRORED[s] for s in ("N0", "N1", "E0", "W2", "S2")] == ["N2", "N1", "W0", "E2", "S0"]
    for socket in SOCKETS:
        assert MEETS[MEETS[socket]] == TURNED[TURNED[socket]] == MIRRORED[MIRRORED[socket]] == socket


@pytest.mark.parametrize("seed", range(20))
def test_reads_what_it_writes(seed: int) -> None:
    document = _random(random.Random(seed), 4)
    jsonschema.Draft202012Validator(solo.KIND.record.schema()).validate(document)
    puzzle = solo.KIND.parse(document)
    assert solo.KIND.parse(solo.KIND.serialise(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("puzzle", "pointer"),
    [
        (_puzzle(), "/cards"),
        (_puzzle(*(_card(str(i)) for i in range(61))), "/cards"),
        (_puzzle(_card("a"), _card("b"), _card("a")), "/cards/2/id"),
        (_puzzle(_card("a", "red N0 N0")), "/cards/0/tubes/0/2"),
        (_puzzle(_card("a", "red N0 N1", "blue S0 N1")), "/cards/0/tubes/1"),
        (_puzzle(_card("a", "pink N0 N1")), "/cards/0/tubes/0/0"),
        (_puzzle(_card("a", "red N0 N3")), "/cards/0/tubes/0/2"),
        (_puzzle(_card("a", "red N0")), "/cards/0/tubes/0"),
        (_puzzle(_card("a", *(f"red {s}" for s in ("N0 N1",) * 7))), "/cards/0/tubes"),
        (_puzzle(_card("a") | {"back": 3}), "/cards/0/back"),
        (_puzzle({"id": 7, "tubes": []}), "/cards/0/id"),
        ({"kind": "light_line.solo"}, "/cards"),
        ({"kind": "light_line.solo", "cards": {}}, "/cards"),
    ],
)
def test_refuses(puzzle: Document, pointer: str) -> None:
    with pytest.raises(BadInput) as refused:
        solo.KIND.parse(puzzle)
    assert [problem.pointer for problem in refused.value.problems] == [pointer]


def test_every_problem_is_told() -> None:
    puzzle = _puzzle(_card("a", "pink N0 N9"), _card("b", "red N0"))
    with pytest.raises(BadInput) as refused:
        solo.KIND.parse(puzzle)
    found = [problem.pointer for problem in refused.value.problems]
    assert found == ["/cards/0/tubes/0/0", "/cards/0/tubes/0/2", "/cards/1/tubes/0"]


@pytest.mark.parametrize(
    "line",
    [
        "a0 b0 c0",
        "c0 b0 a0",
    ],
)
def test_a_line_may_be_told_from_either_end(line: str) -> None:
    # c is turned: its black tube W1 to E2 meets b's E1 with W1.
    assert _rules(THREE, IN_A_ROW, line) == []


def test_a_layout_may_lie_anywhere_and_turned() -> None:
    assert _rules(THREE, "a -7 1 turned, b -7 0 turned, c -7 -1", "a0 b0 c0") == []


@pytest.mark.parametrize(
    ("layout", "line", "broken"),
    [
        (IN_A_ROW, "", [("empty_line", {})]),
        (IN_A_ROW, "a0 b0", [("not_all_cards", {})]),
        ("a 0 0, b 0 1", "a0 b0", [("card_missing", {"card": "c"}), ("not_all_cards", {})]),
        (IN_A_ROW + ", d 5 5", "a0 b0 c0", [("card_unknown", {"card": "d"})]),
        (IN_A_ROW + ", a 5 5", "a0 b0 c0", [("card_twice", {"card": "a"})]),
        ("a 0 0, b 0 1, c 0 1 turned", "a0 b0 c0", [("overlap", {"card": "c"}), ("gap", {"step": 2})]),
        (IN_A_ROW, "a0 b7 c0", [("tube_index", {"step": 1})]),
        (IN_A_ROW, "a0 b-1 c0", [("tube_index", {"step": 1})]),
        (IN_A_ROW, "a0 x0 b0 c0", [("card_unknown", {"step": 1})]),
        ("a 0 0, b 0 1", "a0 b0 c0", [("card_missing", {"card": "c"}), ("not_placed", {"step": 2})]),
        (IN_A_ROW, "a0 b0 a0 b0 c0", [("section_twice", {"step": 2}), ("section_twice", {"step": 3})]),
        (IN_A_ROW, "a0 c0 b0", [("gap", {"step": 1})]),
        (IN_A_ROW, "a0 b2 c0", [("broken", {"step": 1}), ("broken", {"step": 2})]),
        ("a 0 0, b 0 1, c 0 2", "a0 b0 c0", [("broken", {"step": 2})]),
        (IN_A_ROW, "a0 b1 c0", [("colour", {"step": 1}), ("broken", {"step": 1}), ("broken", {"step": 2})]),
    ],
)
def test_what_breaks_a_rule(layout: str, line: str, broken: list[tuple[str, dict[str, Any]]]) -> None:
    found = _rules(THREE, layout, line)
    if "section_twice" in dict(found):
        # Going back over a section is also no way on: the line leaves it by the socket it came in by.
        found = [told for told in found if told[0] != "broken"]
    assert found == broken


def test_a_line_leaves_a_section_by_its_other_end() -> None:
    """b's bend meets a twice: the line comes in by one socket, and cannot go on by the same."""
    a, b = _card("a", "red W0 E0", "red W2 E2"), _card("b", "red W0 W2")
    assert _rules(_puzzle(a, b), "a 0 0, b 0 1", "a0 b0 a1") == []
    a = _card("a", "red W0 E0", "red N0 E1")
    assert _rules(_puzzle(a, b), "a 0 0, b 0 1", "a0 b0 a1") == [("broken", {"step": 2})]
    c = _card("c", "red E0 N0")
    assert _rules(_puzzle(b, c), "c 0 0, b 0 1", "b0 c0") == []


def test_two_colours_and_black() -> None:
    first, middle, last = _card("a", "red W1 E1"), _card("b", "black W1 E1"), _card("c", "blue W1 E1")
    row = "a 0 0, b 0 1, c 0 2"
    assert _rules(_puzzle(first, middle, last), row, "a0 b0 c0") == [("colour", {"step": 2})]
    last = _card("c", "black W1 E1")
    assert _rules(_puzzle(first, middle, last), row, "a0 b0 c0") == []


def _twin(rng: random.Random, document: Document) -> Document:
    """The same deal: cards turned, all mirrored, coloured otherwise, in another order under other names."""
    plain = list(COLOURS[:-1])
    colours = dict(zip(plain, rng.sample(plain, len(plain)), strict=True))
    mirror = rng.random() < 0.5
    cards = []
    for i, card in enumerate(rng.sample(document["cards"], len(document["cards"]))):
        turned = rng.random() < 0.5
        tubes = []
        for colour, *ends in rng.sample(card["tubes"], len(card["tubes"])):
            ends = [MIRRORED[end] if mirror else end for end in ends]
            ends = [TURNED[end] if turned else end for end in ends]
            tubes.append([colours.get(colour, colour), *rng.sample(ends, 2)])
        cards.append({"id": f"twin {i}", "tubes": tubes})
    return _puzzle(*cards)


@pytest.mark.parametrize("seed", range(100))
def test_twins_have_one_canonical_form(seed: int) -> None:
    rng = random.Random(f"twins {seed}")
    document = _random(rng, rng.randint(1, 4))
    canonical = solo.KIND.canonical(solo.KIND.parse(document))
    assert solo.KIND.canonical(solo.KIND.parse(_twin(rng, document))) == canonical
    assert solo.KIND.canonical(canonical) == canonical


@pytest.mark.parametrize("seed", range(50))
def test_others_have_another(seed: int) -> None:
    """A tube more, or one of black, makes another deal."""
    rng = random.Random(f"others {seed}")
    document = _random(rng, 3)
    canonical = solo.KIND.canonical(solo.KIND.parse(document))
    card = rng.choice([card for card in document["cards"] if len(card["tubes"]) < 6] or document["cards"])
    free = [s for s in SOCKETS if all(s not in each for each in card["tubes"])]
    if len(card["tubes"]) < 6:
        card["tubes"].append(["red", *rng.sample(free, 2)])
    else:
        card["tubes"].pop()
    assert solo.KIND.canonical(solo.KIND.parse(document)) != canonical
