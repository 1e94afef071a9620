"""What the page of LIGHT-LINE! works out: the moves of solutions, the longest line, layouts on the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from puzzles import packs
from puzzles.light_line.cards import SOCKETS
from puzzles.registry import kind_named
from tests.api.web.page.modules_page import call, modules_page
from tests.tiers import reach

KINDS = ("solo", "longest", "head", "place")
GRADES = ("easy", "medium", "hard", "expert")
RULES = {
    "solo": {"wild": True, "once": False},
    "longest": {"wild": False, "once": False},
    "head": {"wild": False, "once": True},
}

Document = dict[str, Any]


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = modules_page(chromium)
    yield page
    page.close()


def driven(page: Page, function: str, arguments: list[Document]) -> list[Any]:
    """Returns what a function of the driver returns for each argument."""
    body = f"return Promise.all(argument.map(m.{function}))"
    return list(call(page, "drivers/light_line_layouts.js", body, arguments))


def shipped(kind: str, grade: str) -> list[packs.PackEntry]:
    name = f"light_line.{kind}"
    return [packs.entry(name, grade, n) for n in range(reach(15, packs.size(name, grade)))]


@pytest.mark.further
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_moves_of_a_solution_solve_the_puzzle(page: Page, kind: str, grade: str) -> None:
    entries = shipped(kind, grade)
    plays = driven(page, "played", [
        {"kind": kind, "puzzle": entry.record["puzzle"], "solution": entry.solution} for entry in entries
    ])  # fmt: skip
    for entry, play in zip(entries, plays, strict=True):
        assert play["outcome"]["solved"], entry.record["id"]
        assert play["outcome"]["score"] == entry.score


@pytest.mark.parametrize("kind", KINDS[:3])
def test_the_moves_of_a_solution_are_those_of_the_rules(page: Page, kind: str) -> None:
    rules = kind_named(f"light_line.{kind}")
    entry = shipped(kind, "medium")[0]
    argument = {"kind": kind, "puzzle": entry.record["puzzle"], "solution": entry.solution}
    position = rules.play.begin(rules.parse(entry.record["puzzle"]))
    for document in driven(page, "played", [argument])[0]["moves"]:
        move = rules.play.parse_move(document)
        assert move in rules.play.moves(position)
        position = rules.play.after(position, move)


def test_cards_apart_from_the_line_stay_in_the_hand(page: Page) -> None:
    cards = [
        {"id": "a", "tubes": [["red", "W1", "E1"]]},
        {"id": "b", "tubes": [["red", "W1", "E1"]]},
        {"id": "c", "tubes": []},
    ]
    solution = {
        "layout": [
            {"card": "c", "row": 9, "col": 9, "turned": False},
            {"card": "a", "row": 0, "col": 0, "turned": True},
            {"card": "b", "row": 0, "col": 1, "turned": True},
        ],
        "line": [{"card": "b", "tube": 0}, {"card": "a", "tube": 0}],
    }
    puzzle = {"kind": "light_line.longest", "cards": cards}
    (play,) = driven(page, "played", [{"kind": "longest", "puzzle": puzzle, "solution": solution}])
    assert [move["card"] for move in play["moves"]] == ["b", "a", "b", "a"]
    assert play["outcome"] == {"solved": True, "score": 2, "reason": None}


def test_a_line_that_ends_early_is_stopped(page: Page) -> None:
    cards = [{"id": name, "tubes": [["red", "W1", "E1"]]} for name in "ab"]
    solution = {
        "layout": [{"card": name, "row": 0, "col": i, "turned": False} for i, name in enumerate("ab")],
        "line": [{"card": "a", "tube": 0}],
    }
    puzzle = {"kind": "light_line.longest", "cards": cards}
    (play,) = driven(page, "played", [{"kind": "longest", "puzzle": puzzle, "solution": solution}])
    assert play["moves"][-1] == {"stop": True}
    assert play["outcome"]["score"] == 1


@pytest.mark.further
@pytest.mark.parametrize("kind", KINDS[:3])
def test_the_longest_line_of_a_solution(page: Page, kind: str) -> None:
    entries = [entry for grade in GRADES for entry in shipped(kind, grade)]
    lines = driven(page, "longest", [
        {"puzzle": entry.record["puzzle"], "layout": entry.solution["layout"], "rule": RULES[kind]}
        for entry in entries
    ])  # fmt: skip
    rules = kind_named(f"light_line.{kind}")
    for entry, line in zip(entries, lines, strict=True):
        puzzle = entry.record["puzzle"]
        wanted = {"solo": len(puzzle["cards"]), "head": puzzle.get("length"), "longest": entry.score}[kind]
        assert line["cards"] == wanted, entry.record["id"]
        solution = {"layout": entry.solution["layout"], "line": line["sections"]}
        assert not rules.verify(rules.parse(puzzle), rules.parse_solution(solution))


@pytest.mark.further
def test_no_line_is_longer_than_the_longest(page: Page) -> None:
    """Every line that can be followed on random tables, by the rules in Python."""
    rng = random.Random(18)
    for kind in ("solo", "longest"):
        rules = kind_named(f"light_line.{kind}")
        arguments, best = [], []
        for _ in range(reach(60, 1000)):
            cards = [random_card(rng, f"{i}") for i in range(rng.randint(1, 6))]
            puzzle = {"kind": rules.id, "cards": cards}
            position = rules.play.begin(rules.parse(puzzle))
            for card in cards:
                lays = [
                    move for move in rules.play.moves(position) if getattr(move, "card", "") == card["id"]
                ]
                position = rules.play.after(
                    position, rng.choice([move for move in lays if hasattr(move, "row")])
                )
            layout = rules.serialise_solution(rules.play.solution(position))["layout"]
            arguments.append({"puzzle": puzzle, "layout": layout, "rule": RULES[kind]})
            best.append(most_passed(rules, position))
        assert [line["cards"] for line in driven(page, "longest", arguments)] == best


def most_passed(rules: Any, position: Any) -> int:
    """The most cards that a line can pass when it is followed in every way."""
    sections = [move for move in rules.play.moves(position) if hasattr(move, "tube")]
    here = len({section.card for section in position.line})
    return max([here, *(most_passed(rules, rules.play.after(position, move)) for move in sections)])


def random_card(rng: random.Random, name: str) -> Document:
    sockets = rng.sample(SOCKETS, len(SOCKETS))
    colours = rng.choices(("red", "blue", "black"), k=rng.randint(0, 6))
    return {
        "id": name,
        "tubes": [[colour, sockets[2 * i], sockets[2 * i + 1]] for i, colour in enumerate(colours)],
    }


@pytest.mark.further
def test_laying_again_leaves_the_table_as_it_is(page: Page) -> None:
    rng = random.Random(8)
    arguments = [random_change(rng) for _ in range(reach(400, 10_000))]
    play = kind_named("light_line.longest").play
    for argument, result in zip(arguments, driven(page, "laid", arguments), strict=True):
        lays, table = result["lays"], {placed["card"]: placed for placed in argument["table"]}
        assert sorted(card for group in result["groups"] for card in group) == sorted(table)
        assert [placed["card"] for placed in lays] != [] and result["back"] == lays
        assert {placed["card"] for placed in lays} == set(result["groups"][0])
        puzzle = {"kind": "light_line.longest", "cards": [{"id": card, "tubes": []} for card in table]}
        position = play.begin(kind_named("light_line.longest").parse(puzzle))
        for document in lays:
            move = play.parse_move(document)
            assert move in play.moves(position)
            position = play.after(position, move)
        # The player sees the cards where they were put, whatever the rules count from.
        assert all(placed == table[placed["card"]] for placed in result["shown"])


def random_change(rng: random.Random) -> Document:
    """A table as the player has just changed it, and the order in which cards lay before."""
    cells, places = [(rng.randint(-3, 3), rng.randint(-3, 3))], set[tuple[int, int]]()
    for _ in range(rng.randint(1, 12)):
        row, col = rng.choice(cells)
        down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (0, 3)))
        places.add((row, col))
        cells.append((row + down, col + right))
    table = [
        {"card": f"{i}", "row": row, "col": col, "turned": rng.random() < 0.7}
        for i, (row, col) in enumerate(sorted(places))
    ]
    rng.shuffle(table)
    before = [placed["card"] for placed in rng.sample(table, rng.randint(0, len(table)))]
    return {"table": table, "before": before, "seen": table}


def test_cards_that_moved_do_not_shift_the_others(page: Page) -> None:
    """After undo one card lies elsewhere: the others stay in their places, as seen by the player."""
    rng = random.Random(5)
    arguments = []
    for _ in range(100):
        change = random_change(rng)
        seen = [dict(placed) for placed in change["table"]]
        if len(seen) > 3:
            seen[0]["col"] += 7
        arguments.append({**change, "seen": seen})
    for argument, result in zip(arguments, driven(page, "laid", arguments), strict=True):
        if len(result["lays"]) > 3:
            table = {placed["card"]: placed for placed in argument["table"]}
            assert all(placed == table[placed["card"]] for placed in result["shown"])
