"""Tests housekeeping: publishing days, deleting what is old, refilling the stock."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from api.bank.dailies import days_left
from api.bank.days import today
from api.jobs import housekeeping
from api.jobs.housekeeping import FIRST_SEED, Housekeeping
from api.store import answer_cache, bank, dailies
from api.store.schema import stock
from api.web.context import Service
from api.workers.client import PoolClient
from api.workers.protocol import Message, Request
from puzzles import packs
from tests.api import running_service

KIND, GRADE = "light_line.place", "easy"


@dataclass
class _FinishedTask:
    """A task that is done, with a pool's answer or none."""

    message: Message | None

    def done(self) -> bool:
        return True

    def outcome(self) -> Message | None:
        return self.message

    def progress(self) -> float | None:
        return None

    def cancel(self) -> None:
        raise AssertionError("housekeeping cancels nothing")


@dataclass
class _Runner:
    """A runner that records the requests."""

    work: Callable[[Request], Message | None]
    requests: list[dict[str, Any]] = field(default_factory=list)

    def submit(self, request: Request, *, urgent: bool = True) -> _FinishedTask:
        assert not urgent, "jobs come first"
        self.requests.append(json.loads(request.body))
        return _FinishedTask(self.work(request))

    def free_slots(self) -> int:
        return 1

    def state(self) -> str:
        return "ok"


@pytest.fixture
def ended_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """One kind and grade, whose pack had its last puzzle yesterday."""
    monkeypatch.setattr(packs, "grades_by_kind", lambda: {KIND: (GRADE,)})
    monkeypatch.setattr(packs, "size", lambda *_: (today() - packs.first_day()).days)
    monkeypatch.setattr(housekeeping, "_ROUND_SECONDS", 0.0)


@pytest.fixture
def stocked(tmp_path: Path, pool_address: str) -> Iterator[Service]:
    yield running_service.service_on(tmp_path, pool_address, stock=2)


def _housekeeping(service: Service, runner: _Runner) -> Housekeeping:
    return Housekeeping(service.settings, service.database, runner)


def _rounds(housekeeping: Housekeeping, service: Service, stock: int) -> None:
    """Until there are puzzles for so many days after today."""
    end = time.monotonic() + running_service.FOR_EVER
    while time.monotonic() < end:
        housekeeping.tick(idle=True)
        with service.database.reading() as c:
            if days_left(c, KIND, GRADE) >= stock:
                return
    raise AssertionError("no stock is made")


@pytest.mark.usefixtures("ended_pack")
def test_the_day_after_the_packs_end_is_of_the_refill(stocked: Service) -> None:
    client = running_service.client_of(stocked)
    address = f"/v1/daily/{KIND}?grade={GRADE}"
    assert client.get(address).status_code == 404
    early = client.get("/v1/daily")
    assert early.get_json()["puzzles"] == []
    assert early.headers["Cache-Control"] in [f"public, max-age={n}" for n in range(61)], "it may come soon"

    pool = PoolClient(stocked.pool.address)
    runner = _Runner(lambda request: pool.ask(request, running_service.FOR_EVER))
    _rounds(_housekeeping(stocked, runner), stocked, 2)
    assert [body["seed"] for body in runner.requests] == [FIRST_SEED, FIRST_SEED + 1]

    answer = client.get(address)
    assert (answer.status_code, answer.get_json()["seed"]) == (200, FIRST_SEED)
    assert client.get(address).get_json() == answer.get_json()
    assert running_service.client_of(stocked).get(address).get_json() == answer.get_json(), "replicas agree"
    with stocked.database.reading() as c:
        assert dailies.stock_left(c, KIND, GRADE) == 1
        hidden = list(c.execute(select(stock.c.puzzle_id)).scalars())
    assert len(hidden) == 1
    for name in hidden:
        for path in (
            f"/v1/puzzles/{name}",
            f"/v1/puzzles/{name}.svg",
            f"/v1/puzzles/{name}/solution",
            f"/p/{name}",
        ):
            assert client.get(path).status_code == 404, "stock is nobody's business"
        assert name not in client.get("/v1/puzzles?limit=100").text
    yesterday = today() - timedelta(days=1)
    of_pack = client.get(f"/v1/daily/{KIND}/{yesterday}?grade={GRADE}").get_json()
    assert of_pack["id"] == packs.entry(KIND, GRADE, (yesterday - packs.first_day()).days).record["id"]


@pytest.mark.usefixtures("ended_pack")
def test_what_cannot_be_made_does_not_keep_others_from_their_turn(
    stocked: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "grades_by_kind", lambda: {KIND: ("easy", "hard")})
    runner = _Runner(lambda _: Message("problem", b'{"status": 422}'))
    housekeeping = _housekeeping(stocked, runner)
    for _ in range(9):
        housekeeping.tick(idle=True)
    requests = [(body["grade"], body["seed"]) for body in runner.requests]
    assert len(requests) == len(set(requests)), "no seed is tried twice"
    assert {grade for grade, _ in requests} == {"easy", "hard"}


@pytest.mark.usefixtures("ended_pack")
def test_what_gave_way_to_a_job_is_made_later(stocked: Service) -> None:
    messages = iter([None, Message("stopped", b"time"), None])
    runner = _Runner(lambda _: next(messages))
    housekeeping = _housekeeping(stocked, runner)
    for _ in range(3):
        housekeeping.tick(idle=True)
    assert [body["seed"] for body in runner.requests] == [FIRST_SEED, FIRST_SEED, FIRST_SEED + 1]


@pytest.mark.usefixtures("ended_pack")
def test_nothing_is_made_while_jobs_wait_or_where_enough_is_there(stocked: Service) -> None:
    runner = _Runner(lambda _: Message("stopped"))
    busy = _housekeeping(stocked, runner)
    for _ in range(3):
        busy.tick(idle=False)
    full = Housekeeping(running_service.settings_of(Path("/none"), stock=0), stocked.database, runner)
    for _ in range(3):
        full.tick(idle=True)
    assert runner.requests == []


def test_every_day_so_far_is_published_in_order(stocked: Service) -> None:
    housekeeping = _housekeeping(stocked, _Runner(lambda _: Message("stopped")))
    for _ in range((today() - packs.first_day()).days // 5 + 1):
        housekeeping.tick(idle=False)
    with stocked.database.reading() as c:
        days = dailies.days(c, None, 10_000)
        first = bank.page(c, None, None, 0, 1)[0][1]
    assert days[::-1] == [
        (packs.first_day() + timedelta(days=n)).isoformat()
        for n in range((today() - packs.first_day()).days + 1)
    ]
    kind, grades = next(iter(packs.grades_by_kind().items()))
    assert first["id"] == packs.entry(kind, grades[0], 0).record["id"]


def test_what_is_out_of_date_is_forgotten(stocked: Service) -> None:
    now = time.time()
    with stocked.database.writing() as c:
        answer_cache.store(c, "old", "{}", {}, 1.0, True, now - 1)
        answer_cache.store(c, "new", "{}", {}, 1.0, True, now + 1000)
    _housekeeping(stocked, _Runner(lambda _: Message("stopped"))).tick(idle=False)
    with stocked.database.reading() as c:
        remaining = [name for name in ("old", "new") if answer_cache.find(c, name, 0.0, 0.0)]
    assert remaining == ["new"]
