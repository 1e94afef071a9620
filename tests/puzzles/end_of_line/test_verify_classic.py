"""Breaks every rule of the classic solitaire by hand, and checks every violation reported and its place.

The board is 3x3 with the start card in the middle, heading N. Actions are written `@0,2` to place a card, `-`
to discard one, `^0,2` to recover one, and with a `<` at the end where energy is spent on a reverse.
"""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.end_of_line import classic
from puzzles.texts import ENGLISH

Document = dict[str, Any]
Report = list[tuple[str, int | None]]

AREA: Document = {"rows": 3, "cols": 3, "start": {"cell": [1, 1], "heading": "N"}}
RING = [[r, c] for r in range(3) for c in range(3) if [r, c] != [1, 1]]
DECK = "R S R S L S L S LR LSR"
LEGAL = "@0,1 @0,2 @0,0 @1,0 @2,0 @2,1 @2,2 @1,2"
# The straight card waits on the pile until the end; the third card of the line becomes a dead end.
REVERSED = "@0,1 - @0,2 @0,0 @1,2< @2,2 @2,1 @2,0 ^1,0"
REVERSED_DECK = "R S LSR S S R S R"


def an_action(text: str) -> Document:
    if text == "-":
        return {"do": "discard"}
    cell = [int(number) for number in text[1:].removesuffix("<").split(",")]
    reverse = {"reverse": True} if text.endswith("<") else {}
    return {"do": {"@": "place", "^": "recover"}[text[0]], "cell": cell} | reverse


def judge(actions: str, deck: str = DECK, **fields: Any) -> tuple[Report, int | None]:
    """Returns the violations, and the score if there are none."""
    puzzle = classic.KIND.parse({"kind": "end_of_line.classic", **AREA, "deck": deck.split(), **fields})
    solution = classic.KIND.parse_solution({"actions": [an_action(text) for text in actions.split()]})
    violations = classic.KIND.verify(puzzle, solution)
    assert all(set(violation.at) <= {"step"} for violation in violations)
    report = [(v.rule, int(v.at["step"]) if "step" in v.at else None) for v in violations]
    return report, None if violations else classic.KIND.score(puzzle, solution)


@pytest.mark.parametrize(
    ("actions", "deck", "energy", "score"),
    [
        (LEGAL, DECK, 3, 12),
        (LEGAL, DECK, 0, 9),
        (REVERSED, REVERSED_DECK, 3, 2),
        (REVERSED, REVERSED_DECK, 1, 0),
        ("- - - " + LEGAL, "LSR LS L " + DECK, 0, 19),
        # Cards come back from the pile before a draw, and after the last one.
        ("- - ^0,1 @0,2 @0,0 @1,0 @2,0 @2,1 @2,2 ^1,2", "S R S R S L S L", 2, 2),
    ],
)
def test_legal(actions: str, deck: str, energy: int, score: int) -> None:
    assert judge(actions, deck, energy=energy) == ([], score)


def test_no_free_cell_is_solved_by_nothing() -> None:
    assert judge("", "S LR", blocked=RING) == ([], 8)
    assert judge("", "", blocked=RING, energy=0) == ([], 0)
    assert judge("-", "S LR", blocked=RING) == ([("after_end", 0)], None)


ILLEGAL: list[tuple[str, Report]] = [
    ("", [("covered", None)]),
    (LEGAL.removesuffix(" @1,2"), [("covered", None)]),
    (LEGAL + " -", [("after_end", 8)]),
    (LEGAL + " @1,2 ^9,9<", [("after_end", 8), ("after_end", 9)]),
    # Where the cell is wrong.
    (LEGAL.replace("@1,2", "@3,2"), [("range", 7), ("covered", None)]),
    (LEGAL.replace("@1,2", "@1,-1"), [("range", 7), ("covered", None)]),
    (LEGAL.replace("@1,2", "@0,0"), [("occupied", 7), ("exit", 7), ("covered", None)]),
    (LEGAL.replace("@1,2", "@1,1"), [("occupied", 7), ("exit", 7), ("covered", None)]),
    ("@1,2", [("exit", 0), ("covered", None)]),
    # Each card lies where its predecessor should; after a wrong one, the next may be right.
    ("- " + LEGAL, [("exit", 2), ("exit", 4), ("exit", 6), ("exit", 8)]),
    # Where there is no card.
    ("^0,1", [("discard", 0), ("covered", None)]),
    ("- ^0,1 ^0,2", [("discard", 2), ("covered", None)]),
]


@pytest.mark.parametrize(("actions", "violations"), ILLEGAL, ids=range(len(ILLEGAL)))
def test_violations_reported(actions: str, violations: Report) -> None:
    assert judge(actions) == (violations, None)


class TestOtherPuzzles:
    def test_a_blocked_cell(self) -> None:
        assert judge(LEGAL, blocked=[[2, 1]]) == ([("blocked", 5)], None)
        assert judge("@0,1", blocked=[[0, 1]]) == ([("blocked", 0), ("covered", None)], None)

    def test_an_empty_deck(self) -> None:
        assert judge("@0,1", "") == ([("draw", 0), ("covered", None)], None)
        assert judge("-", "") == ([("draw", 0), ("covered", None)], None)
        assert judge(LEGAL, "R S R S L S L") == ([("draw", 7)], None)

    def test_a_card_that_is_not_there_may_be_any(self) -> None:
        """The sixth turns neither way, the seventh both: whatever follows is right."""
        assert judge(LEGAL, "R S R S L S") == ([("draw", 6), ("draw", 7)], None)

    def test_nothing_is_discarded_from_an_empty_deck(self) -> None:
        report, _ = judge("@0,1 - ^0,2", "R")
        assert report == [("draw", 1), ("discard", 2), ("covered", None)]


class TestReverse:
    def test_must_be_paid_for(self) -> None:
        assert judge(REVERSED, REVERSED_DECK, energy=0) == ([("energy", 4)], None)
        unpaid = REVERSED.replace("<", "")
        assert judge(unpaid, REVERSED_DECK) == ([("exit", 4)], None)

    def test_needs_two_cards_on_the_line(self) -> None:
        assert judge(LEGAL.replace("@0,1", "@0,1<")) == ([("energy", 0)], None)
        assert judge(LEGAL.replace("@0,2", "@0,2<")) == ([("energy", 1)], None)

    def test_must_continue_the_last_card_but_one(self) -> None:
        assert judge(LEGAL.replace("@0,0", "@0,0<")) == ([("exit", 2)], None)

    def test_says_so(self) -> None:
        puzzle = classic.KIND.parse({"kind": "end_of_line.classic", **AREA, "deck": DECK.split()})
        actions = [an_action(text) for text in LEGAL.replace("@0,0", "@0,0<").split()]
        [violation] = classic.KIND.verify(puzzle, classic.KIND.parse_solution({"actions": actions}))
        words = "Action 3: no exit of the last card but one, at B1, points to A1."
        assert ENGLISH.render(violation.message) == words

    def test_may_not_cost_a_point_where_it_is_against_the_rules(self) -> None:
        """Whether the point is gone is unknown, so that the second reverse may be paid for."""
        actions = REVERSED.replace("@0,2", "@0,2<")
        assert judge(actions, REVERSED_DECK, energy=1) == ([("energy", 2)], None)
