"""The pages of puzzles: how many stand on each, and how large their drawings are.

The puzzles of a kind stand in the same grid, as many a page as look good. Where a page has room for one of
them only, those that follow each other share a page if they are small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import TYPE_CHECKING, Any

from api.book.fitting import Draw, Fit, Fitter, Room
from api.book.layout import ALONE, BESIDE, GAP, GRIDS, GUTTER, Grid, Layout, pages_evenly

if TYPE_CHECKING:  # the data of the templates are made of pages
    from puzzles.drawing.drawing import Drawing
    from puzzles.drawing.style import Look
    from puzzles.game import Caption
    from puzzles.kind import PuzzleKind

# So many puzzles of a kind, from the easiest to the hardest, show how much room the kind needs.
_SAMPLES = 4
# A frame beside a drawing is worth less than one below it.
_AS_BESIDE = 0.7
# The grids for those puzzles of a kind that are small.
_FOR_SMALL = (Grid(2, 2), Grid(1, 2), Grid(2, 1))


@dataclass(frozen=True)
class PuzzleToFit:
    """A puzzle for a page: its number and kind, the text above it, how it is drawn, the side of its code."""

    number: int
    kind: str
    task: str
    caption: Caption
    draw: Draw
    code: float = 0.0


def puzzle_to_fit(
    number: int, kind: PuzzleKind[Any, Any], puzzle: Any, caption: Caption, look: Look, code: float
) -> PuzzleToFit:
    def draw(min_letters: float, proportion: float) -> Drawing:
        return kind.draw(puzzle, None, replace(look, min_letters=min_letters, proportion=proportion))

    return PuzzleToFit(number, kind.id, look.translator.render(caption.task), caption, draw, code)


@dataclass(frozen=True)
class Slot:
    """A puzzle on its page, with the height of the text above its drawing."""

    number: int
    fit: Fit
    head: float


@dataclass(frozen=True)
class Page:
    """A page of puzzles, with the heights of its rows in millimetres."""

    grid: Grid
    heights: tuple[float, ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class _Form:
    """The grid of a kind, and whether its frames stand beside the drawings."""

    grid: Grid
    frame_beside: bool


_HALF = _Form(Grid(1, 2), frame_beside=False)


@dataclass(frozen=True)
class PuzzlePages:
    """Makes the pages of a game's puzzles. `least`: the least scale of its drawings."""

    layout: Layout
    least: float
    per_page: int | None

    @property
    def fitter(self) -> Fitter:
        return Fitter(self.layout.sizes, self.least)

    def pages(self, puzzles: Sequence[PuzzleToFit]) -> Iterator[Page]:
        """Yields the pages. Kinds in the same grid share pages, so that few puzzles are alone on one."""
        forms = {
            kind: self._form(list(of_kind)) for kind, of_kind in groupby(puzzles, key=lambda it: it.kind)
        }
        for form, group in groupby(puzzles, key=lambda it: forms[it.kind]):
            together = list(group)
            if form.grid.slots == 1 and self.per_page is None:
                yield from self._as_they_fit(together, form)
                continue
            begin = 0
            for count in pages_evenly(len(together), form.grid.slots):
                yield self._page(together[begin : begin + count], form)
                begin += count

    def _form(self, puzzles: Sequence[PuzzleToFit]) -> _Form:
        """Chooses the grid for puzzles of a kind: as many a page as look good, or as are asked for."""
        step = max(1, len(puzzles) // _SAMPLES)
        samples = [*puzzles[::step][:_SAMPLES], puzzles[-1]]
        for slots, grids in GRIDS.items():
            if self.per_page is not None and slots > self.per_page:
                continue
            forms = [
                _Form(grid, beside)
                for grid in self._suitable(grids)
                for beside in ((False, True) if puzzles[0].caption.frame else (False,))
            ]
            if not forms:
                continue
            fits = {form: list(self._fits(samples, form)) for form in forms}
            best = max(forms, key=lambda form: self._worth(fits[form]))
            if slots == 1 or all(map(self._is_enough, fits[best])):
                return best
        raise AssertionError("the last grid is for one puzzle")

    def _suitable(self, grids: Iterable[Grid]) -> list[Grid]:
        """Large print has too few words in the lines of two columns, unless they are asked for."""
        narrow = self.layout.is_large and self.per_page is None
        return [grid for grid in grids if grid.cols == 1 or not narrow]

    def _is_enough(self, fit: Fit) -> bool:
        if self.per_page is None:
            return self.fitter.is_good(fit)
        return fit.scale >= self.fitter.minimum

    def _worth(self, fits: Sequence[Fit]) -> tuple[bool, float]:
        """How well puzzles fit: by the least of their drawings and frames, which had better stand below."""
        # A good drawing is worth more than a large one.
        sizes, most = self.layout.sizes, 1.5 * self.fitter.good
        worth = min((fit.cell or sizes.cell) * min(fit.scale, most) for fit in fits)
        return self._are_large(fits), _AS_BESIDE * worth if fits[0].beside else worth

    def _are_large(self, fits: Iterable[Fit]) -> bool:
        """Whether drawings have the least scale of the game."""
        return all(fit.scale >= self.least for fit in fits)

    def _fits(self, puzzles: Sequence[PuzzleToFit], form: _Form) -> Iterator[Fit]:
        height, head = self.layout.down(form.grid), self._head(puzzles, form)
        return (self._fit(puzzle, form, height, head) for puzzle in puzzles)

    def _fit_well(self, puzzles: Sequence[PuzzleToFit], form: _Form) -> bool:
        height, head = self.layout.down(form.grid), self._head(puzzles, form)
        rooms = (self._room(puzzle, form, height, head) for puzzle in puzzles)
        return all(
            self.fitter.fits_well(puzzle.draw, room) for puzzle, room in zip(puzzles, rooms, strict=True)
        )

    def _head(self, puzzles: Sequence[PuzzleToFit], form: _Form) -> float:
        code = max(puzzle.code for puzzle in puzzles)
        return self.layout.head_height(form.grid, (puzzle.task for puzzle in puzzles), code)

    def _fit(self, puzzle: PuzzleToFit, form: _Form, height: float, head: float) -> Fit:
        return self.fitter.fit(puzzle.draw, self._room(puzzle, form, height, head))

    def _room(self, puzzle: PuzzleToFit, form: _Form, height: float, head: float) -> Room:
        across, grid = self.layout.across(form.grid), form.grid
        if grid.beside:
            lines = len(puzzle.caption.write_lines)
            written = self.layout.beside_height(grid, puzzle.task, lines, puzzle.code)
            # Text that is higher than its slot leaves no room.
            room = (1 - BESIDE) * across, height if written <= height else 1.0
        else:
            room = across, height - head - self._around(puzzle)
        return Room(*room, puzzle.caption.frame, form.frame_beside)

    def _around(self, puzzle: PuzzleToFit) -> float:
        """The height of what stands above and below a drawing, without its head."""
        below = self.layout.lines_height(puzzle.code) if puzzle.caption.write_lines else 0.0
        return below + self.layout.foot_height(puzzle.code) + 2 * GAP

    def _page(self, puzzles: Sequence[PuzzleToFit], form: _Form) -> Page:
        grid = form.grid
        # The few that are left over get the whole page.
        if len(puzzles) == 1 and grid.slots > 1 and self.per_page is None:
            form, _ = self._fit_alone(puzzles[0])
        elif 2 * len(puzzles) <= grid.slots and not grid.beside and grid.cols > 1 and grid.rows > 1:
            form = _Form(Grid(1, 2), form.frame_beside)
        grid = form.grid
        head = self._head(puzzles, form)
        heights = (self.layout.down(grid),) * grid.rows
        fits = [self._fit(puzzle, form, heights[0], head) for puzzle in puzzles]
        slots = (Slot(puzzle.number, fit, head) for puzzle, fit in zip(puzzles, _alike(fits), strict=True))
        return Page(grid, heights, tuple(slots))

    def is_large_alone(self, puzzle: PuzzleToFit) -> bool:
        """Whether a puzzle's drawing has the least scale of the game on a page of its own."""
        # Most are, which takes less time to see.
        if any(self._fit_well([puzzle], form) for form in self._forms_alone(puzzle)):
            return True
        _, fit = self._fit_alone(puzzle)
        return self._are_large([fit])

    def _forms_alone(self, puzzle: PuzzleToFit) -> Sequence[_Form]:
        return [_Form(ALONE, beside) for beside in ((False, True) if puzzle.caption.frame else (False,))]

    def _fit_alone(self, puzzle: PuzzleToFit) -> tuple[_Form, Fit]:
        fits = {form: fit for form in self._forms_alone(puzzle) for fit in self._fits([puzzle], form)}
        return max(fits.items(), key=lambda form_and_fit: self._worth([form_and_fit[1]]))

    def _as_they_fit(self, puzzles: Sequence[PuzzleToFit], form: _Form) -> Iterator[Page]:
        """Yields pages of as many puzzles as have room on them, in their order."""
        begin = 0
        while begin < len(puzzles):
            page = self._small(puzzles[begin:]) or self._page(puzzles[begin : begin + 1], form)
            if not self._are_large(slot.fit for slot in page.slots):
                page = self._page(puzzles[begin : begin + 1], self._fit_alone(puzzles[begin])[0])
            yield page
            begin += len(page.slots)

    def _small(self, puzzles: Sequence[PuzzleToFit]) -> Page | None:
        """A page of several puzzles, where the first of these are small."""
        sides = (False, True) if puzzles[0].caption.frame else (False,)
        for grid, beside in product(self._suitable(_FOR_SMALL), sides):
            first, form = puzzles[: grid.slots], _Form(grid, beside)
            if len(first) == grid.slots and self._fit_well(first, form):
                return self._page(first, form)
        if len(puzzles) < 2 or puzzles[0].caption.frame:
            return None
        pair = puzzles[0], puzzles[1]
        needed = self._needed(pair[0]), self._needed(pair[1])
        if sum(needed) + GUTTER > self.layout.page_format.down:
            return None
        return self._pair(pair, needed)

    def _needed(self, puzzle: PuzzleToFit) -> float:
        """The height that a puzzle needs as wide as a page for a good drawing, with the text above it."""
        layout, good = self.layout, self.fitter.good
        around = self._head([puzzle], _HALF) + self._around(puzzle)
        proportion = layout.across(_HALF.grid) / (layout.down(_HALF.grid) - around)
        drawing = puzzle.draw(layout.sizes.letters / good, proportion)
        if drawing.width * good > layout.across(_HALF.grid):
            return layout.page_format.down
        return around + drawing.height * good

    def _pair(self, puzzles: tuple[PuzzleToFit, PuzzleToFit], needed: tuple[float, float]) -> Page:
        """Shares a page between two puzzles, as they need it."""
        spare = self.layout.page_format.down - GUTTER - sum(needed)
        slots, heights = list[Slot](), list[float]()
        for puzzle, part in zip(puzzles, needed, strict=True):
            heights.append(part + spare / 2)
            head = self._head([puzzle], _HALF)
            slots.append(Slot(puzzle.number, self._fit(puzzle, _HALF, heights[-1], head), head))
        return Page(_HALF.grid, tuple(heights), tuple(slots))


# How much smaller than its slot allows a drawing may be, to look like the others.
_ALIKE = 1.6


def _alike(fits: Sequence[Fit]) -> Iterator[Fit]:
    """Yields the drawings of a page at the same scale, unless that is far too small."""
    least = min(fit.scale for fit in fits)
    for fit in fits:
        yield replace(fit, scale=max(least, fit.scale / _ALIKE, min(fit.scale, fit.readable)))
