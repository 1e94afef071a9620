"""The grades of puzzles."""

from __future__ import annotations

from typing import Literal

Grade = Literal["easy", "medium", "hard", "expert"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard", "expert")
