"""Tests the dask task of a job, against a pool that comes and goes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from distributed.core import Status

from api.jobs import dask_task
from api.service.processes import POOL
from api.workers.client import Died, Gone, Unwanted
from api.workers.protocol import Message, Request

REQUEST = Request("solve", "job", 5, b"{}")
ANSWER = Message("answer", b'{"status": "solved"}')
STOPPED = Message("stopped", b"time")


class _Pool:
    def __init__(self, events: list[Message | type[Exception]]) -> None:
        self.events = events
        self.rests: list[float] = []

    def ask(self, request: Request, *_: object) -> Message:
        assert request == REQUEST
        event = self.events.pop(0)
        if isinstance(event, Message):
            return event
        raise event


WORKER = SimpleNamespace(
    state=SimpleNamespace(tasks={"key": SimpleNamespace(state="executing")}), status=Status.running
)


@pytest.mark.parametrize(
    ("events", "result", "rests"),
    [
        ([ANSWER], ANSWER, 0),
        ([Gone, ANSWER], ANSWER, 1),
        ([Gone] * 100 + [ANSWER], ANSWER, 100),
        ([Died] * 29 + [ANSWER], ANSWER, 0),
        ([Died, Gone] * 29 + [Died], Message("died"), 29),
        ([Unwanted], dask_task.CANCELLED, 0),
        ([Gone, Unwanted], dask_task.CANCELLED, 1),
        ([STOPPED], STOPPED, 0),
    ],
)
def test_a_pool_may_be_gone_for_long_and_a_worker_may_die_often(
    monkeypatch: pytest.MonkeyPatch, events: list[Any], result: Message, rests: int
) -> None:
    pool = _Pool(list(events))
    monkeypatch.setenv(POOL, "somewhere")
    monkeypatch.setattr(dask_task, "PoolClient", lambda _: pool)
    monkeypatch.setattr(dask_task, "get_worker", lambda: WORKER)
    monkeypatch.setattr("api.jobs.dask_task.time.sleep", pool.rests.append)
    assert dask_task.run(REQUEST.pack(), "key") == result
    assert len(pool.rests) == rests


def test_a_task_that_is_dropped_calls_no_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_task, "PoolClient", None)
    monkeypatch.setattr(dask_task, "get_worker", lambda: WORKER)
    assert dask_task.run(REQUEST.pack(), "another") == dask_task.CANCELLED
