"""Tests the LIGHT-LINE! oracle: examples worked out by hand, and its methods against each other."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from itertools import combinations, permutations, product
from typing import Any

import pytest

from tests.oracle import light_line as oracle
from tests.oracle import light_line_grown as grown
from tests.oracle import light_line_instances as instances
from tests.oracle import light_line_legal as legal


def deal(*cards: str, **fields: Any) -> dict[str, Any]:
    """Returns cards a, b, c ... from texts such as "red W1 E1, blue N0 S0"; the kind does not matter."""
    named_cards = zip("abcdefghijklmnop", cards, strict=False)
    return {"cards": [card(name, tubes) for name, tubes in named_cards], **fields}


def card(name: str, tubes: str) -> dict[str, Any]:
    return {"id": name, "tubes": [tube.split() for tube in tubes.split(",") if tube]}


def layout_of(*placed: str) -> list[dict[str, Any]]:
    """Returns a layout from texts such as "a 0 1" or, turned, "a 0 1 turned"."""
    parts = [text.split() for text in placed]
    return [
        {"card": name, "row": int(row), "col": int(col), "turned": bool(turned)}
        for name, row, col, *turned in parts
    ]


def steps(text: str) -> list[dict[str, Any]]:
    """Returns a line from a text such as "a0 b0 a1"."""
    return [{"card": step[0], "tube": int(step[1:])} for step in text.split()]


# A line from the left runs through the hub b into c, makes a U-turn there, and leaves by the hub downwards.
# None has one section on each card. The S0 of a and the N2 of d meet no socket of these, so the two would be
# the ends. The N1 of d meets only the S1 of b, so c lies between a and b, and meets the E1 of a by its W1;
# then its W0 is left for the E1 of b, which it does not meet.
RETURNING = deal("red E1 S0", "red W1 E0, red E1 S1", "red W0 W1", "red N1 N2")
RETURNED = {"layout": layout_of("a 0 0", "b 0 1", "c 0 2", "d 1 1"), "line": steps("a0 b0 c0 b1 d0")}


def test_one_card_is_one_layout_if_it_has_a_tube() -> None:
    assert oracle.layouts_solo(deal("red W1 E1")) == {(oracle.Placed("a", 0, 0, False),)}
    assert oracle.solo_count(deal("black N0 N2, red E0 S1")) == 1
    assert oracle.solo_count(deal("")) == 0
    assert not oracle.solo_solvable(deal("red W1 E1", ""))


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        # With a not turned, b lies left or right of it, turned or not.
        (("red W1 E1", "red W1 E1"), 4),
        (("red W1 E1", "black W1 E1"), 4),
        (("red W1 E1", "blue W1 E1"), 0),
        # Six orders in a row, and two cards that may be turned.
        (("red W1 E1", "black W1 E1", "red W1 E1"), 24),
        (("black W1 E1", "black W1 E1", "black W1 E1"), 24),
        (("red W1 E1", "black W1 E1", "blue W1 E1"), 0),
        # An upper straight meets only upper straights that are not turned.
        (("red W0 E0", "red W0 E0"), 2),
        (("red W0 E0", "red W2 E2"), 2),
        (("red W0 E0", "red W1 E1"), 0),
        # E1 meets only the W1 of a b that is turned, to the right; N0 would need an S0. So two congruent
        # tubes can have one layout, as the half turn of the whole changes one card for the other.
        (("red N0 E1", "red N0 E1"), 1),
        # Two U-turns face each other: a ring of two sections.
        (("red E0 E2", "red W0 W2"), 1),
        # Both lie on one corner, but the corner has no sockets in common: N2 meets S2 only.
        (("red N2 N1", "red E0 E1"), 0),
    ],
)
def test_counts_worked_out_by_hand(cards: tuple[str, ...], count: int) -> None:
    document = deal(*cards)
    assert oracle.solo_count(document) == count
    assert oracle.solo_solvable(document) == (count > 0)
    assert len(grown.layouts_solo(document)) == count


def test_canonical_is_the_same_for_shifts_and_half_turns() -> None:
    layout = oracle.as_layout(layout_of("b 5 -1 turned", "a 4 -1"))
    half_turn = oracle.as_layout(layout_of("a 8 3 turned", "b 7 3"))
    assert (
        oracle.canonical(layout)
        == oracle.canonical(half_turn)
        == oracle.as_layout(layout_of("a 0 0", "b 1 0 turned"))
    )
    assert oracle.canonical(layout) != oracle.canonical(oracle.as_layout(layout_of("a 4 -1", "b 5 -1")))


def test_shapes_are_all_polyominoes() -> None:
    assert [len(oracle.shapes(size)) for size in range(1, 7)] == [1, 2, 6, 19, 63, 216]


def test_a_card_may_come_twice_in_solo_and_longest_but_not_in_head() -> None:
    layout = oracle.canonical(oracle.as_layout(RETURNED["layout"]))
    assert layout in oracle.layouts_solo(RETURNING)
    assert legal.legal_solo(RETURNING, RETURNED)
    assert legal.legal_longest(RETURNING, RETURNED) and legal.score_longest(RETURNED) == 4
    assert oracle.best_longest(RETURNING) == 4
    assert not legal.legal_head({**RETURNING, "length": 4}, RETURNED)
    assert not legal.legal_head({**RETURNING, "length": 5}, RETURNED)
    possible = [oracle.head_possible({**RETURNING, "length": length}) for length in range(1, 6)]
    assert possible == [True, True, True, False, False]


def test_head_takes_a_piece_of_a_longer_line() -> None:
    piece = {"layout": layout_of("a 0 0", "b 0 1", "c 0 2"), "line": steps("a0 b0 c0")}
    assert legal.legal_head({**RETURNING, "length": 3}, piece)
    # The same piece with a card laid that it does not pass, or asked for as another length.
    more = {**piece, "layout": RETURNED["layout"]}
    assert not legal.legal_head({**RETURNING, "length": 3}, more)
    assert not legal.legal_head({**RETURNING, "length": 4}, more)
    assert not legal.legal_head({**RETURNING, "length": 2}, piece)


def test_consecutive_sections_must_meet() -> None:
    # Only the upper tube of b meets c, and only the lower one meets a.
    document = deal("red W1 E1", "red W1 E1, red E0 W0", "red W0 S1")
    row = layout_of("a 0 0", "b 0 1", "c 0 2")
    assert legal.legal_longest(document, {"layout": row, "line": steps("b1 c0")})
    assert not legal.legal_longest(document, {"layout": row, "line": steps("b0 c0")})
    assert not legal.legal_longest(document, {"layout": row, "line": steps("a0 b0 c0")})
    # A U-turn does not go straight on.
    document = deal("red W0 E0", "red W0 W1", "red W0 E0")
    assert not legal.legal_solo(document, {"layout": row, "line": steps("a0 b0 c0")})
    forked = {"layout": row, "line": steps("a0 b0 a0")}
    assert not legal.legal_solo(document, forked)


def test_a_ring_is_a_line_wherever_it_is_cut() -> None:
    document = deal("red E1 S1", "red W1 S1", "red N1 E1", "red N1 W1")
    layout = layout_of("a 0 0", "b 0 1", "c 1 0", "d 1 1")
    for start in range(4):
        order = ("abdc" * 2)[start : start + 4]
        for way in (order, order[::-1]):
            solution = {"layout": layout, "line": steps(" ".join(name + "0" for name in way))}
            assert legal.legal_solo(document, solution)
            assert legal.legal_head({**document, "length": 4}, solution)
    around = {"layout": layout, "line": steps("a0 b0 d0 c0 a0")}
    assert not legal.legal_solo(document, around)
    assert oracle.has_ring(oracle.Deal(document["cards"]), oracle.as_layout(layout), wild=True)
    for way in ("a0 b0", "b0 a0"):
        facing = {"layout": layout_of("a 0 0", "b 0 1"), "line": steps(way)}
        assert legal.legal_solo(deal("red E0 E2", "red W0 W2"), facing)


def test_black_is_wild_in_solo_only() -> None:
    document = deal("red W1 E1", "black W1 E1", "red W1 E1", length=3)
    solution = {"layout": layout_of("a 0 0", "b 0 1", "c 0 2"), "line": steps("a0 b0 c0")}
    assert legal.legal_solo(document, solution)
    assert not legal.legal_longest(document, solution)
    assert not legal.legal_head(document, solution)
    assert oracle.best_longest(document) == 2
    assert not oracle.head_possible(document)
    two = deal("red W1 E1", "black W1 E1", "blue W1 E1")
    assert not legal.legal_solo(two, solution)


def test_longest_is_impossible_only_without_tubes() -> None:
    assert oracle.best_longest(deal("", "")) is None and grown.best_longest(deal("", "")) is None
    assert oracle.best_longest(deal("", "red N0 E2")) == 1
    # Cards off the line may lie anywhere, and the line need not be the best.
    solution = {"layout": layout_of("a 9 9", "b 0 0"), "line": steps("b0")}
    assert legal.legal_longest(deal("", "red N0 E2"), solution)


def beside(layout: list[str], tubes: str, *placed: str) -> dict[str, Any]:
    """Returns a place puzzle from the tubes of the layout's cards and of the new card, and the places."""
    cards = deal(*layout)["cards"]
    items = [{**item, "card": old} for item, old in zip(layout_of(*placed), cards, strict=True)]
    return {"layout": items, "card": card("new", tubes)}


STRAIGHT = "red W1 E1"


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (beside([STRAIGHT], STRAIGHT, "a 0 0"), dict.fromkeys(product([0], [-1, 1], [False, True]), 2)),
        (beside([STRAIGHT], "black W1 E1", "a 0 0"), {}),
        (beside([STRAIGHT], "", "a 0 0"), {}),
        # A line joined from two sides is one line of three, from one side it is two.
        (
            beside([STRAIGHT, STRAIGHT], "red W1 E1, blue N0 S0", "a 0 0", "b 0 2"),
            {(0, col, turned): 3 if col == 1 else 2 for col in (-1, 1, 3) for turned in (False, True)},
        ),
        # Two lines grow, each to two sections. In the other place the blue section starts a line: no help.
        (
            beside(["red W0 E0", "blue N2 E2"], "red W0 E0, blue S2 E2", "a 0 0", "b 1 1"),
            {(0, 1, False): 4, (0, -1, False): 2},
        ),
        # The last bend of a ring of four.
        (
            beside(["red E1 S1", "red W1 S1", "red N1 E1"], "red N1 W1", "a 0 0", "b 0 1", "c 1 0"),
            {(1, 1, False): 4},
        ),
        # Two sections of the new card come into one line, through the U-turn at its right.
        (beside(["red W0 W1"], "red E0 N0, red E1 S1", "a 0 1"), {(0, 0, False): 3}),
        # Nine and the new one are ten; more is still ten.
        (
            beside(
                ["red N0 S0"] * 10, "red N0 S0", *(f"{name} {row} 0" for row, name in enumerate("abcdefghij"))
            ),
            {(-1, 0, False): 10, (10, 0, False): 10},
        ),
    ],
)
def test_placings_worked_out_by_hand(document: dict[str, Any], expected: dict[oracle.Placing, int]) -> None:
    assert oracle.placings(document) == expected
    assert oracle.kidz(document) == bool(expected)


@pytest.mark.slow
def test_enumeration_and_growth_find_the_same_layouts() -> None:
    rng = random.Random(1)
    counts: Counter[str] = Counter()
    for _ in range(70):
        document = instances.solo_instance(rng)
        layouts = oracle.layouts_solo(document)
        assert layouts == grown.layouts_solo(document), document
        assert oracle.solo_solvable(document) == bool(layouts)
        solution = grown.any_line(document, wild=True)
        assert (solution is not None) == bool(layouts)
        if solution is not None:
            assert legal.legal_solo(document, solution)
            assert oracle.canonical(oracle.as_layout(solution["layout"])) in layouts
        cards = oracle.Deal(document["cards"])
        counts[f"count {min(len(layouts), 2)}"] += 1
        once = any(oracle.passes_each_once(cards, layout, wild=True) for layout in layouts)
        assert once == (grown.any_once(document, len(cards.ids), wild=True) is not None)
        counts["needs two sections on a card"] += bool(layouts) and not once
        counts["ring"] += any(oracle.has_ring(cards, layout, wild=True) for layout in layouts)
        counts["card without tubes"] += any(not item["tubes"] for item in document["cards"])
        counts["all black card"] += any(
            {tube[0] for tube in item["tubes"]} == {"black"} for item in document["cards"]
        )
    assert all(
        counts[name] >= 5
        for name in (
            *("count 0", "count 1", "count 2", "ring"),
            *("needs two sections on a card", "card without tubes", "all black card"),
        )
    ), counts


@pytest.mark.long
def test_enumeration_and_growth_find_the_same_layouts_of_five_cards() -> None:
    rng = random.Random(5)
    for _ in range(5):
        document = {"cards": instances.with_ids(rng, instances.random_cards(rng, 5, wild=True))}
        assert oracle.layouts_solo(document) == grown.layouts_solo(document)


def test_a_layout_counts_exactly_if_some_order_of_its_sections_is_legal() -> None:
    """A third method: every sequence of sections is given to the judge of solutions."""
    rng = random.Random(3)
    tries = 0
    while tries < 25:
        document = instances.solo_instance(rng, maximum=3)
        sections = [(item["id"], index) for item in document["cards"] for index in range(len(item["tubes"]))]
        if len(sections) > 4:
            continue
        tries += 1
        orders = [order for size in range(len(sections) + 1) for order in permutations(sections, size)]
        lines = [[{"card": name, "tube": tube} for name, tube in order] for order in orders]
        layouts = oracle.layouts_solo(document)
        best, heads = 0, set()
        cards = oracle.Deal(document["cards"])
        for size in range(1, len(cards.ids) + 1):
            for ids in combinations(cards.ids, size):
                for layout in oracle.connected_layouts(ids):
                    entries = [placed._asdict() for placed in layout]
                    solutions = [{"layout": entries, "line": line} for line in lines]
                    if size == len(cards.ids):
                        is_solved = any(legal.legal_solo(document, solution) for solution in solutions)
                        assert is_solved == (layout in layouts), (document, layout)
                    for solution in solutions:
                        if legal.legal_longest(document, solution):
                            best = max(best, legal.score_longest(solution))
                        if legal.legal_head({**document, "length": size}, solution):
                            heads.add(size)
        assert oracle.best_longest(document) == (best or None)
        assert heads == {size for size in range(1, 5) if oracle.head_possible({**document, "length": size})}


def test_longest_and_head_agree_with_growth() -> None:
    rng = random.Random(4)
    counts: Counter[str] = Counter()
    for _ in range(40):
        document = instances.longest_instance(rng)
        best, solution = oracle.best_longest(document), grown.best_longest(document)
        assert (best is None) == (solution is None)
        if solution is not None:
            assert legal.legal_longest(document, solution)
            assert legal.score_longest(solution) == best
        counts[f"best {best}"] += 1
        document = instances.head_instance(rng)
        possible = oracle.head_possible(document)
        solution = grown.any_once(document, document["length"], wild=False)
        assert (solution is not None) == possible, document
        if solution is not None:
            assert legal.legal_head(document, solution)
        longest = oracle.best_longest(document) or 0
        counts[f"head {possible}"] += 1
        counts["head stays short"] += not possible and longest >= document["length"]
    assert all(counts[name] >= 3 for name in ("best 2", "best 3", "best 4", "head False", "head True")), (
        counts
    )
    assert counts["head stays short"], counts


def test_placings_agree_with_walking_and_with_the_judge() -> None:
    rng = random.Random(6)
    scores: Counter[int] = Counter()
    for _ in range(150):
        document = instances.place_instance(rng)
        score_by_placing = oracle.placings(document)
        scores.update(score_by_placing.values())
        scores[0] += not score_by_placing
        rows = [item["row"] for item in document["layout"]]
        cols = [item["col"] for item in document["layout"]]
        used_cells = set(zip(rows, cols, strict=True))
        around = product(range(min(rows) - 2, max(rows) + 3), range(min(cols) - 2, max(cols) + 3))
        for (row, col), turned in product(around, (False, True)):
            solution = {"row": row, "col": col, "turned": turned}
            assert legal.legal_place(document, solution) == ((row, col, turned) in score_by_placing), (
                document,
                solution,
            )
            if (row, col) not in used_cells:
                assert grown.score_place(document, row, col, turned) == score_by_placing.get(
                    (row, col, turned), 0
                )
    assert {0, *range(2, 11)} <= set(scores), scores


def spoiled_solutions(
    rng: random.Random, document: dict[str, Any], good: dict[str, Any]
) -> list[dict[str, Any]]:
    """Returns copies of the solution with faults that no kind allows."""
    tubes = {item["id"]: item["tubes"] for item in document["cards"]}
    step = rng.randrange(len(good["line"]))
    name = good["line"][step]["card"]
    index = next(index for index, placed in enumerate(good["layout"]) if placed["card"] == name)
    copies = [deepcopy(good) for _ in range(8)]
    copies[0]["line"] = []
    copies[1]["line"].insert(rng.randint(0, len(copies[1]["line"])), good["line"][step])
    copies[2]["line"][step]["tube"] = -1
    copies[3]["line"][step]["tube"] = len(tubes[name])
    copies[4]["layout"].pop(index)
    copies[5]["layout"].append({**good["layout"][index], "row": 90})
    copies[6]["layout"][index]["card"] = "none"
    copies[7]["layout"].append({**good["layout"][index], "card": "none", "row": 90})
    if len(good["layout"]) > 1:
        copies += [deepcopy(good), deepcopy(good)]
        copies[8]["layout"][index].update({key: good["layout"][index - 1][key] for key in ("row", "col")})
        copies[9]["layout"][index]["row"] = 90
    return copies


def equal_solutions(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns equal solutions: from the other end, shifted, turned, and with the cards in another order."""
    copies = [deepcopy(good) for _ in range(3)]
    copies[0]["line"].reverse()
    copies[0]["layout"].reverse()
    for placed in copies[1]["layout"]:
        placed["row"] -= 7
        placed["col"] += 3.0
    for placed in copies[2]["layout"]:
        placed.update(row=-placed["row"], col=-placed["col"], turned=not placed["turned"])
    return copies


def test_spoiled_solutions_are_rejected_and_equal_ones_accepted() -> None:
    rng = random.Random(7)
    rejections = 0
    for _ in range(300):
        document = instances.head_instance(rng)
        wild, tame = grown.any_line(document, wild=True), grown.best_longest(document)
        once = grown.any_once(document, document["length"], wild=False)
        for judge, good in ((legal.legal_solo, wild), (legal.legal_longest, tame), (legal.legal_head, once)):
            if good is None:
                continue
            assert all(judge(document, solution) for solution in [good, *equal_solutions(good)])
            for solution in spoiled_solutions(rng, document, good):
                assert not judge(document, solution), (document, solution)
                rejections += 1
        if wild is not None and len(wild["layout"]) > 1:
            last = {
                **wild,
                "line": [step for step in wild["line"] if step["card"] != wild["line"][0]["card"]],
            }
            assert not legal.legal_solo(document, last)
        if once is not None and len(once["line"]) > 1:
            recoloured = deepcopy(document)
            step = once["line"][0]
            tube = next(item for item in recoloured["cards"] if item["id"] == step["card"])["tubes"][
                step["tube"]
            ]
            tube[0] = "yellow" if tube[0] == "black" else "black"
            assert not legal.legal_head(recoloured, once)
    assert rejections > 2000
