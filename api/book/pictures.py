"""Drawings for a book: with alternative text, and with names by which the printer finds them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256

import segno

from puzzles.drawing.drawing import Drawing

_MASK = 3


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
    return Picture(drawing.unaddressed().typeset_svg, round(drawing.width, 2), round(drawing.height, 2), alt)


def qr_code(address: str, alt: str) -> Picture:
    """Draws a QR code: a stroke for each run of dark modules, which are a unit wide."""
    # Finding the mask that is easiest to read takes longer than all the rest, and any mask is easy.
    matrix = segno.make(address, micro=False, error="m", mask=_MASK).matrix
    runs = [
        f"M{run.start()} {y}.5h{len(run[0])}"
        for y, row in enumerate(matrix)
        for run in re.finditer(b"\x01+", bytes(row))
    ]
    side = len(matrix)
    path = f'<path d="{"".join(runs)}" stroke="#000"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">'
    return Picture(f"{head}{path}</svg>", side, side, alt)


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
