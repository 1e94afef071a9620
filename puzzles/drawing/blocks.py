"""Blocks: parts of a drawing that stand one below the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from puzzles.drawing.svg import Point, number, tag, translation

# Text, or what makes it when it is needed: a drawing is fitted into a page by its size alone.
Later = str | Callable[[], str]


def text_of(later: Later) -> str:
    return later if isinstance(later, str) else later()


@dataclass(frozen=True)
class Block:
    """A part of a drawing with its top left corner on (0, 0), and its size."""

    content: Later
    width: float
    height: float

    @cached_property
    def markup(self) -> str:
        return text_of(self.content)


def reach(size: tuple[float, float], proportion: float) -> float:
    """Returns how wide a page of this proportion has to be for a drawing of this size."""
    return max(size[0], size[1] * proportion)


def stack(
    blocks: Iterable[Block],
    corner: Point,
    gap: float,
    centred_in: float | None = None,
    scale: float | None = None,
) -> tuple[list[str], float]:
    """The blocks as groups from a top left corner downwards, and where the next one would begin.

    `centred_in` is the width in whose middle each of them stands, if not at its left end.
    """
    (left, top), groups = corner, list[str]()
    scaling = "" if scale is None else f" scale({number(scale)})"
    for block in blocks:
        aside = 0.0 if centred_in is None else (centred_in - block.width) / 2
        groups.append(tag("g", block.markup, transform=translation(left + aside, top) + scaling))
        top += (block.height + gap) * (1.0 if scale is None else scale)
    return groups, top


def stacked_height(blocks: Iterable[Block], gap: float) -> float:
    """The height of blocks one below the other, with a gap after each."""
    return sum(block.height + gap for block in blocks)
