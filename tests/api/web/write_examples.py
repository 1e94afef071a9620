"""The examples of the OpenAPI document, asked of a service; run as a program it writes them."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from werkzeug.test import Client

from api.calls.catalogue import CALLS
from api.web.openapi import examples
from tests.api import running_service

BASE = "http://127.0.0.1:8000"


def asked(client: Client) -> dict[str, Any]:
    """Every example as it is answered now; seconds, which differ each time, are a round number."""
    found = {
        call.name: client.post(f"/v1/{call.name}", json=call.example(), base_url=BASE) for call in CALLS
    } | {name: client.get(path, base_url=BASE) for name, path in examples.paths().items()}
    for name, answer in found.items():
        assert answer.status_code == 200, (name, answer.get_json())
    return {name: _steady(answer.get_json()) for name, answer in found.items()}


def _steady(answer: dict[str, Any]) -> dict[str, Any]:
    return answer | {"seconds": 0.01} if "seconds" in answer else answer


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running_service.pool() as address:
        service = running_service.service_on(Path(folder), address)
        running_service.publish(service)
        told = asked(running_service.client_of(service))
    examples.FILE.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
