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
    """

    language: str = "en"
    ink: Ink = "colour"
    legend: bool = True
    answer: bool = False

    @property
    def translator(self) -> Translator:
        return translator_for(self.language)

    def inked(self, markup: str, greys: Mapping[str, str]) -> str:
        """Markup in this ink; `greys` is what becomes of its colours where there are none."""
        return markup if self.ink == "colour" else greyed(markup, greys)

    @property
    def explained(self) -> bool:
        return self.legend and not self.answer


PLAIN = Look()
