"""The QR codes of puzzles: the address of a puzzle's page, or the puzzle itself where no page is known.

A code holds the line of text of a puzzle that no service is known to have: as it is, for the command line,
or in the address of the page on which any puzzle can be played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import segno
from segno.encoder import DataOverflowError

from api.book.pictures import Picture
from generators.records import page_of
from puzzles.kind import PuzzleKind
from puzzles.line_of_text import text_of
from puzzles.texts import Translator

_MASK = 3
Matrix = tuple[bytearray, ...]


@dataclass(frozen=True)
class PuzzleCode:
    """What the code of a puzzle holds, and the address of its page, if it has one."""

    content: str
    address: str | None = None

    @property
    def modules(self) -> int:
        """How many modules a side of the code has; 0 for a content that is too long for a code."""
        matrix = _matrix(self.content)
        return 0 if matrix is None else len(matrix)

    def picture(self, translator: Translator) -> Picture | None:
        """Draws the code, unless its content is too long: a stroke for each run of dark modules."""
        matrix = _matrix(self.content)
        if matrix is None:
            return None
        runs = [
            f"M{run.start()} {y}.5h{len(run[0])}"
            for y, row in enumerate(matrix)
            for run in re.finditer(b"\x01+", bytes(row))
        ]
        side = len(matrix)
        path = f'<path d="{"".join(runs)}" stroke="#000"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">'
        key = "code_of_line" if self.address is None else "code"
        alt = translator.text(f"frame.book.{key}", address=self.address or "")
        return Picture(f"{head}{path}</svg>", side, side, alt)


def code_of(
    kind: PuzzleKind[Any, Any], puzzle: Any, puzzle_id: str, has_page: bool, base_url: str | None
) -> PuzzleCode:
    """Returns the code of a puzzle. `has_page`: whether the service at this address has a page of it."""
    if base_url is None:
        return PuzzleCode(text_of(kind, puzzle))
    if has_page:
        address = base_url + page_of(puzzle_id)
        return PuzzleCode(address, address)
    return PuzzleCode(f"{base_url}/play#{text_of(kind, puzzle)}")


@lru_cache(maxsize=2**11)  # a code is measured before it is drawn
def _matrix(content: str) -> Matrix | None:
    # Long contents have as few modules as can be. Finding the mask that is easiest to read takes longer than
    # all the rest, and any mask is easy.
    error = "m" if len(content) < 64 else "l"
    try:
        matrix: Matrix = segno.make(content, micro=False, error=error, mask=_MASK).matrix
    except DataOverflowError:
        return None
    return matrix
