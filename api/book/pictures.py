"""Drawings as a book has them: with their text, and with names by which the printer finds them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256

import segno

from puzzles.drawing.drawing import Drawing

_MASK = 3


@dataclass(frozen=True)
class Picture:
    """A drawing, its size in its own units, and what it shows in words."""

    svg: str
    width: float
    height: float
    alt: str


def picture(drawing: Drawing) -> Picture:
    """A drawing for print: without addresses, and as large as its SVG says, which rounds its size."""
    texts = (drawing.title, drawing.description)
    sentences = dict.fromkeys(text.strip().rstrip(".") for text in texts if text)
    alt = f"{'. '.join(sentences)}.".replace("\n", " ")
    return Picture(drawing.unaddressed().svg, round(drawing.width, 2), round(drawing.height, 2), alt)


def code(address: str, alt: str) -> Picture:
    """A QR code: a stroke for each run of dark modules, which are a unit wide."""
    # To find the mask that is easiest to read takes longer than all the rest, and any is easy.
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
class Files:
    """What the printer reads, all of it in memory. The same drawing is there once."""

    named: dict[str, str] = field(default_factory=dict)

    def placed(self, drawing: Picture, scale: float) -> dict[str, object]:
        """As the templates take a drawing; its sides in millimetres."""
        name = sha256(drawing.svg.encode()).hexdigest()[:20]
        self.named[name] = drawing.svg
        sides = {"width": round(drawing.width * scale, 3), "height": round(drawing.height * scale, 3)}
        return {"file": name, "alt": drawing.alt, **sides}
