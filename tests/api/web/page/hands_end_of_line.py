"""Hands that play END OF LINE: the line is drawn, cards are laid along it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.api.web.page.hands import Gestures, Hands, Point, Task, middle
from tests.api.web.page.line_page import LinePage, Place, Touch, strokes

_EFFECTS = ("speed_up", "brake", "reverse", "extra_gas")
_KEYS = {"speed_up": "s", "brake": "b", "reverse": "r", "extra_gas": "g"}


def _cover_by_mouse(task: Task) -> Iterator[None]:
    board = LinePage(task.page)
    for stroke in strokes(task.puzzle, [move["cell"] for move in task.moves]):
        board.drag(stroke)
        yield


def _cover_by_touch(task: Task) -> Iterator[None]:
    board, touch = LinePage(task.page), Touch(task.page)
    for stroke in strokes(task.puzzle, [move["cell"] for move in task.moves]):
        touch.drag(*map(board.middle, stroke))
        yield


def _cover_by_keys(task: Task) -> Iterator[None]:
    walker = _Walker(task)
    for move in task.moves:
        walker.enter(move["cell"])
        yield


_Tap = Callable[[float, float], None]
# Lays a card, which is at a point of the screen, on a cell.
_Lay = Callable[[Point, Place], None]
_LaysCards = Callable[[Task, _Tap, _Lay], Iterator[None]]


def _by_mouse(lays_cards: _LaysCards) -> Gestures:
    """Drags cards to the board."""

    def gestures(task: Task) -> Iterator[None]:
        board, mouse = LinePage(task.page), task.page.mouse

        def lay(card: Point, cell: Place) -> None:
            mouse.move(*card)
            mouse.down()
            mouse.move(*board.middle_of_cell(cell), steps=5)
            mouse.up()

        return lays_cards(task, mouse.click, lay)

    return gestures


def _by_touch(lays_cards: _LaysCards) -> Gestures:
    """Taps cards, and then the cells on which they go."""

    def gestures(task: Task) -> Iterator[None]:
        board, tap = LinePage(task.page), task.page.touchscreen.tap

        def lay(card: Point, cell: Place) -> None:
            tap(*card)
            tap(*board.middle_of_cell(cell))

        return lays_cards(task, tap, lay)

    return gestures


def _solo(task: Task, tap: _Tap, lay: _Lay) -> Iterator[None]:
    page = task.page
    for move in task.moves:
        if "energy" in move:
            tap(*middle(page.locator(".eol-energy-button")))
            tap(*middle(page.locator(".eol-effect").nth(_EFFECTS.index(move["energy"]))))
        else:
            switch = page.locator(".eol-switch")
            if move.get("reverse") and switch.is_visible():
                tap(*middle(switch))
            card = page.locator(".eol-hand-card").nth(_in_hand(task, move["card"]))
            lay(middle(card), (move["cell"][0], move["cell"][1]))
        yield


def _solo_by_keys(task: Task) -> Iterator[None]:
    walker, press = _Walker(task), task.page.keyboard.press
    for move in task.moves:
        if "energy" in move:
            press(_KEYS[move["energy"]])
        else:
            if move.get("reverse"):
                press("f")
            press(str(_in_hand(task, move["card"]) + 1))
            walker.enter(move["cell"])
        yield


def _classic(task: Task, tap: _Tap, lay: _Lay) -> Iterator[None]:
    page = task.page
    for move in task.moves:
        if move["do"] == "discard":
            tap(*middle(page.locator(".eol-discard")))
        else:
            if move.get("reverse"):
                tap(*middle(page.locator(".eol-reverse")))
            card = page.locator(f".eol-hand-card.{move['do']}")
            lay(middle(card), (move["cell"][0], move["cell"][1]))
        yield


def _classic_by_keys(task: Task) -> Iterator[None]:
    walker, press = _Walker(task), task.page.keyboard.press
    for move in task.moves:
        if move["do"] == "discard":
            press("d")
        else:
            if move.get("reverse"):
                press("r")
            press({"place": "1", "recover": "2"}[move["do"]])
            walker.enter(move["cell"])
        yield


def _in_hand(task: Task, card: str) -> int:
    """Where the first card of this type is in the hand that is shown."""
    labels: list[str] = task.page.locator(".eol-hand-card").evaluate_all(
        "(buttons) => buttons.map((button) => button.getAttribute('aria-label'))"
    )
    return [label.replace(":", " ").replace(",", " ").split()[0] for label in labels].index(card)


class _Walker:
    """Walks over the board with the arrow keys, from the cell on which the cursor is."""

    def __init__(self, task: Task) -> None:
        self._press = task.page.keyboard.press
        self._size = task.puzzle["rows"], task.puzzle["cols"]
        self._at = task.puzzle["start"]["cell"]

    def enter(self, cell: list[int]) -> None:
        for axis, (ahead, back) in enumerate((("ArrowDown", "ArrowUp"), ("ArrowRight", "ArrowLeft"))):
            size = self._size[axis]
            far = (cell[axis] - self._at[axis]) % size
            for _ in range(min(far, size - far)):
                self._press(ahead if far <= size - far else back)
        self._press("Enter")
        self._at = cell


HANDS = {
    "end_of_line.cover": Hands(_cover_by_mouse, _cover_by_touch, _cover_by_keys),
    "end_of_line.solo": Hands(_by_mouse(_solo), _by_touch(_solo), _solo_by_keys),
    "end_of_line.classic": Hands(_by_mouse(_classic), _by_touch(_classic), _classic_by_keys),
}
