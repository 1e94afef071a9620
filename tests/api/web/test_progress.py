"""Tests the field progress of solve and check over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from api.calls.call import Body, Call
from api.calls.catalogue import CALLS
from api.workers.answer_cache import cacheable_call
from puzzles import packs
from puzzles.registry import KINDS
from tests.api.small_puzzles import COVER, COVER_SOLUTION, SOLO, SOLO_SOLUTION
from tests.api.web.http_requests import is_problem

CALLS_BY_NAME = {call.name: call for call in CALLS}


@pytest.mark.parametrize("call", ["solve", "check"])
def test_a_partial_solution_is_continued(client: Client, call: str) -> None:
    begun = {"rounds": SOLO_SOLUTION["rounds"][:1]}
    answer = client.post(f"/v1/{call}", json={"puzzle": SOLO, "progress": begun}).get_json()
    assert answer["status"] in ("solved", "solvable")
    assert call == "check" or answer["solution"] == SOLO_SOLUTION
    broken = {"rounds": [{"cards": [{"card": "S", "cell": [0, 0]}]}]}
    answer = client.post(f"/v1/{call}", json={"puzzle": SOLO, "progress": broken}).get_json()
    assert answer["status"] == "impossible"
    assert answer["reason"].startswith("Round 1, card 1: A1 is blocked")


@pytest.mark.parametrize("call", ["solve", "check"])
def test_a_progress_of_another_shape_is_refused(client: Client, call: str) -> None:
    answer = client.post(f"/v1/{call}", json={"puzzle": COVER, "progress": {"line": [{"card": "X"}]}})
    problem = is_problem(answer, 422)
    assert [error["pointer"] for error in problem["errors"]] == [
        "/progress/line/0/card",
        "/progress/line/0/cell",
    ]
    is_problem(client.post(f"/v1/{call}", json={"puzzle": COVER, "progress": None}), 422)


def test_moves_are_those_that_continue_a_turn(client: Client) -> None:
    entry = packs.entry("linja.endgame", "easy", 0)
    turn = entry.solution["turn"]
    body = {
        "puzzle": entry.record["puzzle"],
        "moves": True,
        "progress": {"turn": {"initial": turn["initial"]}},
    }
    answer = client.post("/v1/solve", json=body).get_json()
    assert answer["status"] == "solved"
    assert {move["turn"]["initial"]["from"] for move in answer["moves"]} == {turn["initial"]["from"]}


def test_kinds_have_the_schema_of_partial_solutions(client: Client) -> None:
    for kind in client.get("/v1/kinds").get_json()["kinds"]:
        assert kind["progress_schema"]["required"] == []
        assert kind["progress_schema"]["properties"].keys() == kind["solution_schema"]["properties"].keys()


def test_answers_are_cached_for_each_partial_solution() -> None:
    def key(call: Call, **fields: Any) -> str:
        body: Body = call.read({"puzzle": COVER, **fields})
        cacheable = cacheable_call(call, body)
        assert cacheable is not None
        assert (cacheable.twin is None) == ("progress" in fields)
        return cacheable.key

    for name in ("solve", "check"):
        call = CALLS_BY_NAME[name]
        begun = {"line": COVER_SOLUTION["line"][:1]}
        keys = {key(call), key(call, progress=begun), key(call, progress=COVER_SOLUTION)}
        assert len(keys) == len(["nothing begun", "one card", "all cards"])


def test_limits_of_bodies_let_every_partial_solution_pass() -> None:
    largest = max(kind.max_solution_bytes() for kind in KINDS)
    for name in ("solve", "check"):
        assert CALLS_BY_NAME[name].max_body_bytes > largest
