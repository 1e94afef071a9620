"""Requests the examples of the OpenAPI document from a service; as a program it writes them.

It also writes the schemas of the generators' options."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from werkzeug.test import Client, TestResponse

from api.calls import generator_options
from api.calls.call import Call
from api.calls.catalogue import CALLS
from api.web.openapi import examples
from generators.registry import generators_for
from puzzles.registry import KINDS
from tests.api import running_service

BASE = "http://127.0.0.1:8000"


def current_examples(client: Client) -> dict[str, Any]:
    """Returns every example as it is answered now, with seconds, which vary, set to a round number."""
    answers = {call.name: _answer_in_time(client, call) for call in CALLS}
    answers |= {name: client.get(path, base_url=BASE) for name, path in examples.paths().items()}
    for name, answer in answers.items():
        assert answer.status_code == 200, (name, answer.get_json())
    return {name: _steady(answer.get_json()) for name, answer in answers.items()}


def _answer_in_time(client: Client, call: Call) -> TestResponse:
    """The answer to a call's example. Part of a table may have to be built for it first, in several calls."""
    for _ in range(20):
        answer = client.post(f"/v1/{call.name}", json=call.example(), base_url=BASE)
        if (answer.get_json() or {}).get("reason") != "time":
            break
    return answer


def _steady(answer: dict[str, Any]) -> dict[str, Any]:
    return answer | {"seconds": 0.01} if "seconds" in answer else answer


def current_options() -> dict[str, Any]:
    """Returns the schema of each generator's options."""
    return {kind.id: generators_for(kind.id).maker.options.schema() for kind in KINDS}


def main() -> None:
    generator_options.FILE.write_text(json.dumps(current_options(), indent=1) + "\n")
    with tempfile.TemporaryDirectory() as folder, running_service.pool() as address:
        service = running_service.service_on(Path(folder), address)
        running_service.publish(service)
        written_examples = current_examples(running_service.client_of(service))
    examples.FILE.write_text(json.dumps(written_examples, indent=1) + "\n")


if __name__ == "__main__":
    main()
