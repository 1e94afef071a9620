"""Drawings as a book has them: with their text, and with names by which the printer finds them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape

import segno

_SIZE = re.compile(r'<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"')
_TITLE = re.compile(r"<title>(.*?)</title>\s*(?:<desc>(.*?)</desc>)?", re.DOTALL)
_MASK = 3


@dataclass(frozen=True)
class Picture:
    """A drawing, its size in its own units, and what it shows in words."""

    svg: str
    width: float
    height: float
    alt: str


def picture(svg: str) -> Picture:
    size, told = _SIZE.search(svg), _TITLE.search(svg)
    if size is None or told is None:
        raise ValueError("a drawing without a size or a title")
    words = dict.fromkeys(unescape(part).strip().rstrip(".") for part in told.groups() if part)
    return Picture(svg, float(size[1]), float(size[2]), f"{'. '.join(words)}.".replace("\n", " "))


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
