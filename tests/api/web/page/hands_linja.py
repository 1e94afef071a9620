"""Hands that make a turn of Linja: a piece is tapped or dragged, and then where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.api.web.page.hands import Document, Hands, Task, middle

_NO_EXTRA = ".linja-move-now button"


def _start(move: Document) -> tuple[int, int | None]:
    """The row that a piece leaves, and the row that it goes to where that is to be said."""
    (name,) = move
    return move[name]["from"], move[name].get("to")


def _body(row: int, piece: str | None) -> str:
    chosen = f'[data-piece="{piece}"]' if piece else ""
    return f'.linja-lifted{chosen}[data-row="{row}"] .linja-body'


def _by_taps(task: Task, tap: Callable[[float, float], None]) -> Iterator[None]:
    page = task.page
    for move in task.moves:
        if move == {"extra": None}:
            tap(*middle(page.locator(_NO_EXTRA).first))
            yield
            continue
        row, to = _start(move)
        piece = move["extra"].get("piece") if "extra" in move else None
        tap(*middle(page.locator(_body(row, piece)).first))
        goal = ".linja-ghost" if to is None else f'.linja-cell[data-row="{to}"]'
        tap(*middle(page.locator(goal).first))
        yield


def _by_mouse(task: Task) -> Iterator[None]:
    return _by_taps(task, task.page.mouse.click)


def _by_touch(task: Task) -> Iterator[None]:
    return _by_taps(task, task.page.touchscreen.tap)


def _by_keys(task: Task) -> Iterator[None]:
    press = task.page.keyboard.press
    for move in task.moves:
        if move == {"extra": None}:
            press("n")
            yield
            continue
        row, to = _start(move)
        press(str(row))
        press(str(row if to is None else to))
        yield


HANDS = {"linja.endgame": Hands(_by_mouse, _by_touch, _by_keys)}
