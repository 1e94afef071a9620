"""What a drawing is: its size, its words and its markup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.drawing.addresses import without_addresses
from puzzles.drawing.blocks import Later, text_of
from puzzles.drawing.font import FAMILY, WEIGHT
from puzzles.drawing.gathered import gathered
from puzzles.drawing.letters import outlined
from puzzles.drawing.svg import document


@dataclass(frozen=True)
class Drawing:
    """A picture of a puzzle, or of a card or a piece of one.

    width, height   its size in its own units
    title           its name
    words, content  its description and its markup, or what makes them
    """

    width: float
    height: float
    title: str
    words: Later
    content: Later

    @cached_property
    def description(self) -> str:
        """All that it shows in words, for readers who cannot see it."""
        return text_of(self.words)

    @cached_property
    def markup(self) -> str:
        """The SVG elements on its white paper, with addresses (see puzzles.drawing.addresses) and with texts
        that need a font (see puzzles.drawing.letters)."""
        return text_of(self.content)

    @cached_property
    def svg(self) -> str:
        """The drawing as a file that needs no font."""
        return document(self.width, self.height, self.title, self.description, outlined(self.markup))

    @property
    def typeset_svg(self) -> str:
        """The drawing for a printer: without addresses and words for screen readers, its texts set in the
        font of drawings, which has to be at hand."""
        markup = gathered(without_addresses(self.markup))
        return document(self.width, self.height, "", "", markup, font_family=FAMILY, font_weight=WEIGHT)

    def unaddressed(self) -> Drawing:
        """The drawing without addresses, for paper."""
        return replace(self, words=self.description, content=without_addresses(self.markup))


@dataclass(frozen=True)
class CutOut:
    """A card or a piece to be cut out, in its natural size, and how many of it there are."""

    drawing: Drawing
    width_mm: float
    height_mm: float
    count: int
