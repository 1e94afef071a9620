"""Benchmarks the service under load on loopback.

It measures the rate against a bare Flask endpoint, checks of deals, reads beside hard work, start-up time,
memory, and bad requests.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from api.service.processes import ALIVE
from puzzles import packs
from puzzles.end_of_line.board import STANDARD
from tests.api.running_service import run_service
from tests.bench.load import Clients, Connection, Load, get, post, slow_clients
from tests.bench.service_memory import memory, wait_until_loaded
from tests.bench.timing import format_seconds, table

SECONDS = 4.0
# Many short rounds, because chance decides which worker takes a connection.
ROUNDS, ROUND_SECONDS = 21, 1.0
CLIENTS = 8
CHECKS = 800
READERS, HALF_HEADS, SLOW_BODIES = 16, 1000, 400
BAD = 20_000
STARTS = 7
# A count that takes every engine a long time.
HARD = {
    "puzzle": {"kind": "end_of_line.cover", "rows": 8, "cols": 8, "tray": {"S": 30, "L": 16, "R": 17}},
    "cap": 1_000_000,
    "seconds": 60,
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, run_service(Path(folder)) as service:
        port = int(service.url.rpartition(":")[2])
        wait_until_loaded(service.process.pid)
        print(f"  memory idle, all processes, proportional: {memory(service.process.pid):.0f} MB", flush=True)
        _against_bare_flask(port)
        _beside_slow_clients(port)
        clients = Clients(CLIENTS)
        _checks(clients, port)
        _beside_hard_work(clients, port)
        _bad_requests(clients, port, service.process.pid)
        clients.close()
    _starts()


@contextmanager
def _bare() -> Iterator[int]:
    """Yields the port of the yardstick, which runs on the same server with the same settings."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen(1024)
        alive, write_end = os.pipe()
        command = [sys.executable, "-m", "tests.bench.bare_flask", str(listener.fileno())]
        process = subprocess.Popen(
            command, pass_fds=(listener.fileno(), alive), env=os.environ | {ALIVE: str(alive)}
        )
        try:
            yield listener.getsockname()[1]
        finally:
            os.close(write_end)
            os.close(alive)
            process.kill()
            process.wait()


def _against_bare_flask(port: int) -> None:
    """Alternates between both, so that a noisy neighbour slows both down."""
    clients = Clients(CLIENTS)
    ours, bare = [], []
    daily = get("/v1/daily/end_of_line.cover?grade=easy")
    with _bare() as bare_port:
        for _ in range(ROUNDS):
            bare.append(clients.for_seconds(bare_port, [get("/daily")], ROUND_SECONDS).rate)
            ours.append(clients.for_seconds(port, [daily], ROUND_SECONDS).rate)
    clients.close()
    low, share, high = quantiles(our_rate / bare_rate for our_rate, bare_rate in zip(ours, bare, strict=True))
    print(
        f"  GET of a daily: {median(ours):.0f} requests/s, bare Flask {median(bare):.0f}:"
        f" {median(ours) / median(bare):.0%}; by rounds {share:.0%}, half from {low:.0%} to {high:.0%}",
        flush=True,
    )


def _beside_slow_clients(port: int) -> None:
    """GETs of a cached daily, alone and beside many clients that send slowly."""
    clients, daily = Clients(READERS), [get("/v1/daily/end_of_line.cover")]
    clients.for_seconds(port, daily, 0.5)
    _print_load(f"GET of a daily, {READERS} connections", clients.for_seconds(port, daily, SECONDS))
    with slow_clients(port, HALF_HEADS, SLOW_BODIES):
        load = clients.for_seconds(port, daily, SECONDS)
        _print_load(f"beside {HALF_HEADS} half heads and {SLOW_BODIES} slow bodies", load)
    clients.close()


def _deals(number: int) -> list[bytes]:
    rng = random.Random(5)
    cells = [(row, col) for row in range(5) for col in range(5) if (row, col) != (2, 2)]
    bodies = []
    for _ in range(number):
        deck = [card for card, count in STANDARD.items() for _ in range(count)]
        rng.shuffle(deck)
        blocked = [list(cell) for cell in rng.sample(cells, 2)]
        puzzle = {"kind": "end_of_line.solo", "deck": deck, "blocked": blocked}
        bodies.append(post("/v1/check", json.dumps({"puzzle": puzzle}).encode()))
    return bodies


def _checks(clients: Clients, port: int) -> None:
    deals = _deals(CHECKS)
    clients.once(port, deals[:100])
    load = clients.once(port, deals[100:])
    _print_load(f"check of a 5x5 deal with 2 blocked cells, {CLIENTS} clients", load)


def _print_load(title: str, load: Load) -> None:
    print(f"  {title}: {load.rate:.0f}/s, statuses {load.statuses}", flush=True)
    table(
        [
            ["median", "p95", "p99", "worst"],
            [format_seconds(load.median), *(format_seconds(load.centile(p)) for p in (95, 99, 100))],
        ]
    )


def _beside_hard_work(clients: Clients, port: int) -> None:
    names = [packs.entry("end_of_line.cover", "easy", n).record["id"] for n in range(10)]
    paths = ["/v1/daily", "/v1/daily/linja.endgame", "/v1/puzzles?limit=20", "/v1/kinds"]
    paths += [f"/v1/puzzles/{name}{end}" for name in names for end in ("", ".svg", "/solution")]
    hard = [threading.Thread(target=_hard, args=(port, i)) for i in range(CLIENTS)]
    for thread in hard:
        thread.start()
    time.sleep(0.5)
    load = clients.for_seconds(port, list(map(get, paths)), SECONDS)
    _print_load("GETs while 8 hard counts run", load)
    for thread in hard:
        thread.join()


def _hard(port: int, number: int) -> None:
    puzzle = HARD["puzzle"] | {"blocked": [[0, number % 7]]}  # type: ignore[operator]  # it is an object
    Connection(port).send(post("/v1/count", json.dumps(HARD | {"puzzle": puzzle}).encode()))


def _bad_requests(clients: Clients, port: int, pid: int) -> None:
    rng = random.Random(7)
    before = clients.once(port, [_bad(rng) for _ in range(2000)])
    memory_before = memory(pid)
    load = clients.once(port, [_bad(rng) for _ in range(BAD)])
    faults = sum(n for part in (before, load) for status, n in part.statuses.items() if status >= 500)
    _print_load(f"{BAD} bad requests: {faults} answers of 5xx", load)
    print(f"  memory before them {memory_before:.0f} MB, after them {memory(pid):.0f} MB", flush=True)


def _bad(rng: random.Random) -> bytes:
    """Returns a request with one fault."""
    path = f"/v1/{rng.choice(['solve', 'check', 'count', 'verify', 'generate', 'jobs', 'nothing'])}"
    good = json.dumps({"puzzle": packs.entry("end_of_line.cover", "easy", rng.randrange(100)).record})
    number = rng.choice(["1e999", "NaN", "-1", '"x"'])
    method = rng.choice(["PUT", "PATCH", "X", "DELETE"])
    text = post(path, b"x" * rng.randrange(1 << 16)).replace(b"application/json", b"text/plain")
    return rng.choice(
        [
            post(path, good[: rng.randrange(len(good))].encode()),
            post(path, rng.randbytes(rng.randrange(2000))),
            post(path, ("[" * rng.randrange(1, 5000)).encode()),
            post(path, good.replace("5", number).encode()),
            get(f"{path}?{rng.randrange(10**9)}=%ff%00{rng.randrange(10**9)}"),
            get(f"/v1/daily/{rng.randrange(10**9)}/{rng.randrange(10**9)}"),
            text,
            f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
        ]
    )


def _starts() -> None:
    """Measures the time from the command to the first answer, with the data folder set up."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            began = time.perf_counter()
            process = subprocess.Popen(
                [str(Path(sys.executable).parent / "lineworks"), "serve", "--port", str(port)],
                env=os.environ | {"LINEWORKS_DATA": folder},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while _status(port) != 200:
                time.sleep(0.01)
            times.append(time.perf_counter() - began)
            process.terminate()
            process.wait()
    typical, worst = format_seconds(median(times)), format_seconds(max(times))
    print(f"  start to first answer: median {typical}, worst {worst}", flush=True)


def _status(port: int) -> int:
    try:
        return Connection(port).send(get("/v1/daily"))
    except OSError:
        return 0
