"""Fits drawings into room on a page: as large as there is room, with lettering that can be read.

The letters of a drawing are drawn larger where it is printed smaller, which may change its size, so that it
is drawn again until it fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from api.book.layout import CARD_SHAPE, GAP, LEAST_CELL, Sizes
from puzzles.drawing.drawing import Drawing

# Draws something with capitals at least so high, and with about this proportion.
Draw = Callable[[float, float], Drawing]
_ATTEMPTS = 10
# Letters are drawn a little too high, so that few drawings are drawn twice.
_SPARE = 1.03


@dataclass(frozen=True)
class Room:
    """Room for a drawing, and a frame to draw `frame` cards in beside it or below, if it is not 0."""

    width: float
    height: float
    frame: int = 0
    frame_beside: bool = False


@dataclass(frozen=True)
class Fit:
    """A drawing that fits into its room.

    scale     how many millimetres a unit is
    readable  the least scale at which its letters can be read
    cell      the width of a card in the frame
    beside    whether the frame stands beside it
    """

    drawing: Drawing
    scale: float
    readable: float
    cell: float = 0.0
    beside: bool = False

    @property
    def height(self) -> float:
        return self.drawing.height * self.scale


@dataclass(frozen=True)
class Fitter:
    """Fits drawings of one kind. `least`: the least scale of the kind; `sizes`: those of the book."""

    sizes: Sizes
    least: float

    @property
    def good(self) -> float:
        return max(self.sizes.good, 1.05 * self.least)

    @property
    def minimum(self) -> float:
        return max(self.sizes.minimum, self.least)

    def fit(self, draw: Draw, room: Room) -> Fit:
        """Fits a drawing into its room."""
        fit = self._fit(draw, room, self._cell(room))
        if room.frame and fit.scale < self.good:
            # Parts of the drawing may be arranged in another way where the frame takes less room.
            fit = max(fit, self._fit(draw, room, LEAST_CELL), key=lambda fit: fit.scale)
        return fit

    def _fit(self, draw: Draw, room: Room, cell: float) -> Fit:
        scale, proportion = self.good, _proportion(room, cell)
        for attempt in range(_ATTEMPTS):
            drawing = draw(_SPARE * self.sizes.letters / scale, proportion)
            cell, fitting = self._share(drawing, room)
            if fitting >= scale / _SPARE:
                break
            # Larger letters may need another row, and so make a drawing much higher at once.
            scale = min(0.98 * fitting, scale) if attempt < _ATTEMPTS // 2 else 0.9 * scale
        return Fit(drawing, min(fitting, self.sizes.maximum), scale / _SPARE, cell, room.frame_beside)

    def fits_well(self, draw: Draw, room: Room) -> bool:
        """Whether `fit` would find a good one, which takes a single drawing to see."""
        drawing = draw(_SPARE * self.sizes.letters / self.good, _proportion(room, self._cell(room)))
        cell, fitting = self._share(drawing, room)
        return self._is_good(fitting, cell)

    def is_good(self, fit: Fit) -> bool:
        return self._is_good(fit.scale, fit.cell)

    def _is_good(self, scale: float, cell: float) -> bool:
        return scale >= self.good and (not cell or cell >= 0.8 * self.sizes.cell)

    def _cell(self, room: Room) -> float:
        """The width of a card in the frame where it takes at most half of the room."""
        if not room.frame:
            return 0.0
        across, down = room.width / room.frame, room.height / room.frame / CARD_SHAPE
        most = min(0.55 * across, down) if room.frame_beside else min(across, 0.6 * down)
        return max(LEAST_CELL, min(self.sizes.cell, most))

    def _share(self, drawing: Drawing, room: Room) -> tuple[float, float]:
        """Shares the room between the drawing and the frame; returns the width of a card, and the scale."""
        cell = self._cell(room)
        least = LEAST_CELL if room.frame else 0.0
        while True:
            width, height = _without_frame(room, cell)
            scale = min(width / drawing.width, height / drawing.height)
            if scale >= self.good or cell <= least:
                return cell, max(scale, 0.001)
            cell = max(least, cell - 0.5)


def _proportion(room: Room, cell: float) -> float:
    width, height = _without_frame(room, cell)
    return max(0.2, width) / max(1.0, height)


def _without_frame(room: Room, cell: float) -> tuple[float, float]:
    if not room.frame:
        return room.width, room.height
    if room.frame_beside:
        return room.width - cell * room.frame - 2 * GAP, room.height
    return room.width, room.height - CARD_SHAPE * cell * room.frame - 2 * GAP
