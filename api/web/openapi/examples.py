"""The examples of the OpenAPI document: what the service answers, and a test asks it for them each time.
`python -m tests.api.web.write_examples` writes them anew."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from puzzles import packs

FILE = Path(__file__).parent / "examples.json"
KIND = "end_of_line.cover"
BOOK = {"kinds": [KIND], "grades": ["easy"], "count": 8, "seed": 1}
_DEAL = ["S", "L", "S", "R", "LS", "S", "LR", "S", "R", "SR", "S", "L", "LSR",
         "S", "R", "S", "LSR0", "L", "S", "SR", "LS", "S", "R", "LR", "L"]  # fmt: skip


def requests() -> dict[str, dict[str, Any]]:
    """A body for each call."""
    entry = packs.entry(KIND, "easy", 0)
    puzzle = entry.record["puzzle"]
    deal = {"kind": "end_of_line.solo", "blocked": [[0, 0], [3, 1]], "deck": _DEAL}
    return {
        "solve": {"puzzle": puzzle},
        "check": {"puzzle": deal, "seconds": 5},
        "count": {"puzzle": puzzle, "cap": 100},
        "verify": {"puzzle": puzzle, "solution": entry.solution},
        "generate": {"kind": "light_line.place", "grade": "easy", "seed": 7},
    }


def paths() -> dict[str, str]:
    """What to get for an example of each schema."""
    name = packs.entry(KIND, "easy", 0).record["id"]
    return {"record": f"/v1/puzzles/{name}", "solved": f"/v1/puzzles/{name}/solution"}


@cache
def answers() -> dict[str, Any]:
    """By call, and by the schema of what is read."""
    found: dict[str, Any] = json.loads(FILE.read_text())
    return found
