"""Tests `lineworks serve`: its parts are restarted when they die, and end with it."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.program import run
from tests.api.running_service import FOR_EVER, RunningService, run_service, wait_until
from tests.api.service.process_tree import PARTS, children, family, is_there, kill, name, part
from tests.api.small_puzzles import COVER

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with run_service(tmp_path_factory.mktemp("supervised"), LINEWORKS_STOCK="0") as running_service:
        running_service.wait_until_ready()
        yield running_service


@pytest.mark.slow
@pytest.mark.parametrize("victim", PARTS)
def test_a_part_that_dies_is_started_again(service: RunningService, victim: str) -> None:
    old = wait_until(lambda: part(service.process.pid, victim))
    kill(old)
    wait_until(lambda: part(service.process.pid, victim) not in (None, old))
    service.wait_until_ready()
    status, job = service.call("POST", "/v1/jobs", {"call": "solve", "body": {"puzzle": COVER}})
    assert status == 202
    assert service.job(job["id"])["state"] == "done"


def test_no_process_loads_dask(service: RunningService) -> None:
    """The compiled module of one of its libraries would be among the files that a process has mapped."""
    maps = {name(pid): Path(f"/proc/{pid}/maps").read_text() for pid in family(service.process.pid)}
    assert {part for part, files in maps.items() if "msgpack" in files or "tornado" in files} == set()
    assert any("ortools" in files for files in maps.values())


def test_a_web_process_that_dies_is_replaced(service: RunningService) -> None:
    web = wait_until(lambda: part(service.process.pid, "web"))
    before = wait_until(lambda: children(web))
    for pid in before:
        kill(pid)
    wait_until(lambda: len(set(children(web)) - set(before)) >= len(before))
    assert service.call("GET", "/v1/daily")[0] == 200
    assert part(service.process.pid, "web") == web


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_all_of_it_ends_together(tmp_path: Path, how: signal.Signals) -> None:
    """Sends the signal to the process group of the service, as a terminal does for Ctrl-C."""
    with run_service(tmp_path, LINEWORKS_STOCK="0") as service:
        service.wait_until_ready()
        pids = family(service.process.pid)
        assert len(pids) > len(PARTS)
        os.killpg(service.process.pid, how)
        assert service.process.wait(FOR_EVER) == (0 if how != signal.SIGKILL else -how)
        for pid in pids[1:]:
            wait_until(lambda pid=pid: not is_there(pid))  # type: ignore[misc]  # a lambda has no types
        assert "Traceback" not in (tmp_path / "serve.log").read_text()


def test_a_port_in_use_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINEWORKS_DATA", str(tmp_path))
    monkeypatch.setattr("api.service.supervisor._TO_FREE_PORT", 0.0)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        result = run("serve", "--port", str(port))
    assert result.exit_code == 2
    assert result.stderr == f"Error: --host 127.0.0.1 --port {port}: Address already in use\n"


def test_two_services_share_a_data_folder(running: RunningService) -> None:
    """Each service has its own owner name, so that neither takes the other's jobs for lost ones."""
    with run_service(running.data, LINEWORKS_STOCK="0") as other:
        both = [running, other]
        daily = [service.call("GET", "/v1/daily/linja.endgame")[1]["id"] for service in both]
        assert daily[0] == daily[1]
        posted = [
            both[n % 2].call("POST", "/v1/jobs", {"call": "count", "body": {"puzzle": COVER, "cap": n + 1}})[
                1
            ]["id"]
            for n in range(6)
        ]
        assert [both[n % 2 - 1].job(name)["state"] for n, name in enumerate(posted)] == ["done"] * 6
