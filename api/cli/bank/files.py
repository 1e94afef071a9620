"""The files of an exported bank, with checksums in a manifest."""

from __future__ import annotations

from api.calls.common_shapes import Anything
from api.calls.puzzle_documents import max_solution_bytes
from puzzles.json_shapes import Integer, ObjectShape, Optional, Text

PUZZLES, SOLUTIONS, MANIFEST = "puzzles.jsonl", "solutions.jsonl", "manifest.json"
_FILE = ObjectShape({"lines": Integer(0), "sha256": Text()})
MANIFEST_SHAPE = ObjectShape(
    {
        "format": Integer(1, 1),
        PUZZLES: _FILE,
        SOLUTIONS: _FILE,
        # The first so many puzzles are visible, the others are hidden.
        "shown": Integer(0),
    },
    what="a manifest of lineworks bank export",
)
SOLUTION_SHAPE = ObjectShape(
    {"id": Text(), "solution": Anything(max_solution_bytes()), "score": Optional(Integer())}
)
