"""The JSON Schemas of the generators' options, by kind.

They are stored, as loading the generators takes too long for a process that answers HTTP. A test compares
them; `python -m tests.api.web.write_examples` writes them anew.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "generator_options.json"


@cache
def generator_options() -> dict[str, dict[str, Any]]:
    schemas: dict[str, dict[str, Any]] = json.loads(FILE.read_text())
    return schemas
