"""Benchmarks the deal desk: what it asks a running service about random deals of the whole deck.

The first word, whether a deal can be done, is the answer of `solve` with any solution as the goal; the best
score follows with `check`. After every step of a play both are asked again about what continues it.
"""

from __future__ import annotations

import http.client
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from puzzles.end_of_line.solo import KIND
from tests.api.running_service import run_service
from tests.bench.service_memory import wait_until_loaded
from tests.bench.sets import shuffled_standard, solo_puzzle
from tests.bench.timing import centile, format_seconds, table

DEALS = 200
STEPS = 6


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, run_service(Path(folder)) as service:
        wait_until_loaded(service.process.pid)
        connection = http.client.HTTPConnection(service.url.removeprefix("http://"))
        _deals(connection, 0)
        _deals(connection, 3)
        _plays(connection)


def _deals(connection: http.client.HTTPConnection, n_blocked: int) -> None:
    words, bests, slow = [], [], []
    engines: Counter[str] = Counter()
    for number in range(DEALS):
        puzzle = _deal(number, n_blocked)
        seconds, answer = _ask(connection, "solve", {"puzzle": puzzle, "goal": "any"})
        words.append(seconds)
        engines[answer["engine"]] += 1
        if seconds > 0.1:
            slow.append((seconds, answer["status"], answer["engine"], number))
        bests.append(_ask(connection, "check", {"puzzle": puzzle})[0])
    _print(f"{DEALS} random deals of 25 cards, {n_blocked} blocked: first word", words)
    _print("  best score after that", bests)
    print(f"  engines: {dict(engines)}; slower than 100 ms: {sorted(slow, reverse=True)[:5]}", flush=True)


def _plays(connection: http.client.HTTPConnection) -> None:
    """What is asked after each of the first steps of plays at random."""
    words, bests = [], []
    for number in range(DEALS // 4):
        document = _deal(number, 0)
        rng, position = random.Random(number), KIND.play.begin(KIND.parse(document))
        for _ in range(STEPS):
            moves = KIND.play.moves(position)
            if not moves:
                break
            position = KIND.play.after(position, rng.choice(moves))
            progress = KIND.serialise_solution(KIND.play.solution(position))
            body = {"puzzle": document, "progress": progress}
            words.append(_ask(connection, "solve", body | {"goal": "any"})[0])
            bests.append(_ask(connection, "check", body)[0])
    _print(f"after steps of plays at random, {len(words)} positions: first word", words)
    _print("  best score after that", bests)


def _deal(number: int, n_blocked: int) -> dict[str, Any]:
    rng = random.Random(f"deal desk {number}")
    return solo_puzzle(rng, shuffled_standard(rng), n_blocked)


def _ask(
    connection: http.client.HTTPConnection, call: str, body: dict[str, Any]
) -> tuple[float, dict[str, Any]]:
    content = json.dumps(body).encode()
    began = time.perf_counter()
    connection.request("POST", f"/v1/{call}", content, {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = json.loads(response.read())
    seconds = time.perf_counter() - began
    assert response.status == 200, answer
    return seconds, answer


def _print(title: str, times: list[float]) -> None:
    print(f"  {title}", flush=True)
    table(
        [
            ["median", "p95", "p99", "worst"],
            [format_seconds(median(times)), *(format_seconds(centile(times, p)) for p in (95, 99, 100))],
        ]
    )


if __name__ == "__main__":
    main()
