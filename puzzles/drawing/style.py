"""Look: the language, ink and detail of a drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from puzzles.drawing.svg import greyed
from puzzles.texts import Translator, translator_for

# `patterns` has no colours, and survives a bad photocopier.
Ink = Literal["colour", "patterns"]


@dataclass(frozen=True)
class Look:
    """How a drawing is to look.

    language    of all its words
    ink         colours, or patterns in black, white and grey
    legend      whether it has a heading and says what its signs mean, which a book prints once for many
    answer      whether it shows nothing but the solution, large enough to be printed small
    min_letters the least height of capitals, in units of the drawing, for one that is printed small; it
                leaves out letters that it can do without and that would be too large
    proportion  the width as a multiple of the height, as far as the parts of a drawing can be arranged
    """

    language: str = "en"
    ink: Ink = "colour"
    legend: bool = True
    answer: bool = False
    min_letters: float = 0.0
    proportion: float = 1.75

    @property
    def translator(self) -> Translator:
        return translator_for(self.language)

    def inked(self, markup: str, greys: Mapping[str, str]) -> str:
        """Markup in this ink; `greys` is what becomes of its colours where there are none."""
        return markup if self.ink == "colour" else greyed(markup, greys)

    def letters(self, height: float) -> float:
        """The height of capitals that are this high where there is room enough."""
        return max(height, self.min_letters)

    @property
    def on_paper(self) -> bool:
        """Whether it is for a reader who plays with a pencil."""
        return not self.legend and not self.answer

    @property
    def explained(self) -> bool:
        return self.legend and not self.answer


PLAIN = Look()
