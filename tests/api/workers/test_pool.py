"""The desk: its children work on calls, and whatever becomes of one, the desk goes on."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.workers.client import Busy, Desk, Died, Gone, Unwanted
from api.workers.protocol import packed
from tests.api import running_service
from tests.api.running_service import FOR_EVER, until
from tests.api.service.process_tree import children, is_there
from tests.api.small_puzzles import COVER, ENDLESS

pytestmark = pytest.mark.process

ONE: dict[str, Any] = {"LINEWORKS_SOLVERS": "1", "LINEWORKS_JOBS": "1", "LINEWORKS_WAITING": "0"}


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """It works on one call and one job at once, and lets no other call wait."""
    with running_service.desk(**ONE) as address:
        yield Desk(address)


def _solve(lane: str = "call") -> dict[str, Any]:
    return {"call": "solve", "body": {"puzzle": COVER}, "lane": lane, "seconds": 30}


def _endless(seconds: float = 600, lane: str = "call") -> dict[str, Any]:
    """What takes for ever, whatever it is granted."""
    body = {"puzzle": ENDLESS, "cap": 1_000_000, "seconds": 600}
    return {"call": "count", "body": body, "lane": lane, "seconds": seconds}


def _state(desk: Desk) -> dict[str, Any]:
    state: dict[str, Any] = desk.ask({"call": "ping"}, FOR_EVER)["answer"]
    return state


class _Asked:
    """A call that is being worked on, by a thread that waits for it."""

    def __init__(self, desk: Desk, request: dict[str, Any]) -> None:
        self.wanted = True
        self.came: list[Any] = []
        self._lane = f"{request['lane']}s"
        before = set(_state(desk)["children"])
        self._thread = threading.Thread(target=self._ask, args=(desk, request))
        self._thread.start()
        state = until(lambda: (found := _state(desk))[self._lane] and found)
        self.child = next(iter(set(state["children"]) - before), None)

    def _ask(self, desk: Desk, request: dict[str, Any]) -> None:
        try:
            self.came.append(desk.ask(request, 2 * FOR_EVER, lambda: self.wanted))
        except (Busy, Gone, Unwanted) as e:
            self.came.append(type(e))

    def end(self) -> Any:
        self._thread.join(FOR_EVER)
        (came,) = self.came
        return came


def _worker(desk: Desk) -> int:
    """The child that works, of those there are."""
    return int(until(lambda: _state(desk)["working"])[0])


@pytest.fixture
def endless(desk: Desk) -> Iterator[_Asked]:
    asked = _Asked(desk, _endless())
    yield asked
    asked.wanted = False
    asked.end()
    until(lambda: not _state(desk)["calls"])


def test_a_call_is_answered_and_its_child_takes_the_next(desk: Desk) -> None:
    assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"
    first = _state(desk)["children"]
    assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"
    assert _state(desk) == {"children": first, "working": [], "calls": 0, "jobs": 0, "waiting": 0}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"puzzle": COVER, "nonsense": 1}, "/nonsense"),
        ({"puzzle": COVER | {"rows": 99}}, "/puzzle/rows"),
    ],
)
def test_what_is_wrong_with_a_call_is_told(desk: Desk, body: dict[str, Any], pointer: str) -> None:
    problem = desk.ask(_solve() | {"body": body}, FOR_EVER)["problem"]
    assert (problem["status"], problem["errors"][0]["pointer"]) == (422, pointer)


def test_no_call_may_take_longer_than_it_was_granted(desk: Desk) -> None:
    assert desk.ask(_endless(seconds=0.1), FOR_EVER) == {"stopped": "time"}
    assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"


def test_no_more_calls_wait_than_may_and_jobs_have_a_place_of_their_own(desk: Desk, endless: _Asked) -> None:
    with pytest.raises(Busy):
        desk.ask(_solve(), FOR_EVER)
    assert desk.ask(_solve("job"), FOR_EVER)["answer"]["status"] == "solved"
    assert endless.came == []


def test_hanging_up_ends_the_work(desk: Desk, endless: _Asked) -> None:
    worker = _worker(desk)
    endless.wanted = False
    assert endless.end() is Unwanted
    until(lambda: not is_there(worker))
    assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"


def test_a_job_that_waits_and_is_given_up_is_never_begun(desk: Desk) -> None:
    first = _Asked(desk, _endless(lane="job"))
    worker = _worker(desk)
    with pytest.raises(Unwanted):
        desk.ask(_solve("job"), FOR_EVER, lambda: False)
    assert is_there(worker)
    first.wanted = False
    assert first.end() is Unwanted
    until(lambda: not _state(desk)["jobs"])


def test_a_child_that_is_killed_takes_nothing_with_it(desk: Desk, endless: _Asked) -> None:
    os.kill(_worker(desk), signal.SIGKILL)
    assert endless.end() is Died
    assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"


def test_an_idle_child_that_is_killed_is_replaced(desk: Desk) -> None:
    desk.ask(_solve(), FOR_EVER)
    for pid in _state(desk)["children"]:
        os.kill(pid, signal.SIGKILL)
    until(lambda: not _state(desk)["children"])
    assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"


@pytest.mark.parametrize(
    "said", [b"", b"\xff\xff\xff\xff", b"\0\0\0\2{", b"\0\0\0\2{]", packed({"call": "ping"}) * 2]
)
def test_what_is_no_call_leaves_the_desk_as_it_is(desk: Desk, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(desk.address)
        line.sendall(said)
    assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"


def test_no_call_may_take_more_memory_than_it_may() -> None:
    """Of its own: what all children have from the desk counts for none."""
    with running_service.desk(
        "tests.api.workers.greedy_pool", **ONE | {"LINEWORKS_MEMORY": "100"}
    ) as address:
        desk = Desk(address)
        assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"
        assert desk.ask(_endless(), 2 * FOR_EVER) == {"stopped": "memory"}
        assert desk.ask(_solve(), FOR_EVER)["answer"]["status"] == "solved"


def test_the_children_end_with_the_desk() -> None:
    with running_service.desk(**ONE) as address:
        desk = Desk(address)
        asked = _Asked(desk, _endless())
        working = _state(desk)["children"]
        parent = int(Path(f"/proc/{working[0]}/stat").read_text().rpartition(")")[2].split()[1])
        assert children(parent) == working
        os.kill(parent, signal.SIGKILL)
        assert asked.end() is Gone
        for pid in working:
            until(lambda pid=pid: not is_there(pid))  # type: ignore[misc]  # a lambda has no types
    with pytest.raises(Gone):
        desk.ask(_solve(), 1)
