"""How a drawing is to look: for whom, on what paper, and how much of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from puzzles.drawing.svg import greyed
from puzzles.texts import Counting, Translator, translator_for

# `patterns` has no colours, and survives a bad photocopier.
Ink = Literal["colour", "patterns"]


@dataclass(frozen=True)
class Look:
    """`legend`: with the heading and what the signs mean, which a book prints once for many drawings.
    `answer`: nothing but the solution, large enough to be printed small. `counting`: whether cells have the
    numbers of JSON or, as in a book, names like C4, on the board as in what is told."""

    language: str = "en"
    ink: Ink = "colour"
    legend: bool = True
    answer: bool = False
    counting: Counting = "json"

    @property
    def words(self) -> Translator:
        return translator_for(self.language, self.counting)

    def printed(self, svg: str, greys: Mapping[str, str]) -> str:
        """A drawing in this ink; `greys` is what becomes of its colours where there are none."""
        return svg if self.ink == "colour" else greyed(svg, greys)

    @property
    def explained(self) -> bool:
        return self.legend and not self.answer


PLAIN = Look()


@dataclass(frozen=True)
class CutOut:
    """A card or a piece to be cut out, in its natural size, and how many of it there are."""

    svg: str
    width_mm: float
    height_mm: float
    count: int
