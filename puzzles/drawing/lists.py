"""Lists within a sentence, cut short where they are too long to read."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from puzzles.texts import ENGLISH, Translator

HARD_SPACE = "\xa0"
# The most items of a list that are named: a wrong solution may have thousands.
FEW = 12


def unbreakable(text: str) -> str:
    """Joins words by hard spaces, so that they stay on one line."""
    return text.replace(" ", HARD_SPACE)


def listing(
    items: Collection[str],
    max_items: int = FEW,
    gap: str = ", ",
    translator: Translator = ENGLISH,
    unbroken: bool = True,
) -> str:
    """The first items and how many more there are; `unbroken`: the latter words stay on one line."""
    words = [*islice(items, max_items)]
    if len(items) > max_items:
        more = translator.text("frame.drawing.and_more", n=len(items) - max_items)
        words.append(unbreakable(more) if unbroken else more)
    return gap.join(words)
