"""The examples of the OpenAPI document: what the service answers, and a test asks it for them each time.
`python -m tests.api.web.write_examples` writes them anew."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from api.calls.examples import example_entry

FILE = Path(__file__).parent / "examples.json"


def paths() -> dict[str, str]:
    """What to get for an example of each schema."""
    name = example_entry().record["id"]
    return {"record": f"/v1/puzzles/{name}", "solved": f"/v1/puzzles/{name}/solution"}


@cache
def answers() -> dict[str, Any]:
    """By call, and by the schema of what is read."""
    found: dict[str, Any] = json.loads(FILE.read_text())
    return found
