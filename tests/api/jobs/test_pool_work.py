"""Tests work in a pool that comes and goes."""

from __future__ import annotations

from typing import Any

import pytest

from api.jobs.pool_work import work_in_pool
from api.workers.client import Died, Gone, PoolClient, Unwanted
from api.workers.protocol import Message, Request

REQUEST = Request(call="solve", lane="job", seconds=5, body=b"{}")
ANSWER = Message("answer", b'{"status": "solved"}')
STOPPED = Message("stopped", b"time")


class _Pool(PoolClient):
    """A pool of which each request meets the next event."""

    def __init__(self, events: list[Message | type[Exception]]) -> None:
        super().__init__("nowhere")
        self.events = events

    def ask(self, request: Request, *_: object) -> Message:
        assert request == REQUEST
        event = self.events.pop(0)
        if isinstance(event, Message):
            return event
        raise event


@pytest.mark.parametrize(
    ("events", "message", "rests"),
    [
        ([ANSWER], ANSWER, 0),
        ([Gone, ANSWER], ANSWER, 1),
        ([Gone] * 100 + [ANSWER], ANSWER, 100),
        ([Died] * 29 + [ANSWER], ANSWER, 0),
        ([Died, Gone] * 29 + [Died], Message("died"), 29),
        ([Unwanted], None, 0),
        ([Gone, Unwanted], None, 1),
        ([STOPPED], STOPPED, 0),
    ],
)
def test_a_pool_may_be_gone_for_long_and_a_worker_may_die_often(
    monkeypatch: pytest.MonkeyPatch, events: list[Any], message: Message | None, rests: int
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("api.jobs.pool_work.time.sleep", pauses.append)
    assert work_in_pool(_Pool(list(events)), REQUEST, lambda: True, lambda _: None) == message
    assert len(pauses) == rests


def test_what_nobody_wants_reaches_no_pool() -> None:
    assert work_in_pool(_Pool([]), REQUEST, lambda: False, lambda _: None) is None
