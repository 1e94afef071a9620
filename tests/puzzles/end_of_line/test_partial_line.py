"""Tests lines begun of cover puzzles, of which some or all cells have no card."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.end_of_line.cover import KIND, CoverPuzzle, PartialLine
from puzzles.errors import BadInput
from puzzles.texts import ENGLISH, Phrase
from solvers import verified
from solvers.protocol import Continuation
from solvers.registry import solvers_for

# A square of four cells, B2 first, then once around by B1, A1, A2 or the other way.
SQUARE: dict[str, Any] = {
    "kind": KIND.id,
    "rows": 3,
    "cols": 3,
    "start": {"cell": [2, 1], "heading": "N"},
    "blocked": [[0, 2], [1, 2], [2, 0], [2, 2]],
    "tray": {"S": 1, "L": 1, "R": 1, "LS": 1},
}
B2, B1, A1, A2 = [1, 1], [0, 1], [0, 0], [1, 0]


def square(**fields: Any) -> CoverPuzzle:
    return KIND.parse(SQUARE | fields)


def partial_line(*cells: Any) -> PartialLine:
    """A partial line from cells, or pairs of a cell and a card."""
    pairs = (laid if isinstance(laid, tuple) else (laid, None) for laid in cells)
    line = [{"cell": cell} | ({"card": card} if card else {}) for cell, card in pairs]
    progress = KIND.parse_progress({"line": line})
    assert progress is not None
    return progress


def cards_of(answer: verified.VerifiedOutcome[Any]) -> list[str]:
    assert answer.solution is not None
    return [card.card for card in answer.solution.line]


def continue_line(puzzle: CoverPuzzle, progress: PartialLine) -> verified.VerifiedOutcome[Any]:
    continuation = Continuation(puzzle, progress)
    return verified.continue_solution(KIND, solvers_for(KIND.id), continuation)


def test_a_card_may_be_absent_and_nothing_else() -> None:
    assert [laid.card for laid in partial_line(B2, (B1, "L")).line] == [None, "L"]
    for laid in ({"card": "L"}, {"cell": B2, "card": None}, {"cell": B2, "card": "X"}):
        with pytest.raises(BadInput):
            KIND.parse_progress({"line": [laid]})
    with pytest.raises(BadInput):
        KIND.parse_solution({"line": [{"cell": B2}]})


def test_a_solution_begins_with_its_cells_whichever_their_cards() -> None:
    line = [{"cell": B2, "card": "S"}, {"cell": B1, "card": "L"}]
    solution = KIND.parse_solution({"line": line})
    for progress in (
        partial_line(B2),
        partial_line(B2, B1),
        partial_line((B2, "S"), B1),
        partial_line(B2, (B1, "L")),
    ):
        assert KIND.begins_with(solution, progress)
    for progress in (
        partial_line(A2),
        partial_line(B2, A2),
        partial_line((B2, "LS"), B1),
        partial_line(B2, B1, A1),
    ):
        assert not KIND.begins_with(solution, progress)


GIVEN = {"givens": [{"cell": B1, "card": "L", "heading": "N"}]}


@pytest.mark.parametrize(
    ("fields", "progress", "rules"),
    [
        ({}, partial_line(B2, B1, A1, A2), []),
        ({}, partial_line(B2, A2, A1, B1), []),  # the tray cannot pay, but that is no rule
        ({"tray": {"S": 1}}, partial_line(B2, (B1, "S"), A1), ["exit"]),
        ({"tray": {"L": 1}}, partial_line((B2, "L"), A2, (A1, "L")), ["tray"]),
        ({}, partial_line((B2, "LSR"), B1, A1), ["tray"]),
        ({}, partial_line([9, 9]), ["range"]),
        ({}, partial_line(B2, [0, 2]), ["blocked", "exit"]),
        ({}, partial_line(B2, A1), ["exit"]),
        ({}, partial_line(B2, B2), ["occupied", "exit"]),
        ({}, partial_line(B2, B1, B2), ["occupied", "exit"]),
        ({}, partial_line(B2, B1, A1, A2, A2), ["after_end"]),
        (GIVEN, partial_line(B2, B1, A1), []),
        (GIVEN, partial_line(B2, (B1, "S")), ["given"]),
        (GIVEN, partial_line(B2, A2, A1, B1), ["given"]),
        ({"givens": [{"cell": B2, "card": "L"}]}, partial_line(B2, B1), ["exit"]),
        ({"givens": [{"cell": B2, "card": "LR"}]}, partial_line(B2, B1), ["exit", "tray"]),
    ],
)
def test_only_rules_broken_with_any_cards_are_reported(
    fields: dict[str, Any], progress: PartialLine, rules: list[str]
) -> None:
    violations = KIND.progress_violations(square(**fields), progress)
    assert sorted(violation.rule for violation in violations) == sorted(rules)


def test_an_open_card_is_chosen_for_the_whole_line() -> None:
    assert cards_of(continue_line(square(), partial_line(B2, B1))) == ["S", "LS", "L", "R"]
    assert continue_line(square(), partial_line((B2, "LS"), B1)).status == "impossible"
    answer = continue_line(square(tray={"S": 1, "L": 2, "LS": 1}), partial_line((B2, "LS"), B1, (A1, "L")))
    assert cards_of(answer) == ["LS", "L", "L", "S"]


@pytest.mark.parametrize(
    ("tray", "progress", "words"),
    [
        (
            {"S": 3},
            partial_line(B2, A2, A1),
            "4 cells to cover, but the tray has only 3 (counting the line so far)",
        ),
        (
            {"S": 4},
            partial_line(B2, A2),
            "2 cells can be left only to the left, but no card has such an exit (counting the line so far)",
        ),
        ({"L": 1, "S": 2, "R": 1}, partial_line(B2, A2, (A1, "R"), (B1, "S")), ""),
        ({"S": 1, "L": 1, "LS": 1, "R": 1}, partial_line(B2, A2), ""),
    ],
)
def test_the_tray_owes_cards_to_cells_without_one(
    tray: dict[str, int], progress: PartialLine, words: str
) -> None:
    answer = continue_line(square(tray=tray), progress)
    assert answer.status == "impossible"
    assert words in (ENGLISH.render(answer.reason) if isinstance(answer.reason, Phrase) else "")
