"""What dask runs for a job, against a desk that comes and goes."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from distributed.core import Status

from api.jobs import dask_task
from api.service.processes import DESK
from api.workers.client import Died, Gone, Unwanted

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


WORKER = SimpleNamespace(
    state=SimpleNamespace(tasks={"key": SimpleNamespace(state="executing")}), status=Status.running
)


@pytest.mark.parametrize(
    ("says", "result", "rests"),
    [
        ([ANSWER], ANSWER, 0),
        ([Gone, ANSWER], ANSWER, 1),
        ([Gone] * 100 + [ANSWER], ANSWER, 100),
        ([Died] * 29 + [ANSWER], ANSWER, 0),
        ([Died, Gone] * 29 + [Died], {"gone": True}, 29),
        ([Unwanted], {"stopped": "cancelled"}, 0),
        ([Gone, Unwanted], {"stopped": "cancelled"}, 1),
        ([{"stopped": "time"}], {"stopped": "time"}, 0),
    ],
)
def test_a_desk_may_be_gone_for_long_and_a_child_may_die_often(
    monkeypatch: pytest.MonkeyPatch, says: list[Any], result: dict[str, Any], rests: int
) -> None:
    desk = _Desk(list(says))
    monkeypatch.setenv(DESK, "somewhere")
    monkeypatch.setattr(dask_task, "Desk", lambda _: desk)
    monkeypatch.setattr(dask_task, "get_worker", lambda: WORKER)
    monkeypatch.setattr("api.jobs.dask_task.time.sleep", desk.rests.append)
    assert dask_task.run(REQUEST, "key") == result
    assert len(desk.rests) == rests


def test_a_task_that_is_dropped_asks_no_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_task, "Desk", None)
    monkeypatch.setattr(dask_task, "get_worker", lambda: WORKER)
    assert dask_task.run(REQUEST, "another") == {"stopped": "cancelled"}
