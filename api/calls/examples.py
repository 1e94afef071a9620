"""The example requests of the OpenAPI document; a test sends them to the service.

Those that name kinds are data, as no module outside a game's folders names one.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from puzzles import packs
from puzzles.packs import PackEntry

_FILE = Path(__file__).parent / "examples.json"


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(_FILE.read_text())
    return data


def example_kind() -> str:
    """Returns the kind of the examples that any kind would do for."""
    return str(_data()["kind"])


def example_entry() -> PackEntry:
    """Returns a small puzzle of that kind, with its solution."""
    return packs.entry(example_kind(), "easy", 0)


def example_request(call: str) -> dict[str, Any]:
    """Returns the example request of a call."""
    request: dict[str, Any] = _data()["requests"][call]
    return request
