"""The layout of a book: papers, sizes of type, and where on its pages the puzzles stand.

All lengths are millimetres; a drawing's own are units, and its scale is how many millimetres a unit is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TypeVar

from api.book.options import BookOptions, Paper

T = TypeVar("T")

POINT = 0.3528
# The width of a letter, as a part of the size of the type; rather too large.
_LETTER = 0.44
# Letters that kind, stars and grade take in a line.
_GRADED = 30
# Between two slots of a page.
GUTTER = 8.0
# Between the head of a slot and its drawing, and below that.
GAP = 3.0
# Between answers.
BETWEEN = 6.0


@dataclass(frozen=True)
class PageFormat:
    """A paper with its margins, `inside` where the book is bound, and the size of its type in points."""

    width: float
    height: float
    inside: float
    outside: float
    top: float
    bottom: float
    text: float

    @property
    def across(self) -> float:
        return self.width - self.inside - self.outside

    @property
    def down(self) -> float:
        return self.height - self.top - self.bottom


_PAGE_FORMATS: Mapping[Paper, PageFormat] = {
    "a4": PageFormat(210, 297, 18, 18, 20, 18, 10.5),
    "letter": PageFormat(215.9, 279.4, 18, 18, 20, 18, 10.5),
    "a5": PageFormat(148, 210, 14, 14, 17, 15, 9.5),
    "6x9": PageFormat(152.4, 228.6, 20, 12, 17, 15, 9.5),
}
_LARGE_TEXT = 16.0


@dataclass(frozen=True)
class Sizes:
    """The limits of the scale of a drawing.

    minimum  below it the lettering is too small to be read
    good     what a page is filled with
    maximum  above it a drawing looks coarse
    answer   about the least width of an answer; its drawing has larger lettering, so that its scale is from
             `answer_minimum` to `answer_maximum`
    """

    minimum: float
    good: float
    maximum: float
    answer: float
    answer_minimum: float
    answer_maximum: float


_SIZES = Sizes(0.13, 0.16, 0.32, 37, 0.06, 0.14)
_LARGE = Sizes(0.22, 0.27, 0.45, 56, 0.1, 0.22)


@dataclass(frozen=True)
class NeededSpace:
    """The space that a puzzle needs: the width and height of its drawing in units, and the height `below` it.
    `task`: the text above it, or beside it if `beside` allows that."""

    width: float
    height: float
    below: float
    beside: bool
    task: str


@dataclass(frozen=True)
class Grid:
    """The slots of a page. `beside`: the text of a puzzle stands beside its drawing and not above it."""

    cols: int
    rows: int
    beside: bool = False

    @property
    def slots(self) -> int:
        return self.cols * self.rows


ALONE = Grid(1, 1)
# The most puzzles first. Of grids with as many slots, the one with the largest drawings is used.
_GRIDS: Mapping[int, tuple[Grid, ...]] = {
    4: (Grid(2, 2),),
    2: (Grid(1, 2), Grid(1, 2, beside=True)),
    1: (ALONE,),
}
# How much smaller than its slot allows a drawing may be, to look like the others.
_ALIKE = 1.6
# The part of a slot that text beside a drawing takes.
BESIDE = 0.3


@dataclass(frozen=True)
class AnswersLayout:
    """In how many columns answers stand, and the side of the square for a drawing."""

    columns: int
    side: float
    sizes: Sizes

    def scale(self, width: float, height: float) -> float:
        return min(self.side / width, 1.1 * self.side / height, self.sizes.answer_maximum)


@dataclass(frozen=True)
class Layout:
    """The layout of a book.

    has_qr_codes  whether each puzzle has a QR code
    digits        how many the greatest number of a puzzle has
    """

    page_format: PageFormat
    sizes: Sizes
    has_qr_codes: bool
    digits: int

    @property
    def line_height(self) -> float:
        """The distance from one line of text to the next."""
        return self.page_format.text * POINT * 1.28

    @property
    def qr_code(self) -> float:
        """The side of a QR code. A telephone must be able to distinguish its modules, some 30 a side."""
        return max(15.0, 3.3 * self.line_height)

    def head_height(self, grid: Grid, tasks: Iterable[str]) -> float:
        """The height of what stands above a drawing: a line, and the task with the most lines."""
        em = self.page_format.text * POINT
        beside = (1.1 * self.digits + 0.45) * em + (self.qr_code + GAP if self.has_qr_codes else 0.0)
        in_a_line = int((self._across(grid) - beside) / (_LETTER * em))
        lines = max(sum(len(wrap(part, in_a_line)) for part in task.split("\n")) for task in set(tasks))
        first = 1.3 if in_a_line > _GRADED else 2.3
        return max(self.qr_code if self.has_qr_codes else 0.0, (lines + first) * self.line_height)

    @property
    def foot_height(self) -> float:
        # Beside an address there may be little room.
        return (2.4 if self.has_qr_codes else 1.2) * self.line_height

    @property
    def paper_height(self) -> float:
        """The least height of paper to draw on."""
        return 4 * self.line_height

    @property
    def lines_height(self) -> float:
        """The height of the lines to write on."""
        return 2.2 * self.line_height

    def _across(self, grid: Grid) -> float:
        return (self.page_format.across - GUTTER * (grid.cols - 1)) / grid.cols

    def scales(self, grid: Grid, spaces: Sequence[NeededSpace]) -> list[float]:
        """Returns the scales of drawings that should look alike: the same, unless that is far too small."""
        scales = self._fitting(grid, spaces)
        return [max(min(scales), scale / _ALIKE) for scale in scales]

    def _fitting(self, grid: Grid, spaces: Sequence[NeededSpace]) -> list[float]:
        """Returns the greatest scale at which each drawing fits into a slot."""
        if grid.beside and not all(space.beside for space in spaces):
            return [0.0] * len(spaces)
        across = self._across(grid)
        down = (self.page_format.down - GUTTER * (grid.rows - 1)) / grid.rows
        if grid.beside:
            across *= 1 - BESIDE
        else:
            down -= self.head_height(grid, (space.task for space in spaces)) + self.foot_height + 2 * GAP
        maximum = self.sizes.maximum
        return [
            min(across / space.width, (down - (0 if grid.beside else space.below)) / space.height, maximum)
            for space in spaces
        ]

    def grid(self, maximum: int | None, spaces: Sequence[NeededSpace]) -> Grid:
        """Chooses the grid for puzzles that should look alike: as many a page as can be read, `maximum` at
        most; where that is None, as many as look good."""
        enough = self.sizes.good if maximum is None else self.sizes.minimum
        best = (self._best(n, spaces) for n in _GRIDS if maximum is None or n <= maximum)
        return next((grid for scale, grid in best if scale >= enough), ALONE)

    def _best(self, per_page: int, spaces: Sequence[NeededSpace]) -> tuple[float, Grid]:
        return max(
            ((min(self._fitting(grid, spaces)), grid) for grid in _GRIDS[per_page]),
            key=lambda scale_and_grid: scale_and_grid[0],
        )

    def answers(self, widest: float, beside: bool) -> AnswersLayout:
        """Lays out the answers. `widest`: the greatest width of a drawing. `beside`: with text beside it."""
        of_sizes = self.sizes
        side = 2.2 * of_sizes.answer if beside else max(of_sizes.answer, widest * of_sizes.answer_minimum)
        columns = max(1, int((self.page_format.across + BETWEEN) / (side + BETWEEN)))
        across = (self.page_format.across - BETWEEN * (columns - 1)) / columns
        return AnswersLayout(columns, 0.42 * across if beside else across, self.sizes)


def layout_of(options: BookOptions, has_qr_codes: bool, puzzles: int) -> Layout:
    page_format, sizes = _PAGE_FORMATS[options.paper], _SIZES
    if options.large_print:
        page_format, sizes = replace(page_format, text=_LARGE_TEXT), _LARGE
    return Layout(page_format, sizes, has_qr_codes, len(str(puzzles)))


def share_out(items: Sequence[T], slots: int) -> Iterator[Sequence[T]]:
    """Shares out items over pages as evenly as possible, so that the last page is not nearly empty."""
    pages = -(-len(items) // slots)
    for page in range(pages):
        first, end = (len(items) * n // pages for n in (page, page + 1))
        yield items[first:end]
