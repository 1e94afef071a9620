"""How the moves of a solution are made by hand, whatever the game: by mouse, by touch, with keys alone.

What a game's own hands do stands in `hands_<game>`, whose `HANDS` are by the kind. They make one gesture
after another, as a person does, so that a test may stop anywhere.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Locator, Page

from puzzles.registry import game_of

Document = dict[str, Any]
Point = tuple[float, float]
Way = Literal["mouse", "touch", "keys"]
WAYS: tuple[Way, ...] = ("mouse", "touch", "keys")
# How often one looks whether something stands still by now.
_PATIENCE = 60


@dataclass(frozen=True)
class Task:
    """A puzzle on a page, and the moves that solve it."""

    page: Page
    puzzle: Document
    moves: Sequence[Document]


# Yields after each gesture.
Gestures = Callable[[Task], Iterator[None]]


@dataclass(frozen=True)
class Hands:
    mouse: Gestures
    touch: Gestures
    keys: Gestures

    def of(self, way: Way) -> Gestures:
        gestures: Gestures = getattr(self, way)
        return gestures


def hands_for(kind: str) -> Hands:
    module = importlib.import_module(f"tests.api.web.page.hands_{game_of(kind).id}")
    by_kind: Mapping[str, Hands] = module.HANDS
    return by_kind[kind]


def middle(target: Locator) -> Point:
    """The middle of what is drawn, once it stands still."""
    seen = [None, target.bounding_box()]
    while len(seen) < _PATIENCE and (seen[-1] is None or seen[-1] != seen[-2]):
        target.page.wait_for_timeout(30)
        seen.append(target.bounding_box())
    box = seen[-1]
    assert box is not None, "it is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
