"""Random generators seeded by what they are for."""

from __future__ import annotations

import hashlib
import random

from puzzles.ids import canonical_text


def seeded(*parts: object) -> random.Random:
    """Returns a random generator seeded by these parts: the same on every machine and in every run.

    Python promises that random() and getrandbits() keep their sequences. The golden files show whether the
    methods built on them change.
    """
    text = canonical_text({"parts": [str(part) for part in parts]})
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))
