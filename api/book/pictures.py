"""Drawings for a book: with alternative text, and with names by which the printer finds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from puzzles.drawing.drawing import Drawing


@dataclass(frozen=True)
class Picture:
    """A drawing, its size in its own units, and its alternative text."""

    svg: str
    width: float
    height: float
    alt: str


def picture(drawing: Drawing) -> Picture:
    """Prepares a drawing for print: without addresses, and with the rounded size that its SVG states."""
    texts = (drawing.title, drawing.description)
    sentences = dict.fromkeys(text.strip().rstrip(".") for text in texts if text)
    alt = f"{'. '.join(sentences)}.".replace("\n", " ")
    return Picture(drawing.typeset_svg, round(drawing.width, 2), round(drawing.height, 2), alt)


@dataclass
class PrinterFiles:
    """The files that the printer reads, in memory. Equal drawings are one file."""

    by_name: dict[str, str] = field(default_factory=dict)

    def add(self, drawing: Picture, scale: float) -> dict[str, object]:
        """Adds a drawing, and returns it as the templates take it, its sides in millimetres."""
        name = sha256(drawing.svg.encode()).hexdigest()[:20]
        self.by_name[name] = drawing.svg
        sides = {"width": round(drawing.width * scale, 3), "height": round(drawing.height * scale, 3)}
        return {"file": name, "alt": drawing.alt, **sides}
