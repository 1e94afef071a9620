"""Lists within a sentence, cut short where they are longer than anybody wants to read."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from puzzles.texts import ENGLISH, Translator

HARD_SPACE = "\xa0"
# So many items of a list are named: a wrong solution may have thousands.
FEW = 12


def joined(text: str) -> str:
    """Words that stay on one line."""
    return text.replace(" ", HARD_SPACE)


def listed(
    items: Collection[str],
    most: int = FEW,
    gap: str = ", ",
    language: Translator = ENGLISH,
    unbroken: bool = True,
) -> str:
    """The first items, and how many more there are; `unbroken`: those words stay on one line."""
    shown = [*islice(items, most)]
    if len(items) > most:
        more = language.text("frame.drawing.and_more", n=len(items) - most)
        shown.append(joined(more) if unbroken else more)
    return gap.join(shown)
