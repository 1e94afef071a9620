"""Tests the calls about games for two: reply and analyse."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from puzzles import packs
from puzzles.linja.board import Board
from puzzles.linja.endgame import KIND
from puzzles.linja.turns import results
from tests.api.small_puzzles import COVER
from tests.api.web.http_requests import is_problem

START = "linja.endgame:61111110/01111116:A:margin:own:yes"
OVER = "linja.endgame:0000000c/c0000000:A:margin:own:yes"
ENTRY = packs.entry(KIND.id, "easy", 0)
PUZZLE = ENTRY.record["puzzle"]


def reply(client: Client, puzzle: object, **options: int) -> Any:
    answer = client.post("/v1/reply", json={"puzzle": puzzle, **options})
    assert answer.status_code == 200, answer.text
    return answer.get_json()["solution"]


def analyse(client: Client, puzzle: object) -> dict[str, Any]:
    answer = client.post("/v1/analyse", json={"puzzle": puzzle})
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


@pytest.mark.parametrize("strength", range(1, 6))
def test_the_computer_opens_a_game_without_the_table(client: Client, strength: int) -> None:
    solution = reply(client, START, strength=strength, seed=3)
    puzzle = KIND.parse(client.post("/v1/read", json={"puzzle": START}).get_json()["puzzle"])
    assert KIND.verify(puzzle, KIND.parse_solution(solution)) == ()
    assert reply(client, START, strength=strength, seed=3) == solution


def test_the_strongest_makes_no_mistake_that_the_table_shows(client: Client) -> None:
    for seed in range(3):
        assert reply(client, ENTRY.record, strength=5, seed=seed) == ENTRY.solution


def test_other_seeds_make_other_turns(client: Client) -> None:
    turns = {str(reply(client, START, strength=1, seed=seed)) for seed in range(6)}
    assert len(turns) > 2


def test_a_game_that_is_over_has_no_turn(client: Client) -> None:
    assert reply(client, OVER) is None
    assert analyse(client, OVER) == {"moves": [], "reason": None}


def test_all_turns_with_their_values(client: Client) -> None:
    moves = analyse(client, PUZZLE)["moves"]
    puzzle = KIND.parse(PUZZLE)
    boards = results(puzzle.board, puzzle.to_move, puzzle.options)
    assert {(tuple(move["A"]), tuple(move["B"])) for move in moves} == {(b.A, b.B) for b in boards}
    assert [move["value"] for move in moves] == sorted((move["value"] for move in moves), reverse=True)
    assert moves[0]["turn"] == ENTRY.solution["turn"]
    solved = client.post("/v1/solve", json={"puzzle": PUZZLE, "moves": True}).get_json()["moves"]
    values = [{name: move[name] for name in ("A", "B", "turn", "value")} for move in moves]
    assert values == solved


def test_how_many_answers_keep_the_value(client: Client) -> None:
    puzzle = KIND.parse(PUZZLE)
    other = "B" if puzzle.to_move == "A" else "A"
    for move in analyse(client, PUZZLE)["moves"][:3]:
        after = PUZZLE | {"A": move["A"], "B": move["B"], "to_move": other}
        if Board(tuple(move["A"]), tuple(move["B"])).over:
            assert (move["answers"], move["keeping"]) == (0, 0)
            continue
        answers = analyse(client, after)["moves"]
        assert move["value"] == -answers[0]["value"]
        assert move["answers"] == len(answers)
        assert move["keeping"] == sum(answer["value"] == answers[0]["value"] for answer in answers)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "120 rows"), ("de", "120 zurück"), ("es", "120 filas")]
)
def test_without_the_table_it_says_what_makes_it(client: Client, language: str, words: str) -> None:
    answer = client.post(f"/v1/analyse?lang={language}", json={"puzzle": START}).get_json()
    assert answer["moves"] is None
    assert words in answer["reason"]
    assert "lineworks linja build" in answer["reason"]


@pytest.mark.parametrize("call", ["reply", "analyse"])
def test_only_positions_of_games_are_taken(client: Client, call: str) -> None:
    problem = is_problem(client.post(f"/v1/{call}", json={"puzzle": COVER}), 422)
    assert problem["errors"][0]["pointer"] == "/puzzle/kind"
    kinds = client.get("/v1/kinds").get_json()["kinds"]
    assert [kind["id"] for kind in kinds if call in kind["calls"]] == [KIND.id]


@pytest.mark.parametrize("strength", [0, 6, "3", True])
def test_strengths_are_1_to_5(client: Client, strength: object) -> None:
    body = {"puzzle": START, "strength": strength}
    problem = is_problem(client.post("/v1/reply", json=body), 422)
    assert problem["errors"][0]["pointer"] == "/strength"
