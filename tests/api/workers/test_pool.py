"""Tests the pool: its workers answer calls, and it survives the end of any of them."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.workers.client import PING, Busy, Crowded, Died, Gone, PoolClient, Unwanted
from api.workers.protocol import Lane, Message, Request, json_bytes
from tests.api import running_service
from tests.api.running_service import FOR_EVER, wait_until
from tests.api.service.process_tree import children, is_there
from tests.api.small_puzzles import COVER, ENDLESS

MISSING = object()

pytestmark = pytest.mark.process
ONE: dict[str, Any] = {"LINEWORKS_SOLVERS": "1", "LINEWORKS_JOBS": "1", "LINEWORKS_WAITING": "0"}


@pytest.fixture(scope="module")
def pool() -> Iterator[PoolClient]:
    """It works on one call and one job at once, and lets no other call wait."""
    with running_service.pool(**ONE) as address:
        yield PoolClient(address)


def _solve(lane: Lane = "call", body: object = MISSING) -> Request:
    return Request("solve", lane, 30, json_bytes({"puzzle": COVER} if body is MISSING else body))


def _status(pool: PoolClient, lane: Lane = "call") -> str:
    """Returns the status of an answer to solve."""
    return str(pool.ask(_solve(lane), FOR_EVER).json()["status"])


def _endless(seconds: float = 600, lane: Lane = "call") -> Request:
    """Returns a request that takes for ever, whatever it is granted."""
    body = {"puzzle": ENDLESS, "cap": 1_000_000, "seconds": 600}
    return Request("count", lane, seconds, json_bytes(body))


def _state(pool: PoolClient) -> dict[str, Any]:
    return pool.state(FOR_EVER)


class _PendingCall:
    """A call that is being worked on, by a thread that waits for it."""

    def __init__(self, pool: PoolClient, request: Request) -> None:
        self.is_wanted = True
        self.came: list[Any] = []
        self._lane = f"{request.lane}s"
        before = set(_state(pool)["workers"])
        self._thread = threading.Thread(target=self._ask, args=(pool, request))
        self._thread.start()
        state = wait_until(lambda: (state := _state(pool))[self._lane] and state)
        self.child = next(iter(set(state["workers"]) - before), None)

    def _ask(self, pool: PoolClient, request: Request) -> None:
        try:
            self.came.append(pool.ask(request, 2 * FOR_EVER, lambda: self.is_wanted))
        except (Busy, Gone, Unwanted) as e:
            self.came.append(type(e))

    def end(self) -> Any:
        self._thread.join(FOR_EVER)
        (came,) = self.came
        return came


def _worker(pool: PoolClient) -> int:
    """The child that works, of those there are."""
    return int(wait_until(lambda: _state(pool)["working"])[0])


@pytest.fixture
def endless(pool: PoolClient) -> Iterator[_PendingCall]:
    pending = _PendingCall(pool, _endless())
    yield pending
    pending.is_wanted = False
    pending.end()
    wait_until(lambda: not _state(pool)["calls"])


def test_a_call_is_answered_and_its_child_takes_the_next(pool: PoolClient) -> None:
    assert _status(pool) == "solved"
    first = _state(pool)["workers"]
    assert _status(pool) == "solved"
    assert _state(pool) == {"workers": first, "working": [], "calls": 0, "jobs": 0, "waiting": 0}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"puzzle": COVER, "nonsense": 1}, "/nonsense"),
        ({"puzzle": COVER | {"rows": 99}}, "/puzzle/rows"),
    ],
)
def test_problems_of_a_call_are_reported(pool: PoolClient, body: dict[str, Any], pointer: str) -> None:
    problem = pool.ask(_solve(body=body), FOR_EVER).json()
    assert (problem["status"], problem["errors"][0]["pointer"]) == (422, pointer)


def test_no_call_may_take_longer_than_it_was_granted(pool: PoolClient) -> None:
    assert pool.ask(_endless(seconds=0.1), FOR_EVER) == Message("stopped", b"time")
    assert _status(pool) == "solved"


def test_no_more_calls_wait_than_may_and_jobs_have_a_place_of_their_own(
    pool: PoolClient, endless: _PendingCall
) -> None:
    with pytest.raises(Busy):
        pool.ask(_solve(), FOR_EVER)
    assert _status(pool, "job") == "solved"
    assert endless.came == []


def test_a_client_has_no_more_requests_at_once_than_it_may(pool: PoolClient, endless: _PendingCall) -> None:
    with pytest.raises(Crowded):
        pool.ask(replace(_solve(), limit=1), FOR_EVER)
    assert endless.came == []


def test_a_client_does_not_wait_for_the_calls_of_another(pool: PoolClient, endless: _PendingCall) -> None:
    for client in ("10.0.0.1", "10.0.0.2"):
        answer = pool.ask(replace(_solve(), client=client), FOR_EVER)
        assert answer.json()["status"] == "solved"
    assert endless.came == []


def test_bodies_are_read_beside_the_calls(pool: PoolClient, endless: _PendingCall) -> None:
    request = Request("verify", "read", 5, json_bytes({"puzzle": COVER, "solution": {"line": []}}))
    read = pool.ask(request, FOR_EVER).json()
    assert (read["kind"], read["answer"]["valid"]) == ("end_of_line.cover", False)
    assert endless.came == []


def test_hanging_up_ends_the_work(pool: PoolClient, endless: _PendingCall) -> None:
    worker = _worker(pool)
    endless.is_wanted = False
    assert endless.end() is Unwanted
    wait_until(lambda: not is_there(worker))
    assert _status(pool) == "solved"


def test_a_job_that_waits_and_is_given_up_is_never_begun(pool: PoolClient) -> None:
    first = _PendingCall(pool, _endless(lane="job"))
    worker = _worker(pool)
    with pytest.raises(Unwanted):
        pool.ask(_solve("job"), FOR_EVER, lambda: False)
    assert is_there(worker)
    first.is_wanted = False
    assert first.end() is Unwanted
    wait_until(lambda: not _state(pool)["jobs"])


def test_a_child_that_is_killed_takes_nothing_with_it(pool: PoolClient, endless: _PendingCall) -> None:
    os.kill(_worker(pool), signal.SIGKILL)
    assert endless.end() is Died
    assert _status(pool) == "solved"


def test_an_idle_child_that_is_killed_is_replaced(pool: PoolClient) -> None:
    pool.ask(_solve(), FOR_EVER)
    for pid in _state(pool)["workers"]:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not _state(pool)["workers"])
    assert _status(pool) == "solved"


@pytest.mark.long
def test_an_idle_child_that_is_frozen_holds_up_nobody(pool: PoolClient) -> None:
    pool.ask(_solve(), FOR_EVER)
    for pid in _state(pool)["workers"]:
        os.kill(pid, signal.SIGSTOP)
    # More than the system keeps for a process that does not read.
    large = replace(_solve(), body=b" " * 2**20 + _solve().body)
    with pytest.raises(Died):
        pool.ask(large, FOR_EVER)
    assert pool.ask(large, FOR_EVER).json()["status"] == "solved"


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xff" * 8,
        b"\0\0\0\2\0\0\0\0{",
        b"\0\0\0\2\0\0\0\0{]",
        b"\0\0\0\2\0\0\0\0[]",
        b"\0\0\0\7\0\0\0\0[1,2,3]",
        b'\0\0\0\x0d\0\0\0\0["solve","",1]',
        Request(PING, "call", 0).pack() * 2,
    ],
)
def test_what_is_no_call_leaves_the_pool_as_it_is(pool: PoolClient, message: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(pool.address)
        line.sendall(message)
    assert _status(pool) == "solved"


def test_no_call_may_take_more_memory_than_it_may_and_workers_end_after_some_calls() -> None:
    """Limits the memory of a call's own: what all workers share with the pool does not count."""
    with running_service.pool(
        "tests.api.workers.greedy_pool", **ONE | {"LINEWORKS_MEMORY": "100"}
    ) as address:
        pool = PoolClient(address)
        assert _status(pool) == "solved"
        (worker,) = _state(pool)["workers"]
        assert _status(pool) == "solved"
        wait_until(lambda: not is_there(worker))
        assert _status(pool) == "solved"
        assert pool.ask(_endless(), 2 * FOR_EVER) == Message("stopped", b"memory")
        assert _status(pool) == "solved"


def test_the_workers_end_with_the_pool() -> None:
    with running_service.pool(**ONE) as address:
        pool = PoolClient(address)
        pending = _PendingCall(pool, _endless())
        working = _state(pool)["workers"]
        parent = int(Path(f"/proc/{working[0]}/stat").read_text().rpartition(")")[2].split()[1])
        assert children(parent) == working
        os.kill(parent, signal.SIGKILL)
        assert pending.end() is Gone
        for pid in working:
            wait_until(lambda pid=pid: not is_there(pid))  # type: ignore[misc]  # a lambda has no types
    with pytest.raises(Gone):
        pool.ask(_solve(), 1)
