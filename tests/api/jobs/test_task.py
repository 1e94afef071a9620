"""What dask runs for a job, against a desk that comes and goes."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from api.desk.client import Gone, Unwanted
from api.jobs import task
from api.parts import DESK

REQUEST = json.dumps({"call": "solve", "body": {}, "lane": "job", "seconds": 5})
ANSWER = {"answer": {"status": "solved"}}


class _Desk:
    def __init__(self, says: list[dict[str, Any] | type[Exception]]) -> None:
        self.says = says
        self.rests: list[float] = []

    def ask(self, request: dict[str, Any], *_: object) -> dict[str, Any]:
        assert request == json.loads(REQUEST)
        said = self.says.pop(0)
        if isinstance(said, dict):
            return said
        raise said


@pytest.mark.parametrize(
    ("says", "result", "rests"),
    [
        ([ANSWER], ANSWER, 0),
        ([Gone, ANSWER], ANSWER, 1),
        ([Gone, Gone, ANSWER], ANSWER, 2),
        ([Gone, Gone, Gone], {"gone": True}, 2),
        ([Unwanted], {"stopped": "cancelled"}, 0),
        ([Gone, Unwanted], {"stopped": "cancelled"}, 1),
        ([{"stopped": "time"}], {"stopped": "time"}, 0),
    ],
)
def test_a_desk_that_is_gone_is_given_time_to_come_back(
    monkeypatch: pytest.MonkeyPatch, says: list[Any], result: dict[str, Any], rests: int
) -> None:
    """Where the service ends, the worker should have ended before it gives up."""
    desk = _Desk(list(says))
    monkeypatch.setenv(DESK, "somewhere")
    monkeypatch.setattr(task, "Desk", lambda _: desk)
    monkeypatch.setattr(task, "get_worker", SimpleNamespace)
    monkeypatch.setattr("api.jobs.task.time.sleep", desk.rests.append)
    assert task.run(REQUEST, "key") == result
    assert len(desk.rests) == rests
