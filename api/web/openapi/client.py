"""Fetches a puzzle of today, and has it drawn, checked, solved and verified."""

import json
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"


def send(address: str, body: object = None) -> bytes:
    """Gets what is at an address, or posts a body to it; ends with the problem if there is one."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, {"Content-Type": "application/json"})) as response:
            return bytes(response.read())
    except HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{problem['title']}: {problem['detail']}, see {problem['type']}") from error


def call(name: str, **body: object) -> dict[str, Any]:
    """Returns the answer of a call: a GET where there is no body, otherwise a POST."""
    return dict(json.loads(send(f"{SERVICE}/v1/{name}", body or None)))


record = call("daily")["puzzles"][0]
Path("puzzle.svg").write_bytes(send(record["url"] + ".svg"))
print(f"{record['title']}: {record['task']}")
print("The puzzle is", call("check", puzzle=record)["status"])
answer = call("solve", puzzle=record, goal="best")
if answer["solution"] is None:
    raise SystemExit(f"No solution: {answer['status']} ({answer['reason']})")
verdict = call("verify", puzzle=record, solution=answer["solution"])
print("Its solution is", "valid" if verdict["valid"] else "wrong", "and has the score", verdict["score"])
