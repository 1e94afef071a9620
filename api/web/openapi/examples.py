"""The examples of the OpenAPI document. A test makes sure that they are answers of the service.

`python -m tests.api.web.write_examples` writes them anew.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from api.calls.examples import example_entry

FILE = Path(__file__).parent / "examples.json"


def paths() -> dict[str, str]:
    """Returns the paths whose answers are examples, by the names of their schemas."""
    name = example_entry().record["id"]
    return {"record": f"/v1/puzzles/{name}", "solved": f"/v1/puzzles/{name}/solution"}


@cache
def answers() -> dict[str, Any]:
    """Returns the example answers, by the name of the call or schema."""
    examples: dict[str, Any] = json.loads(FILE.read_text())
    return examples
