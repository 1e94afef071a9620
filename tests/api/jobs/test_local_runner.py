"""Tests the runner of jobs on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Semaphore

import pytest

from api.jobs.local_runner import LocalRunner
from api.workers.protocol import Message, Request

REQUEST = Request(call="solve", lane="job", seconds=5, body=b"{}")
ANSWER = Message("answer", b"{}")


class _Work:
    """Work in place of a pool's, which goes on until it is finished or no longer wanted."""

    def __init__(self) -> None:
        self.finish = Event()

    def __call__(
        self, _: object, __: Request, is_wanted: Callable[[], bool], progress: Callable[[float], None]
    ) -> Message | None:
        progress(0.5)
        while is_wanted():
            if self.finish.wait(0.01):
                return ANSWER
        return None


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Work]:
    work = _Work()
    monkeypatch.setattr("api.jobs.local_runner.work_in_pool", work)
    yield work
    work.finish.set()


def test_tasks_take_slots_until_they_are_done(work: _Work) -> None:
    ends = Semaphore(0)
    runner = LocalRunner("nowhere", 2, ends.release)
    tasks = [runner.submit(REQUEST) for _ in range(2)]
    assert (runner.free_slots(), runner.state()) == (0, "ok")
    assert not any(task.done() for task in tasks)
    work.finish.set()
    for _ in tasks:
        ends.acquire()
    assert [task.outcome() for task in tasks] == [ANSWER, ANSWER]
    assert {task.progress() for task in tasks} == {0.5}
    assert runner.free_slots() == 2


@pytest.mark.usefixtures("work")
def test_a_cancelled_task_has_no_outcome() -> None:
    ends = Semaphore(0)
    runner = LocalRunner("nowhere", 1, ends.release)
    task = runner.submit(REQUEST)
    task.cancel()
    ends.acquire()
    assert task.outcome() is None
    assert runner.free_slots() == 1


@pytest.mark.usefixtures("work")
def test_what_is_not_urgent_gives_way() -> None:
    ends = Semaphore(0)
    runner = LocalRunner("nowhere", 2, ends.release)
    refill = runner.submit(REQUEST, urgent=False)
    assert runner.free_slots() == 2, "it takes none"
    first = runner.submit(REQUEST)
    assert not refill.done()
    second = runner.submit(REQUEST)
    ends.acquire()
    assert refill.outcome() is None
    assert not first.done()
    assert not second.done()
