"""The font of the lettering in drawings, and its licence; `outlines` reads it."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
FILE = FOLDER / "Roboto-Medium.ttf"
FAMILY, WEIGHT = "Roboto", 500
