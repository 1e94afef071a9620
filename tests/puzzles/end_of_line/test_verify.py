"""Breaks every rule by hand and checks every violation reported and its place.

The board is 3x3 with the start card in the middle, heading N. Rounds are written `S@0,2 R@0,0`: a card and
its cell, with the energy first: `brake S@1,0`.
"""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.end_of_line import cover, solo

Document = dict[str, Any]
Report = list[tuple[str, Document]]

START = {"cell": [1, 1], "heading": "N"}
AREA: Document = {"rows": 3, "cols": 3, "start": START}
RING = [[r, c] for r in range(3) for c in range(3) if [r, c] != [1, 1]]
DECK = "R S R S L S L S LR LSR"
LEGAL = ("R@0,1", "S@0,2 R@0,0", "S@1,0 L@2,0", "S@2,1 L@2,2", "S@1,2")
# The third card becomes a dead end: the fourth continues from the second.
REVERSED = ("R@0,1", "LSR@0,2 S@0,0", "reverse S@1,2 R@2,2", "S@2,1 R@2,0", "S@1,0")
REVERSED_DECK = "R LSR S S R S R S"
TWICE = ("R@0,1", "LSR@0,2 S@0,0", "reverse LSR@1,2 S@2,2", "reverse R@1,0 L@2,0", "S@2,1")
TWICE_DECK = "R LSR S LSR S R L S"
# The fourth round needs a card that only extra_gas draws in time.
GAS_DECK = "R S R S L LR LR LR L LR S S"


def cards(text: str) -> list[Document]:
    words = [word.split("@") for word in text.split()]
    return [{"card": card, "cell": [int(n) for n in cell.split(",")]} for card, cell in words]


def a_round(text: str) -> Document:
    first, _, card_words = text.partition(" ")
    return {"energy": first, "cards": cards(card_words)} if first in solo.EFFECTS else {"cards": cards(text)}


def judge(rounds: tuple[str, ...], deck: str = DECK, **fields: Any) -> tuple[Report, int | None]:
    """Returns the violations, and the score if there are none."""
    document = {"kind": "end_of_line.solo", **AREA, "deck": deck.split(), **fields}
    puzzle = solo.KIND.parse(document)
    solution = solo.KIND.parse_solution({"rounds": [a_round(text) for text in rounds]})
    violation_jsons: list[Any] = [violation.to_json() for violation in solo.KIND.verify(puzzle, solution)]
    assert all(
        set(violation_json) == {"rule", "message", "at"} and violation_json["message"]
        for violation_json in violation_jsons
    )
    violations = [(violation_json["rule"], violation_json["at"]) for violation_json in violation_jsons]
    return violations, None if violations else solo.KIND.score(puzzle, solution)


def at(rule: str, *place: int) -> tuple[str, Document]:
    return rule, dict(zip(("round", "card"), place, strict=False))


def legal_until(index: int, *others: str) -> tuple[str, ...]:
    """Returns the legal rounds with others from `index` on."""
    return (*LEGAL[:index], *others)


class TestLegal:
    @pytest.mark.parametrize(
        ("rounds", "deck", "energy", "score"),
        [
            (LEGAL, DECK, 3, 12),
            (LEGAL, DECK, 0, 9),
            (LEGAL, "R S R S L S L S", 9, 9),
            (legal_until(2, "speed_up S@1,0 L@2,0 S@2,1", "L@2,2 S@1,2"), DECK, 3, 11),
            (legal_until(2, "brake S@1,0", "L@2,0 S@2,1", "L@2,2 S@1,2"), DECK, 3, 11),
            (legal_until(2, "brake S@1,0", "brake L@2,0", "brake S@2,1", "L@2,2 S@1,2"), DECK, 3, 9),
            (legal_until(3, "speed_up S@2,1 L@2,2 S@1,2"), DECK, 1, 9),
            (legal_until(4, "brake S@1,2"), DECK, 1, 9),  # a point spent to no use
            (legal_until(4, "speed_up S@1,2"), DECK, 1, 9),  # the last round is cut off
            (legal_until(4, "extra_gas LSR@1,2"), DECK, 1, 5),
            (legal_until(3, "extra_gas S@2,1 L@2,2", "S@1,2"), "R S R S L S L S", 3, 2),  # the deck is empty
            (legal_until(3, "extra_gas S@2,1 L@2,2", "S@1,2"), GAS_DECK, 3, 18),
            (REVERSED, REVERSED_DECK, 3, 2),
            (TWICE, TWICE_DECK, 3, 1),
            (TWICE, TWICE_DECK, 2, 0),
        ],
    )
    def test_lines(self, rounds: tuple[str, ...], deck: str, energy: int, score: int) -> None:
        assert judge(rounds, deck, energy=energy) == ([], score)

    def test_no_free_cell_is_solved_by_nothing(self) -> None:
        assert judge((), "S LR", blocked=RING) == ([], 8)
        assert judge((), "", blocked=RING, energy=0) == ([], 0)

    def test_any_copy_of_a_type_will_do(self) -> None:
        assert judge((*LEGAL[:4], "S@1,2"), "R S R S L S L L S S") == ([], 6)


ILLEGAL: list[tuple[tuple[str, ...], Report]] = [
    ((), [at("covered")]),
    (LEGAL[:4], [at("covered")]),
    (legal_until(4, ""), [at("round_size", 4), at("covered")]),
    (legal_until(3, "S@2,1"), [at("round_size", 3), at("covered")]),
    # Where the cell is wrong.
    (legal_until(4, "S@3,2"), [at("range", 4, 0), at("round_size", 4), at("covered")]),
    (legal_until(4, "S@1,-1"), [at("range", 4, 0), at("round_size", 4), at("covered")]),
    (legal_until(3, "S@2,1 S@2,2", "L@2,0"), [at("occupied", 4, 0), at("round_size", 4), at("covered")]),
    (legal_until(4, "S@0,0"), [at("occupied", 4, 0), at("exit", 4, 0), at("round_size", 4), at("covered")]),
    (legal_until(4, "S@1,1"), [at("occupied", 4, 0), at("exit", 4, 0), at("round_size", 4), at("covered")]),
    (legal_until(1, "R@0,2 S@0,0", *LEGAL[2:]), [at("exit", 1, 1)]),
    (("R@1,2",), [at("exit", 0, 0), at("covered")]),
    (("R@1,1",), [at("occupied", 0, 0), at("exit", 0, 0), at("covered")]),
    # Where the cards are wrong.
    (("LR@0,1", *LEGAL[1:]), [at("hand", 0, 0)]),
    (legal_until(2, "S@1,0 L@2,0", "S@2,1 L@2,2", "LS@1,2"), [at("hand", 4, 0)]),
    (legal_until(1, "S@0,2 LR@0,0", *LEGAL[2:]), [at("hand", 1, 1)]),
    # Where the rounds are wrong.
    (("", *LEGAL[1:]), [at("round_size", 0), at("exit", 1, 0), at("round_size", 4), at("covered")]),
    (("R@0,1 S@0,2", "R@0,0 S@1,0", "L@2,0 S@2,1", "L@2,2 S@1,2"), [at("round_size", 0, 1)]),
    (legal_until(1, "S@0,2", "R@0,0 S@1,0", "L@2,0 S@2,1", "L@2,2 S@1,2"), [at("round_size", 1)]),
    (legal_until(1, "S@0,2 R@0,0", "", *LEGAL[2:]), [at("round_size", 2)]),
    (legal_until(1, "S@0,2 R@0,0 S@1,0", "L@2,0 S@2,1", "L@2,2 S@1,2"), [at("round_size", 1, 2)]),
    (legal_until(1, "S@0,2 R@0,0 S@1,0 L@2,0", "S@2,1 L@2,2", "S@1,2"), [at("round_size", 1, 2)]),
    (legal_until(2, "brake S@1,0 L@2,0", *LEGAL[3:]), [at("round_size", 2, 1)]),
    (legal_until(2, "speed_up S@1,0 L@2,0", *LEGAL[3:]), [at("round_size", 2)]),
    (legal_until(4, "S@1,2 LR@0,0"), [at("after_end", 4, 1)]),
    (legal_until(3, "S@2,1 L@2,2 S@1,2"), [at("round_size", 3, 2)]),
    (legal_until(3, "speed_up S@2,1 L@2,2 S@1,2 LR@1,2"), [at("after_end", 3, 3)]),
    ((*LEGAL, ""), [at("after_end", 5)]),
    ((*LEGAL, "", "brake"), [at("after_end", 5), at("after_end", 6)]),
]


@pytest.mark.parametrize(("rounds", "violations"), ILLEGAL, ids=range(len(ILLEGAL)))
def test_violations_reported(rounds: tuple[str, ...], violations: Report) -> None:
    assert judge(rounds) == (violations, None)


def test_cards_in_a_round_after_the_end() -> None:
    violations, _ = judge((*LEGAL, "LR@0,0 S@5,5", "S@0,0"))
    assert {rule for rule, _ in violations} == {"after_end"}
    assert violations[0][1]["round"] == 5


class TestOtherPuzzles:
    def test_the_start_card_points_at_a_blocked_cell(self) -> None:
        assert judge(LEGAL, blocked=[[0, 1]]) == ([at("blocked", 0, 0)], None)
        assert judge(("S@0,2",), blocked=[[0, 1]]) == ([at("exit", 0, 0), at("covered")], None)

    def test_a_blocked_cell_on_the_way(self) -> None:
        assert judge(legal_until(4, "S@1,2"), blocked=[[1, 0]]) == ([at("blocked", 2, 0)], None)

    def test_an_empty_deck(self) -> None:
        assert judge(("S@0,1",), "") == ([at("hand", 0, 0), at("covered")], None)
        assert judge((), "") == ([at("covered")], None)

    def test_a_card_comes_too_early(self) -> None:
        assert judge(LEGAL, "S S L S L R R S") == ([at("hand", 0, 0), at("hand", 1, 1)], None)
        assert judge(LEGAL, GAS_DECK) == ([at("hand", 3, 0)], None)

    def test_a_round_after_an_area_that_was_full_from_the_start(self) -> None:
        assert judge(("",), blocked=RING) == ([at("after_end", 0)], None)


class TestReverse:
    def test_without_the_energy(self) -> None:
        assert judge((*REVERSED[:2], "S@1,2 R@2,2", *REVERSED[3:]), REVERSED_DECK) == (
            [at("exit", 2, 0)],
            None,
        )

    def test_to_no_use(self) -> None:
        assert judge(legal_until(2, "reverse S@1,0 L@2,0", *LEGAL[3:])) == ([], 11)

    def test_the_second_card_of_the_round(self) -> None:
        """The first is the dead end; the second continues the card on 0,0, as the first does."""
        rounds = ("R@0,1", "LSR@0,2 LSR@0,0", "reverse S@1,0 S@2,0")
        assert judge(rounds, "R LSR LSR S S S") == ([at("covered")], None)

    def test_only_one_card_of_the_round(self) -> None:
        rounds = ("R@0,1", "LSR@0,2 LSR@0,0", "reverse S@1,2 S@1,0")
        assert judge(rounds, "R LSR LSR S S S") == ([at("exit", 2, 1), at("covered")], None)

    def test_not_from_the_last_but_two(self) -> None:
        rounds = ("R@0,1", "LSR@0,2 S@1,2", "brake S@2,2", "reverse S@0,0")
        violations, _ = judge(rounds, "R LSR S S S S")
        assert violations == [at("exit", 3, 0), at("round_size", 3), at("covered")]

    def test_all_choices_are_followed(self) -> None:
        """The fourth card might be reversed, but then the fifth would fit nowhere."""
        rounds = ("L@0,1", "LS@0,0 LR@0,2", "reverse SR@1,2 LS@2,2", "reverse S@2,0 R@2,1")
        deck = "R LS R L LR LS S SR"
        assert judge(rounds, deck, energy=2, blocked=[[1, 0]]) == ([], 2)

    def test_the_dead_end_stays_where_it_is(self) -> None:
        rounds = (*REVERSED[:3], "S@2,1 L@2,0", "S@0,0")
        violations, _ = judge(rounds, "R LSR S S R S L S")
        assert violations == [at("occupied", 4, 0), at("round_size", 4), at("covered")]


class TestEnergyThatMayNotBeSpent:
    """Then its effect and its cost are unknown: violations that depend on them are not reported."""

    @pytest.mark.parametrize("energy", solo.EFFECTS)
    def test_in_round_1_and_2(self, energy: str) -> None:
        assert judge((f"{energy} R@0,1", *LEGAL[1:])) == ([at("energy", 0)], None)
        assert judge(legal_until(1, f"{energy} S@0,2 R@0,0", *LEGAL[2:])) == ([at("energy", 1)], None)

    @pytest.mark.parametrize("energy", solo.EFFECTS)
    def test_when_none_is_left(self, energy: str) -> None:
        rounds = legal_until(2, f"{energy} S@1,0 L@2,0", *LEGAL[3:])
        assert judge(rounds, energy=0) == ([at("energy", 2)], None)
        rounds = legal_until(2, "extra_gas S@1,0 L@2,0", f"{energy} S@2,1 L@2,2", LEGAL[4])
        assert judge(rounds, energy=1) == ([at("energy", 3)], None)

    def test_it_may_have_worked(self) -> None:
        rounds = legal_until(1, "brake S@0,2", "R@0,0 S@1,0", "L@2,0 S@2,1", "L@2,2 S@1,2")
        assert judge(rounds) == ([at("energy", 1)], None)
        rounds = legal_until(1, "speed_up S@0,2 R@0,0 S@1,0", "L@2,0 S@2,1", "L@2,2 S@1,2")
        assert judge(rounds) == ([at("energy", 1)], None)
        assert judge(REVERSED, REVERSED_DECK, energy=0) == ([at("energy", 2)], None)
        rounds = legal_until(3, "extra_gas S@2,1 L@2,2", "S@1,2")
        assert judge(rounds, GAS_DECK, energy=0) == ([at("energy", 3)], None)

    def test_the_point_may_not_be_gone(self) -> None:
        rounds = ("extra_gas R@0,1", "S@0,2 R@0,0", "extra_gas S@1,0 L@2,0", *LEGAL[3:])
        assert judge(rounds, energy=1) == ([at("energy", 0)], None)

    def test_no_size_suits_either_way(self) -> None:
        rounds = legal_until(1, "speed_up S@0,2", "R@0,0 S@1,0", "L@2,0 S@2,1", "L@2,2 S@1,2")
        assert judge(rounds) == ([at("energy", 1), at("round_size", 1)], None)

    def test_four_in_a_row(self) -> None:
        rounds = legal_until(2, "brake S@1,0", "brake L@2,0", "brake S@2,1", "brake L@2,2", "S@1,2")
        assert judge(rounds) == ([at("energy", 5)], None)


class TestAfterAWrongCard:
    def test_it_may_be_turned_in_any_way(self) -> None:
        """The second card lies where no exit pointed; the third may be beside it on any side."""
        for cell in ("0,0", "1,2", "2,1"):
            violations, _ = judge(("R@0,1", f"S@2,0 R@{cell}"))
            assert violations == ([at("exit", 1, 0)] + [at("exit", 1, 1)] * (cell == "1,2") + [at("covered")])

    def test_but_only_in_one_way_at_a_time(self) -> None:
        """The straight card at 2,2 goes on to the west, so it cannot go on to the north as well."""
        violations, _ = judge(("R@0,1", "S@2,2 R@2,1", "reverse S@1,2 L@1,0"))
        assert violations == [at("exit", 1, 0), at("exit", 2, 0), at("covered")]

    def test_after_a_card_off_the_board_any_cell_will_do(self) -> None:
        assert judge(("R@9,9", "S@1,2 R@2,0"))[0] == [at("range", 0, 0), at("exit", 1, 1), at("covered")]

    def test_it_leaves_the_hand(self) -> None:
        violations, _ = judge(("R@2,2", "R@1,2 S@1,0"), "R S S S S S S S S")
        assert violations == [at("exit", 0, 0), at("hand", 1, 0), at("covered")]

    def test_it_covers_its_cell(self) -> None:
        violations, _ = judge(("S@0,1", *LEGAL[1:]), "S" + DECK[1:])
        assert violations == [at("exit", 1, 0)]


LINE = "R@0,1 S@0,2 R@0,0 S@1,0 L@2,0 S@2,1 L@2,2 S@1,2"
TRAY = {"S": 4, "L": 2, "R": 2}


def step(rule: str, *number: int) -> tuple[str, Document]:
    return rule, dict(zip(("step",), number, strict=False))


def covering(line: str, **fields: Any) -> Report:
    document = {"kind": "end_of_line.cover", **AREA, "tray": TRAY, **fields}
    puzzle, solution = cover.KIND.parse(document), cover.KIND.parse_solution({"line": cards(line)})
    assert cover.KIND.score(puzzle, solution) is None
    return [(violation.rule, dict(violation.at)) for violation in cover.KIND.verify(puzzle, solution)]


def given_card(row: int, col: int, card: str, heading: str | None = None) -> Document:
    return {"cell": [row, col], "card": card} | ({"heading": heading} if heading else {})


COVERS: list[tuple[str, Document, Report]] = [
    (LINE, {}, []),
    (LINE[:-5] + "L@1,2", {"tray": {**TRAY, "L": 3}}, []),  # the last card's exits are free
    (LINE, {"givens": [given_card(0, 0, "R", "E"), given_card(2, 0, "L"), given_card(1, 2, "S", "N")]}, []),
    ("", {"blocked": RING, "tray": {}}, []),
    ("", {}, [step("covered")]),
    (LINE[:-6], {}, [step("covered")]),
    (LINE + " S@1,2", {}, [step("after_end", 8)]),
    ("S@0,1 S@9,9", {"blocked": RING}, [step("after_end", 0), step("after_end", 1)]),
    (LINE[:-5] + "S@-2,2", {}, [step("range", 7), step("covered")]),
    (LINE, {"blocked": [[2, 1]]}, [step("blocked", 5)]),
    (LINE[:-11] + "S@2,2 L@2,0", {}, [step("occupied", 7), step("covered")]),
    ("S" + LINE[1:], {"tray": {**TRAY, "S": 5}}, [step("exit", 1)]),
    (LINE, {"tray": {**TRAY, "L": 1}}, [step("tray", 6)]),
    (LINE, {"tray": {}}, [step("tray", k) for k in range(8)]),
    ("LR" + LINE[1:], {}, [step("tray", 0)]),
    (LINE, {"givens": [given_card(2, 1, "S", "W")]}, [step("given", 5)]),
    (LINE, {"givens": [given_card(2, 1, "LS")], "tray": {**TRAY, "LS": 1}}, [step("given", 5)]),
    (LINE, {"givens": [given_card(2, 1, "LS", "E")], "tray": {**TRAY, "LS": 1}}, [step("given", 5)]),
    # A misplaced card may have any heading, but the next card must still be entered from it.
    (
        "S@0,1 S@0,0 R@1,0",
        {"givens": [given_card(0, 0, "S", "N"), given_card(1, 0, "R", "E")]},
        [step("exit", 1), step("given", 2), step("covered")],
    ),
]


@pytest.mark.parametrize(("line", "fields", "violations"), COVERS, ids=range(len(COVERS)))
def test_covering_lines(line: str, fields: Document, violations: Report) -> None:
    assert covering(line, **fields) == violations


def test_a_tray_that_cannot_pay_the_givens() -> None:
    violations = covering(LINE, givens=[given_card(2, 2, "L"), given_card(2, 0, "L")], tray={**TRAY, "L": 1})
    assert [rule for rule, _ in violations] == ["tray"]


def test_a_card_reserved_for_a_given_is_placed_elsewhere() -> None:
    violations = covering(LINE, givens=[given_card(2, 2, "L")], tray={**TRAY, "L": 1})
    assert [rule for rule, _ in violations] == ["tray"]
