"""Tests reading endgames, and the symmetry between the players."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.errors import BadInput
from puzzles.ids import puzzle_id
from puzzles.linja.board import USUAL, Board
from puzzles.linja.endgame import GOALS, KIND, EndgameTurn, goal_threshold
from puzzles.linja.turns import PASS, turns
from tests.oracle.linja_instances import twin

GOOD: dict[str, Any] = {
    "kind": "linja.endgame",
    "A": [0, 0, 1, 0, 1, 2, 2, 6],
    "B": [6, 2, 1, 1, 1, 0, 1, 0],
    "to_move": "A",
}


def test_defaults() -> None:
    puzzle = KIND.parse(GOOD)
    assert (puzzle.goal, puzzle.options) == ("margin", USUAL)


@pytest.mark.parametrize(
    ("change", "pointers"),
    [
        ({"A": [0, 0, 1, 0, 1, 2, 2, 7]}, ["/A"]),
        ({"A": [0, 0, 1, 0, 1, 2, 2, 5], "B": [6, 2, 1, 1, 1, 0, 1, 1]}, ["/A", "/B"]),
        ({"A": [0, 7, 0, 0, 0, 0, 0, 5]}, ["/A/1"]),
        ({"A": [0, 5, 0, 0, 0, 0, 0, 7]}, ["/B/1"]),
        ({"A": [0, 0, 1, 0, 1, 2, 8]}, ["/A"]),
        ({"A": [0, 0, 1, 0, 1, 2, -2, 10]}, ["/A/6"]),
        ({"to_move": "C"}, ["/to_move"]),
        ({"goal": "best"}, ["/goal"]),
        ({"extra_move": True}, ["/extra_move"]),
        ({"negatives": 1}, ["/negatives"]),
        ({"turn": 1}, ["/turn"]),
    ],
)
def test_rejects_malformed_puzzles(change: dict[str, Any], pointers: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        KIND.parse(GOOD | change)
    assert [problem.pointer for problem in caught.value.problems] == pointers


def test_swapping_the_players_gives_a_twin() -> None:
    assert puzzle_id(KIND, KIND.parse(GOOD)) == puzzle_id(KIND, KIND.parse(twin(GOOD)))
    assert puzzle_id(KIND, KIND.parse(GOOD)) != puzzle_id(KIND, KIND.parse(GOOD | {"to_move": "B"}))
    assert len({puzzle_id(KIND, KIND.parse(GOOD | {"goal": goal})) for goal in GOALS}) == 3


def test_turns_map_to_the_twin() -> None:
    """Mapped turns lead to the same position, seen from the other end of the board."""
    puzzle = KIND.parse(twin(GOOD) | {"extra_move": "any"})
    canonical = KIND.twin(puzzle)
    assert canonical.puzzle == KIND.parse(GOOD | {"extra_move": "any"})
    expected = dict(turns(canonical.puzzle.board, "A", puzzle.options))
    for turn, after in turns(puzzle.board, "B", puzzle.options):
        assert expected.pop(canonical.to_canonical(EndgameTurn(turn)).turn) == Board(
            after.B[::-1], after.A[::-1]
        )
    assert not expected
    assert canonical.to_canonical(EndgameTurn(PASS)) == EndgameTurn(PASS)


def test_the_least_value_that_meets_a_goal() -> None:
    assert [goal_threshold(goal, 4) for goal in GOALS] == [1, 0, 4]


NO_TURNS = ["pas", {}, {"initial": None}, {"initial": {"from": "0"}}, {"initial": 3}, None]


@pytest.mark.parametrize("turn", NO_TURNS)
def test_rejects_malformed_turns(turn: Any) -> None:
    with pytest.raises(BadInput):
        KIND.parse_solution({"turn": turn})


def test_absent_moves_are_null() -> None:
    short = KIND.parse_solution({"turn": {"initial": {"from": 2}}})
    assert KIND.serialise_solution(short) == {"turn": {"initial": {"from": 2}, "second": None, "extra": None}}
