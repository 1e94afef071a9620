"""Attacks on the service from this machine: what they cost other clients, and what memory they leave in use.

Each attack has an address of its own on loopback, so that the service can tell the clients apart.
"""

from __future__ import annotations

import json
import random
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.api.running_service import run_service
from tests.bench.load import Clients, Connection, Load, get, post
from tests.bench.service_memory import memory, wait_until_loaded
from tests.bench.timing import format_seconds, table
from tests.mutations import mutated, valid_requests

ATTACKER, VICTIM = "127.0.0.2", "127.0.0.1"
SECONDS = 6.0
SENDERS = 16
HALF_OPEN, SLOW = 1000, 400
FLOODING, CHECKS = 32, 25
FUZZED = 50_000
DAILY = get("/v1/daily/end_of_line.cover?grade=easy")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, run_service(Path(folder), LINEWORKS_STOCK="0") as service:
        port, pid = int(service.url.rpartition(":")[2]), service.process.pid
        service.wait_until_ready()
        wait_until_loaded(pid)
        print(f"  memory idle: {memory(pid):.0f} MB", flush=True)
        readers = Clients(2)
        _print_load("a daily, without an attack", readers.for_seconds(port, [DAILY], SECONDS))
        _worst_bodies(readers, port)
        _many_large_bodies(port, pid)
        _flood_of_calls(port)
        _stuck_connections(readers, port)
        readers.close()
        time.sleep(70)
        print(f"  memory a minute after these attacks: {memory(pid):.0f} MB", flush=True)
    _fuzzed()


def worst_bodies() -> list[tuple[str, bytes]]:
    """The bodies that take longest to read, within the size that is allowed; and larger ones."""
    cells = [[row, col] for row in range(20) for col in range(20)][1:]
    cover = {
        "kind": "end_of_line.cover", "rows": 20, "cols": 20, "start": {"cell": [0, 0], "heading": "N"},
        "tray": {"S": 399}, "givens": [{"cell": cell, "card": "S", "heading": "N"} for cell in cells],
    }  # fmt: skip
    solo = {"kind": "end_of_line.solo", "rows": 20, "cols": 20, "deck": ["S"] * 400}
    turn = {"energy": "reverse", "cards": [{"card": "S", "cell": [1, 2]}, {"card": "LS", "cell": [0, 2]}]}
    tubes = [["red", "N0", "E1"], ["blue", "W2", "E2"], ["green", "N2", "S2"], ["black", "S0", "W0"]]
    cards = [{"id": f"{n:02}", "tubes": tubes} for n in range(60)]
    layout = [{"card": f"{n:02}", "row": n // 8, "col": n % 8, "turned": False} for n in range(60)]
    line = [{"card": f"{n % 60:02}", "tube": n % 4} for n in range(240)]
    pairs: list[tuple[str, object]] = [
        ("solve", {"puzzle": cover}),
        ("verify", {"puzzle": cover, "solution": {"line": [{"cell": cell, "card": "S"} for cell in cells]}}),
        ("verify", {"puzzle": solo, "solution": {"rounds": [turn] * 400}}),
        ("check", {"puzzle": {"kind": "light_line.solo", "cards": cards}}),
        (
            "verify",
            {
                "puzzle": {"kind": "light_line.solo", "cards": cards},
                "solution": {"layout": layout, "line": line},
            },
        ),
        ("solve", {"puzzle": {"kind": "end_of_line.cover", "tray": {f"k{n}": n for n in range(5000)}}}),
        ("solve", {f"k{n}": n for n in range(5000)}),
        ("solve", [[]] * 20_000),
        ("solve", large_tray()),
    ]
    return [(call, json.dumps(body, separators=(",", ":")).encode()) for call, body in pairs]


def large_tray() -> object:
    return {"puzzle": {"kind": "end_of_line.cover", "tray": {f"k{n}": n for n in range(85_000)}}}


def _print_load(title: str, load: Load) -> None:
    print(f"  {title}: {load.rate:.0f}/s, statuses {load.statuses}", flush=True)
    times = [format_seconds(load.median), *(format_seconds(load.centile(p)) for p in (95, 99, 100))]
    table([["median", "p95", "p99", "worst"], times])


@contextmanager
def _senders(number: int, work: Callable[[threading.Event], None]) -> Iterator[None]:
    """Does some work in threads until the block ends."""
    ended = threading.Event()
    threads = [threading.Thread(target=work, args=(ended,), daemon=True) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join(30)


def _worst_bodies(readers: Clients, port: int) -> None:
    senders = Clients(SENDERS)
    for call, body in worst_bodies():
        request = post(f"/v1/{call}", body)

        attack = threading.Thread(target=senders.for_seconds, args=(port, [request], SECONDS, ATTACKER))
        attack.start()
        time.sleep(0.5)
        load = readers.for_seconds(port, [DAILY], SECONDS - 2)
        attack.join()
        _print_load(f"a daily while {SENDERS} clients post {call} of {len(body):,} bytes", load)
    senders.close()


def _many_large_bodies(port: int, pid: int) -> None:
    """150 connections send a tray of 85,000 keys and then hang up."""
    request = post("/v1/solve", json.dumps(large_tray()).encode())
    before, start = memory(pid), time.monotonic()

    def send(_: threading.Event) -> None:
        Connection(port, ATTACKER).send(request)

    with _senders(150, send):
        time.sleep(1)
        during = memory(pid)
    seconds = time.monotonic() - start
    print(f"  150 trays of 85,000 keys: {seconds:.1f} s; memory before {before:.0f} MB, meanwhile"
          f" {during:.0f} MB, after {memory(pid):.0f} MB", flush=True)  # fmt: skip


def _flood_of_calls(port: int) -> None:
    count = {
        "puzzle": {"kind": "end_of_line.cover", "rows": 8, "cols": 8, "tray": {"S": 30, "L": 16, "R": 17}},
        "cap": 1_000_000, "seconds": 60,
    }  # fmt: skip
    flood = post("/v1/count", json.dumps(count).encode())

    def send(ended: threading.Event) -> None:
        connection = Connection(port, ATTACKER)
        while not ended.is_set():
            connection.send(flood)
        connection.close()

    times: list[float] = []
    statuses: dict[int, int] = {}
    with _senders(FLOODING, send):
        time.sleep(2)
        connection = Connection(port, VICTIM)
        start = time.perf_counter()
        for n in range(CHECKS):
            puzzle = {"kind": "end_of_line.solo", "deck": ["S", "LS", "R", "L", "S", "LR"] * 4,
                      "blocked": [[n % 5, (n + n // 5) % 2]]}  # fmt: skip
            began = time.perf_counter()
            status = connection.send(post("/v1/check", json.dumps({"puzzle": puzzle}).encode()))
            times.append(time.perf_counter() - began)
            statuses[status] = statuses.get(status, 0) + 1
        load = Load(times, time.perf_counter() - start, statuses)
        connection.close()
    _print_load(f"{CHECKS} checks of another client while one floods with {FLOODING} connections", load)


def _stuck_connections(readers: Clients, port: int) -> None:
    """Half-open connections that sent a part of a head, and slow ones that send a byte a second."""
    slow_head = post("/v1/solve", b" " * 60_000).partition(b"  ")[0]
    ended = threading.Event()
    with ExitStack() as stack:

        def connect(first: bytes) -> socket.socket:
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10, (ATTACKER, 0)))
            line.sendall(first)
            return line

        for _ in range(HALF_OPEN):
            connect(b"GET /v1/daily HTTP/1.1\r\nHost: x\r\n")
        slow = [connect(slow_head) for _ in range(SLOW)]
        drip = threading.Thread(target=_drip, args=(slow, ended))
        drip.start()
        load = readers.for_seconds(port, [DAILY], 5)
        fresh = _fresh_reads(port, 60)
        ended.set()
        drip.join()
    _print_load(f"a daily beside {HALF_OPEN} half-open and {SLOW} slow connections", load)
    _print_load("the same, a new connection for each", fresh)


def _drip(lines: list[socket.socket], ended: threading.Event) -> None:
    while not ended.wait(1):
        for line in list(lines):
            try:
                line.send(b" ", socket.MSG_DONTWAIT)
            except OSError:
                lines.remove(line)


def _fresh_reads(port: int, number: int) -> Load:
    times: list[float] = []
    statuses: dict[int, int] = {}
    start = time.perf_counter()
    for _ in range(number):
        began = time.perf_counter()
        connection = Connection(port, VICTIM)
        status = connection.send(DAILY)
        connection.close()
        times.append(time.perf_counter() - began)
        statuses[status] = statuses.get(status, 0) + 1
    return Load(times, time.perf_counter() - start, statuses)


def _fuzzed() -> None:
    """Requests mutated from valid ones of every kind and call."""
    rng = random.Random(16)
    valid = valid_requests(rng)
    statuses: dict[int, int] = {}
    short = {"LINEWORKS_SECONDS": "1", "LINEWORKS_JOB_SECONDS": "1", "LINEWORKS_STOCK": "0"}
    with tempfile.TemporaryDirectory() as folder, run_service(Path(folder), 0, **short) as service:
        port, pid = int(service.url.rpartition(":")[2]), service.process.pid
        service.wait_until_ready()
        wait_until_loaded(pid)
        memories = [memory(pid)]
        clients = Clients(4)
        for _ in range(10):
            requests = [mutated(next(valid), rng) for _ in range(FUZZED // 10)]
            load = clients.once(port, [post(one.path, one.body, one.content_type) for one in requests])
            for status, n in load.statuses.items():
                statuses[status] = statuses.get(status, 0) + n
            memories.append(memory(pid))
        clients.close()
        time.sleep(70)
        memories.append(memory(pid))
    faults = sum(n for status, n in statuses.items() if status == 0 or (status >= 500 and status != 503))
    sizes = ", ".join(f"{size:.0f}" for size in memories)
    print(f"  {FUZZED} mutated requests: {faults} faults, statuses {statuses}", flush=True)
    print(f"  memory before, after each tenth, and a minute later: {sizes} MB", flush=True)
