"""Ids: a short name made from the canonical form, so that twins under a symmetry share one."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from puzzles.kind import P, PuzzleKind, S

# 80 bits: two different puzzles of a bank of a million share an id with odds of one in 10^12.
_ID_LENGTH = 16
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def canonical_text(document: dict[str, Any]) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def puzzle_id(kind: PuzzleKind[P, S], puzzle: P) -> str:
    """16 letters and digits (no i, l, o, u: they are easily misread)."""
    text = canonical_text(kind.serialise(kind.twin(puzzle).puzzle))
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:10], "big")
    return "".join(_ALPHABET[number >> 5 * i & 31] for i in reversed(range(_ID_LENGTH)))
