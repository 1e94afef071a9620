"""The layout of a book: papers, sizes of type and of drawings, and the room on its pages.

All lengths are millimetres; a drawing's own are units, and its scale is how many millimetres a unit is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from api.book.options import BookOptions, Paper
from puzzles.drawing.letters import CAP_HEIGHT

POINT = 0.3528
# The width of a letter, as a part of the size of the type; rather too large: texts have 0.39 to 0.417.
_LETTER = 0.425
# Letters that kind, stars and grade take in a line.
_GRADED = 30
# Letters that an address may have.
_ADDRESS = 40
# The least width of a module of a QR code.
_MODULE = 0.33
# Between two slots of a page.
GUTTER = 8.0
# Between the head of a slot and its drawing, and below that.
GAP = 3.0
# Between the columns of answers.
BETWEEN = 6.0
# The height of a card as a multiple of its width, in a frame to draw cards in.
CARD_SHAPE = 1.5
# The part of a slot that text beside a drawing takes.
BESIDE = 0.3


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
    "a5": PageFormat(148, 210, 14, 10, 15, 13, 9.5),
    "6x9": PageFormat(152.4, 228.6, 18, 11, 15, 13, 9.5),
}
# In points; large type on a small page leaves few words in a line.
_LARGE_TEXT: Mapping[Paper, float] = {"a4": 16, "letter": 16, "a5": 14, "6x9": 14}


@dataclass(frozen=True)
class Sizes:
    """The sizes of drawings.

    type     the least size of type in a drawing, in points
    minimum  the least scale, below which a drawing is tiny
    good     the scale that a page is filled with
    maximum  the scale above which a drawing looks coarse
    cell     the width of a card in a frame to draw cards in, where there is room
    answer   the greatest scale of an answer
    """

    type: float
    minimum: float
    good: float
    maximum: float
    cell: float
    answer: float

    @property
    def letters(self) -> float:
        """The least height of capitals in a drawing."""
        return self.type * POINT * CAP_HEIGHT


_SIZES = Sizes(type=7, minimum=0.13, good=0.15, maximum=0.3, cell=8, answer=0.14)
_LARGE = Sizes(type=14, minimum=0.16, good=0.19, maximum=0.45, cell=10, answer=0.125)
# On a small page there is not as much room.
_LARGE_SMALL = replace(_LARGE, good=0.168, answer=0.11)
# From here on a page is wide.
_WIDE = 150.0
# The least width of a card in a frame to draw cards in.
LEAST_CELL = 5.0


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
GRIDS: Mapping[int, tuple[Grid, ...]] = {
    4: (Grid(2, 2),),
    2: (Grid(1, 2), Grid(1, 2, beside=True), Grid(2, 1)),
    1: (ALONE,),
}


@dataclass(frozen=True)
class Layout:
    """The layout of a book.

    has_addresses  whether the addresses of puzzles are printed
    digits         how many the greatest number of a puzzle has
    """

    page_format: PageFormat
    sizes: Sizes
    has_addresses: bool
    digits: int

    @property
    def line_height(self) -> float:
        """The distance from one line of text to the next."""
        return self.page_format.text * POINT * 1.28

    def code_side(self, modules: int) -> float:
        """The side of a QR code with so many modules a side. A telephone must be able to distinguish them."""
        return max(15.0, 3.3 * self.line_height, _MODULE * modules) if modules else 0.0

    def head_height(self, grid: Grid, tasks: Iterable[str], code: float = 0.0) -> float:
        """The height of what stands above a drawing: a line and the task with the most lines, or a code."""
        em, beside = self.page_format.text * POINT, 0.0
        if self.is_narrow:
            code = 0.0
        else:
            beside = (1.1 * self.digits + 0.45) * em + (code + GAP if code else 0.0)
        in_a_line = int((self.across(grid) - beside) / (_LETTER * em))
        lines = max(sum(len(wrap(part, in_a_line)) for part in task.split("\n")) for task in set(tasks))
        first = (1.3 if in_a_line > _GRADED else 2.3) + (0.3 if self.is_narrow else 0.0)
        return max(code, (lines + first) * self.line_height)

    def beside_height(self, grid: Grid, task: str, write_lines: int, code: float) -> float:
        """The height of the text beside a drawing: its head, lines to write on, the code and the foot."""
        em = self.page_format.text * POINT
        in_a_line = int((BESIDE * self.across(grid) - GAP) / (_LETTER * em))
        lines = 2 + sum(len(wrap(part, in_a_line)) for part in ("x" * _GRADED, *task.split("\n")))
        # An address, and where the answer is, take some lines of their own.
        foot = 2 + (_ADDRESS // in_a_line if self.has_addresses else 0)
        return (lines + 1.5 * write_lines + foot + 1) * self.line_height + code

    def foot_height(self, code: float) -> float:
        """The height of what stands at the bottom: the address, the page of the answer, perhaps a code."""
        if self.is_narrow and code:
            return code
        # Beside an address there may be little room.
        return (2.4 if self.has_addresses else 1.2) * self.line_height

    def lines_height(self, code: float) -> float:
        """The height of the lines to write on, which stand beside a code in the foot."""
        return 0.0 if self.is_narrow and code else 2.2 * self.line_height

    def across(self, grid: Grid) -> float:
        """The width of a slot."""
        return (self.page_format.across - GUTTER * (grid.cols - 1)) / grid.cols

    def down(self, grid: Grid) -> float:
        """The height of a slot."""
        return (self.page_format.down - GUTTER * (grid.rows - 1)) / grid.rows

    @property
    def is_narrow(self) -> bool:
        """Whether lines hold few words: nothing stands beside a task then, nor a drawing beside another."""
        return self.page_format.across < 28 * self.page_format.text * POINT

    @property
    def is_large(self) -> bool:
        """Whether it is for large print."""
        return self.sizes is not _SIZES

    @property
    def most_steps(self) -> int | None:
        """How many steps to an answer are printed: in large print they take more room than the answer."""
        return None if not self.is_large else 2 if self.is_narrow else 4

    @property
    def answer_columns(self) -> int:
        return 3 if self.page_format.across > _WIDE and not self.is_large else 2

    @property
    def answer_width(self) -> float:
        return (self.page_format.across - BETWEEN * (self.answer_columns - 1)) / self.answer_columns


def layout_of(options: BookOptions, has_addresses: bool, puzzles: int) -> Layout:
    page_format, sizes = _PAGE_FORMATS[options.paper], _SIZES
    if options.large_print:
        page_format = replace(page_format, text=_LARGE_TEXT[options.paper])
        sizes = _LARGE if page_format.across > _WIDE else _LARGE_SMALL
    return Layout(page_format, sizes, has_addresses, len(str(puzzles)))


def pages_evenly(count: int, slots: int) -> Sequence[int]:
    """Shares out things over pages as evenly as possible, so that the last page is not nearly empty."""
    pages = -(-count // slots)
    ends = [count * n // pages for n in range(pages + 1)]
    return [end - begin for begin, end in itertools.pairwise(ends)]
