"""The QR codes of puzzles: the address of a puzzle's page, or the puzzle itself where no page is known.

A code holds the line of text of a puzzle that no service is known to have: as it is, for the command line,
or in the address of the page on which any puzzle can be played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import segno
from segno import QRCode
from segno.encoder import DataOverflowError

from api.book.pictures import Picture
from generators.records import page_of
from puzzles.kind import PuzzleKind
from puzzles.line_of_text import text_of
from puzzles.texts import Translator

_MASK = 3


@dataclass(frozen=True)
class PuzzleCode:
    """What the code of a puzzle holds, and the address of its page, if it has one."""

    content: str
    address: str | None = None

    @property
    def modules(self) -> int:
        """How many modules a side of the code has; 0 for a content that is too long for a code."""
        code = _qr_code(self.content)
        return 0 if code is None else len(code.matrix)

    def picture(self, translator: Translator) -> Picture | None:
        """Draws the code, unless its content is too long: as pixels, which take fewer bytes than shapes."""
        code = _qr_code(self.content)
        if code is None:
            return None
        side, pixels = self.modules, code.png_data_uri(border=0)
        image = f'<image width="{side}" height="{side}" image-rendering="optimizeSpeed" href="{pixels}"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">'
        key = "code_of_line" if self.address is None else "code"
        alt = translator.text(f"frame.book.{key}", address=self.address or "")
        return Picture(f"{head}{image}</svg>", side, side, alt)


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
def _qr_code(content: str) -> QRCode | None:
    # Long contents have as few modules as can be. Finding the mask that is easiest to read takes longer than
    # all the rest, and any mask is easy.
    error = "m" if len(content) < 64 else "l"
    try:
        return segno.make(content, micro=False, error=error, mask=_MASK)
    except DataOverflowError:
        return None
