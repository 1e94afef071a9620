"""Tests the calls over HTTP: answered at once or queued as jobs, rejected when busy, and verified."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client

from api.bank.days import today
from api.calls.catalogue import CALLS
from api.web.context import Service
from api.web.rate_limits import RateLimits
from api.workers.call_runner import CallRunner
from api.workers.client import Busy, Crowded, Gone, PoolClient
from api.workers.protocol import Message, Request, json_bytes
from puzzles import packs
from tests.api import running_service
from tests.api.small_puzzles import (
    COVER,
    COVER_LINE,
    COVER_SOLUTION,
    ENDLESS,
    RECORD,
    SOLO,
    SOLO_SCORE,
    STUCK,
    TWO_LINES,
)
from tests.api.web.http_requests import is_problem

LINJA: dict[str, Any] = dict(packs.entry("linja.endgame", "easy", 0).record["puzzle"])


@dataclass
class _Pool:
    """Has bodies read, and gives or raises its events for calls, one after the other."""

    real: PoolClient
    events: list[Message | type[Exception]]

    def ask(self, request: Request, seconds: float, is_wanted: Callable[[], bool]) -> Message:
        if request.lane == "read":
            return self.real.ask(request, seconds, is_wanted)
        event = self.events.pop(0)
        if isinstance(event, Message):
            return event
        raise event


@pytest.fixture
def with_pool(tmp_path: Path, pool_address: str) -> Callable[..., Client]:
    """A client of a service whose pool does these things."""

    def client(*events: Message | type[Exception], **changes: Any) -> Client:
        service = running_service.service_on(tmp_path, pool_address, **changes)
        pool: PoolClient = _Pool(running_service.SharedPool(pool_address, service.settings), list(events))  # type: ignore[assignment]  # all of it that is used
        return running_service.client_of(replace(service, calls=CallRunner(pool)))

    return client


def _post(client: Client, call: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/{call}", json=body)
    assert (answer.status_code, answer.content_type) == (200, "application/json"), answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    document: dict[str, Any] = answer.get_json()
    return document


def test_solve(client: Client) -> None:
    answer = _post(client, "solve", puzzle=COVER)
    assert (answer["status"], answer["proven"], answer["solution"]) == ("solved", True, COVER_SOLUTION)
    best = _post(client, "solve", puzzle=SOLO, goal="best", seconds=5, seed=1)
    assert (best["score"], best["bound"], best["proven"]) == (SOLO_SCORE, SOLO_SCORE, True)
    assert _post(client, "solve", puzzle=RECORD)["solution"] == COVER_SOLUTION


def test_a_puzzle_may_be_its_line_of_text_and_a_record_as_published(client: Client) -> None:
    published = {"text": COVER_LINE, "title": "Cover", "task": "Cover it.", "target": None}
    dated = {"date": "2026-11-19", "solution_opens": "2026-11-20T00:00:00Z"}
    record = RECORD | published | dated
    for puzzle in (COVER_LINE, COVER_LINE.lower(), record, RECORD | {"puzzle": COVER_LINE}):
        assert _post(client, "verify", puzzle=puzzle, solution=COVER_SOLUTION)["valid"]
    for path, body in (
        ("jobs", {"call": "solve", "body": {"puzzle": COVER_LINE}}),
        ("books", {"puzzles": [COVER_LINE]}),
    ):
        assert client.post(f"/v1/{path}", json=body).status_code == 202


def test_an_impossible_puzzle_is_an_answer(client: Client) -> None:
    answer = _post(client, "solve", puzzle=STUCK)
    assert (answer["status"], answer["solution"], answer["proven"]) == ("impossible", None, True)


def test_moves_are_only_for_kinds_with_values(client: Client) -> None:
    answer = _post(client, "solve", puzzle=LINJA, moves=True)
    assert answer["value"] == answer["moves"][0]["value"] == max(move["value"] for move in answer["moves"])
    response = client.post("/v1/solve", json={"puzzle": COVER, "moves": True})
    assert is_problem(response, 422)["errors"][0]["pointer"] == "/moves"


def test_check_gives_nothing_away(client: Client) -> None:
    answer = _post(client, "check", puzzle=TWO_LINES, grade=True)
    assert answer == {
        "status": "solvable", "unique": False, "best_score": None, "grade": None, "difficulty": None,
        "proven": True, "reason": None,
    }  # fmt: skip


def test_count(client: Client) -> None:
    assert _post(client, "count", puzzle=TWO_LINES) == {"count": 2, "exact": True}
    assert _post(client, "count", puzzle=TWO_LINES, cap=1) == {"count": 1, "exact": False}
    rejection = client.post("/v1/count", json={"puzzle": packs.entry("light_line.head", "easy", 0).record})
    assert is_problem(rejection, 422)["errors"][0]["pointer"] == "/puzzle/kind"


def test_steps(client: Client) -> None:
    puzzle = packs.entry("end_of_line.cover", "medium", 0).record["puzzle"]
    by_language = {
        language: _post(client, "steps", puzzle=puzzle, language=language)["steps"]
        for language in ("en", "de")
    }
    assert _post(client, "steps", puzzle=puzzle)["steps"] == by_language["en"]
    for english, german in zip(by_language["en"], by_language["de"], strict=True):
        assert (english["technique"], english["at"]) == (german["technique"], german["at"])
        assert english["text"] != german["text"]
        assert {"ABCDE"[col] + str(row + 1) for row, col in english["at"]} == set(
            re.findall(r"\b[A-E][1-5]\b", english["text"])
        )


def test_a_puzzle_without_steps(client: Client, with_pool: Callable[..., Client]) -> None:
    assert _post(client, "steps", puzzle=STUCK) == {"steps": None}
    assert _post(with_pool(Message("stopped", b"time")), "steps", puzzle=COVER) == {"steps": None}
    rejection = client.post("/v1/steps", json={"puzzle": SOLO})
    assert is_problem(rejection, 422)["errors"][0]["pointer"] == "/puzzle/kind"
    kinds = client.get("/v1/kinds").get_json()["kinds"]
    assert [kind["id"] for kind in kinds if "steps" in kind["calls"]] == ["end_of_line.cover"]


def test_verify(client: Client) -> None:
    assert _post(client, "verify", puzzle=COVER, solution=COVER_SOLUTION) == {
        "valid": True, "score": None, "violations": [],
    }  # fmt: skip
    broken = _post(client, "verify", puzzle=COVER, solution={"line": []})
    assert [violation["rule"] for violation in broken["violations"]] == ["covered"]


def test_without_the_pool_calls_are_refused(tmp_path: Path) -> None:
    client = running_service.client_of(running_service.service_on(tmp_path, str(tmp_path / "none")))
    is_problem(client.post("/v1/solve", json={"puzzle": COVER}), 503)


def test_verify_of_a_turn(tmp_path: Path, pool_address: str) -> None:
    client = running_service.client_of(running_service.service_on(tmp_path, pool_address, seconds=60))
    solution = packs.entry("linja.endgame", "easy", 0).solution
    answer = _post(client, "verify", puzzle=LINJA, solution=solution)
    assert (answer["valid"], answer["violations"]) == (True, [])
    assert answer["value"] is not None


def test_what_is_generated_has_an_address(client: Client) -> None:
    generated = _post(client, "generate", kind="light_line.place", grade="easy", seed=5)
    assert generated["url"] == f"http://localhost/v1/puzzles/{generated['id']}"
    assert client.get(generated["url"]).get_json() == generated
    assert client.get(generated["url"] + "/solution").status_code == 200
    assert _post(client, "generate", kind="light_line.place", grade="easy", seed=5) == generated
    assert generated in client.get("/v1/puzzles?kind=light_line.place").get_json()["puzzles"]
    another = _post(client, "generate", kind="light_line.place", grade="easy")
    assert _post(client, "generate", kind="light_line.place", grade="easy")["seed"] != another["seed"]


def test_a_daily_to_come_that_somebody_generates_stays_invisible(client: Client) -> None:
    n = (today() - packs.first_day()).days + 1
    record = packs.entry("light_line.place", "easy", n).record
    generated = _post(client, "generate", kind="light_line.place", grade="easy", seed=record["seed"])
    assert generated["id"] == record["id"]
    for end in ("", ".svg", "/solution", "/solution.svg"):
        is_problem(client.get(f"/v1/puzzles/{generated['id']}{end}"), 404)
    assert generated["id"] not in client.get("/v1/puzzles?kind=light_line.place&grade=easy").text


def test_todays_puzzle_that_somebody_generates_keeps_its_solution_closed(client: Client) -> None:
    n = (today() - packs.first_day()).days
    record = packs.entry("light_line.place", "easy", n).record
    generated = _post(client, "generate", kind="light_line.place", grade="easy", seed=record["seed"])
    daily = client.get("/v1/daily/light_line.place?grade=easy").get_json()
    assert daily["id"] == generated["id"] == record["id"]
    is_problem(client.get(f"/v1/puzzles/{generated['id']}/solution"), 404)


@pytest.mark.parametrize("call", ["solve", "check", "count"])
def test_no_call_works_longer_than_calls_may(tmp_path: Path, pool_address: str, call: str) -> None:
    """Whatever seconds says; and what is not known then is not made up."""
    client = running_service.client_of(running_service.service_on(tmp_path, pool_address, seconds=1))
    hard = {"kind": "end_of_line.cover", "rows": 8, "cols": 8, "tray": {"S": 30, "L": 16, "R": 17}}
    puzzle = ENDLESS if call == "count" else hard
    answer = _post(
        client, call, puzzle=puzzle, seconds=600, **({"cap": 1_000_000} if call == "count" else {})
    )
    if call == "count":
        assert answer["exact"] is False
    else:
        assert (answer["status"], answer["proven"]) in [
            ("unknown", False),
            ("solved", True),
            ("solvable", True),
        ]


def test_a_turn_that_was_not_judged_in_time_is_neither_valid_nor_wrong(
    with_pool: Callable[..., Client],
) -> None:
    solution = packs.entry("linja.endgame", "easy", 0).solution
    answer = _post(with_pool(Message("stopped", b"time")), "verify", puzzle=LINJA, solution=solution)
    assert answer == {"valid": False, "score": None, "violations": [], "value": None}


@pytest.mark.parametrize("reason", ["time", "memory"])
@pytest.mark.parametrize("call", ["solve", "check"])
def test_what_was_ended_is_unknown(with_pool: Callable[..., Client], call: str, reason: str) -> None:
    answer = _post(with_pool(Message("stopped", reason.encode())), call, puzzle=COVER)
    assert (answer["status"], answer["reason"], answer["proven"]) == ("unknown", reason, False)


def test_what_has_no_answer_in_time_becomes_a_job(with_pool: Callable[..., Client]) -> None:
    client = with_pool(Message("stopped", b"time"))
    body = {"kind": "end_of_line.cover", "grade": "expert"}
    answer = client.post("/v1/generate", json=body)
    job = answer.get_json()
    assert (answer.status_code, job["call"], job["state"]) == (202, "generate", "queued")
    assert answer.headers["Location"] == f"http://localhost/v1/jobs/{job['id']}"
    assert client.get(answer.headers["Location"]).get_json() == job
    assert client.delete(answer.headers["Location"]).get_json()["state"] == "cancelled"
    assert client.get(answer.headers["Location"]).get_json()["state"] == "cancelled"


@pytest.mark.parametrize("events", [[Busy], [Gone, Gone], [Gone, Busy]])
def test_busy_answers_say_when_to_try_again(
    with_pool: Callable[..., Client], events: list[type[Exception]]
) -> None:
    answer = with_pool(*events).post("/v1/solve", json={"puzzle": COVER})
    is_problem(answer, 503)
    assert int(answer.headers["Retry-After"]) > 0


def test_a_call_whose_worker_died_is_made_again(with_pool: Callable[..., Client]) -> None:
    assert (
        _post(
            with_pool(Gone, Message("answer", json_bytes({"count": 7, "exact": True}))), "count", puzzle=COVER
        )["count"]
        == 7
    )


def test_an_answer_that_could_not_be_confirmed_is_none(with_pool: Callable[..., Client]) -> None:
    answer = with_pool(Message("fault", b"WrongAnswer: engines differ")).post(
        "/v1/solve", json={"puzzle": COVER}
    )
    told_of = is_problem(answer, 500)
    assert "engines" not in told_of["detail"]


def test_work_is_limited_by_the_seconds_that_calls_may_take(
    with_pool: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = with_pool(*4 * [Message("answer", json_bytes({"status": "solved"}))], work=6)
    body = {"puzzle": COVER, "seconds": 5}
    for _ in range(3):
        assert client.post("/v1/solve", json=body).status_code == 200, "a quick answer costs little"
    monkeypatch.setattr(RateLimits, "give_back", lambda *_: None)
    assert client.post("/v1/solve", json=body).status_code == 200
    answer = client.post("/v1/solve", json=body)
    is_problem(answer, 429)
    assert 1 <= int(answer.headers["Retry-After"]) <= 40


def test_no_more_work_is_given_back_than_was_charged(
    with_pool: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a call may take more seconds than a client has in a minute."""
    costs: list[float] = []
    monkeypatch.setattr(RateLimits, "give_back", lambda *arguments: costs.append(arguments[-1]))
    client = with_pool(Message("answer", json_bytes({"status": "solved"})), work=1)
    assert client.post("/v1/solve", json={"puzzle": COVER, "seconds": 5}).status_code == 200
    assert 0 < costs[0] <= 1


def test_nothing_is_generated_while_the_disk_is_nearly_full(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Puzzles stay for good. Other calls are answered."""
    usage = shutil.disk_usage("/")._replace(free=199_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    answer = reader.post("/v1/generate", json={"kind": "end_of_line.cover"})
    assert "disk" in is_problem(answer, 503)["detail"]
    assert int(answer.headers["Retry-After"]) > 0
    assert reader.post("/v1/solve", json={"puzzle": COVER}).status_code == 200


def test_a_client_with_many_calls_at_once_is_refused(with_pool: Callable[..., Client]) -> None:
    answer = with_pool(Crowded).post("/v1/solve", json={"puzzle": COVER})
    is_problem(answer, 429)
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("call", [call.name for call in CALLS])
def test_a_body_is_read_strictly(reader: Client, call: str) -> None:
    rest: dict[str, Any] = {
        "verify": {"puzzle": COVER, "solution": COVER_SOLUTION},
        "generate": {"kind": "linja.endgame"},
    }
    good: dict[str, Any] = rest.get(call, {"puzzle": COVER})
    response = reader.post(f"/v1/{call}", json=good | {"nonsense": 1, "secondz": 5})
    pointers = {error["pointer"] for error in is_problem(response, 422)["errors"]}
    assert pointers == {"/nonsense", "/secondz"}
    within = reader.post("/v1/jobs", json={"call": call, "body": good | {"nonsense": 1}})
    assert is_problem(within, 422)["errors"][0]["pointer"] == "/body/nonsense"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"puzzle": COVER, "seconds": 601}, "/seconds"),
        ({"puzzle": COVER, "seconds": True}, "/seconds"),
        ({"puzzle": COVER, "seed": 2**63}, "/seed"),
        ({"puzzle": COVER, "goal": "most"}, "/goal"),
        ({"puzzle": COVER | {"rows": 2}}, "/puzzle/rows"),
        ({"puzzle": COVER | {"kind": "none"}}, "/puzzle/kind"),
        ({"puzzle": RECORD | {"id": "0" * 16}}, "/puzzle/id"),
        ({"puzzle": RECORD | {"puzzle": SOLO}}, "/puzzle/kind"),
        ({"puzzle": []}, "/puzzle"),
        ({"puzzle": "end_of_line.cover:2x5"}, "/puzzle"),
        ({"puzzle": "chess:8x8"}, "/puzzle"),
        ({"puzzle": RECORD | {"text": "end_of_line.cover:"}}, "/puzzle/text"),
        ({"puzzle": RECORD | {"text": "chess:8x8"}}, "/puzzle/text"),
        ({"puzzle": RECORD | {"target": "many"}}, "/puzzle/target"),
        ({}, "/puzzle"),
    ],
)
def test_what_is_wrong_is_pointed_at(reader: Client, body: dict[str, Any], pointer: str) -> None:
    problem = is_problem(reader.post("/v1/solve", json=body), 422)
    assert pointer in [error["pointer"] for error in problem["errors"]]


def test_very_many_mistakes_are_counted_and_not_listed(reader: Client) -> None:
    body = {"puzzle": SOLO | {"deck": ["X"] * 400}}
    answer = reader.post("/v1/solve", json=body)
    problem = is_problem(answer, 422)
    assert (len(problem["errors"]), problem["more"]) == (100, 300)
    assert len(answer.data) < 20_000


def test_what_is_solved_is_counted(published: Service) -> None:
    client = running_service.client_of(published)

    def solve_count() -> float:
        prefix = 'lineworks_solves_total{call="count",engine="",kind="end_of_line.cover",outcome="done"}'
        metric_lines = [line for line in client.get("/metrics").text.splitlines() if line.startswith(prefix)]
        return float(metric_lines[0].split()[-1]) if metric_lines else 0.0

    before = solve_count()
    _post(client, "count", puzzle=TWO_LINES)
    assert solve_count() == before + 1
    text = client.get("/metrics").text
    for name in ("lineworks_stock", "lineworks_bank", "lineworks_jobs", "lineworks_request_seconds_bucket"):
        assert f"\n{name}{{" in text
