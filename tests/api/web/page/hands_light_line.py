"""Hands that play LIGHT-LINE!: cards are taken from the hand, turned, and laid on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from playwright.sync_api import Locator, Page

from tests.api.web.page.hands import Document, Hands, Point, Task, middle

_PLACE_OF_FOCUS = """() => {
    const cell = document.activeElement?.closest(".light-cell");
    const [x, y = "0"] = (cell?.style.translate ?? "").split(" ");
    return cell ? [parseFloat(x), parseFloat(y), cell.offsetWidth, cell.offsetHeight] : null;
}"""
_SPOTS = ".light-spots .light-spot"
_PLACES = """(spots) => spots.map((spot) => {
    const [x, y = "0"] = spot.style.translate.split(" ");
    return [Math.round(parseFloat(y) / spot.offsetHeight), Math.round(parseFloat(x) / spot.offsetWidth)];
})"""
# More steps than the way over any table has.
_STEPS = 60
# A player who wants to end is asked once more.
_QUESTIONS = 2


def _lays(task: Task) -> list[Document]:
    return [move for move in task.moves if "row" in move]


def _card(page: Page, name: str) -> Locator:
    return page.locator(f'.light-held-card[data-card="{name}"]')


def _spot(page: Page, move: Document) -> Locator:
    places: list[list[float]] = page.locator(_SPOTS).evaluate_all(_PLACES)
    return page.locator(_SPOTS).nth(places.index([move["row"], move["col"]]))


def _end(page: Page) -> Locator:
    """The button that ends the play with the line that is lit, where one is needed."""
    return page.locator('[data-action="follow"], [data-action="end"]')


def _by_mouse(task: Task) -> Iterator[None]:
    page, mouse = task.page, task.page.mouse
    for move in _lays(task):
        card = _card(page, move["card"])
        start = middle(card)
        if move["turned"]:
            # Held, and turned; then it is dragged as it is.
            mouse.click(*start)
            mouse.click(*start)
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0], start[1] - 30, steps=3)
        mouse.move(*middle(_spot(page, move)), steps=4)
        mouse.up()
        yield
    yield from _ended(task, mouse.click)


def _by_touch(task: Task) -> Iterator[None]:
    page, tap = task.page, task.page.touchscreen.tap
    for move in _lays(task):
        card = _card(page, move["card"])
        card.scroll_into_view_if_needed()
        tap(*middle(card))
        if move["turned"]:
            tap(*middle(card))
        tap(*middle(_spot(page, move)))
        yield
    yield from _ended(task, tap)


def _ended(task: Task, tap: Callable[[float, float], None]) -> Iterator[None]:
    """Ends the play, unless it has ended with the last card."""
    task.page.wait_for_timeout(200)
    for _ in range(_QUESTIONS):
        if _end(task.page).count():
            tap(*middle(_end(task.page).first))
            task.page.wait_for_timeout(100)
            yield


def _by_keys(task: Task) -> Iterator[None]:
    page = task.page
    page.keyboard.press("h")
    for move in _lays(task):
        _hold_by_keys(page, move["card"])
        if move["turned"]:
            page.keyboard.press("r")
        _walk(page, move)
        page.keyboard.press("Enter")
        yield
    page.wait_for_timeout(200)
    for _ in range(_QUESTIONS):
        if _end(page).count():
            _press_by_keys(page, _end(page).first)
            page.wait_for_timeout(100)
            yield


def _hold_by_keys(page: Page, name: str) -> None:
    """Walks through the hand to a card, and takes it."""
    page.keyboard.press("h")
    if _focused_card(page) is None:
        page.keyboard.press("h")
    names: list[str] = page.locator(".light-held-card").evaluate_all(
        "(buttons) => buttons.map((button) => button.dataset.card)"
    )
    for _ in range(len(names)):
        focused = _focused_card(page)
        if focused is None or focused == name:
            break
        page.keyboard.press("ArrowRight" if names.index(focused) < names.index(name) else "ArrowLeft")
    page.keyboard.press("Enter")


def _focused_card(page: Page) -> str | None:
    name: str | None = page.evaluate("() => document.activeElement?.dataset?.card ?? null")
    return name


def _walk(page: Page, move: Document) -> None:
    """Walks over the table to a place: the longer way first, and round where that leads nowhere."""
    goal = (move["row"], move["col"])
    seen: list[tuple[int, int]] = []
    for step in range(_STEPS):
        at = _focused_place(page)
        if at == goal:
            return
        down, right = goal[0] - at[0], goal[1] - at[1]
        vertical = "ArrowDown" if down > 0 else "ArrowUp"
        horizontal = "ArrowRight" if right > 0 else "ArrowLeft"
        is_stuck = seen.count(at) % 2 == 1
        is_vertical = (abs(down) >= abs(right)) != is_stuck
        if is_vertical and not down:
            vertical = ("ArrowDown", "ArrowUp")[step % 2]
        if not is_vertical and not right:
            horizontal = ("ArrowRight", "ArrowLeft")[step % 2]
        seen.append(at)
        page.keyboard.press(vertical if is_vertical else horizontal)
    raise AssertionError(f"keys do not lead to {goal}")


def _focused_place(page: Page) -> tuple[int, int]:
    found: Sequence[float] | None = page.evaluate(_PLACE_OF_FOCUS)
    assert found is not None, "the table has not the focus"
    x, y, width, height = found
    return round(y / height), round(x / width)


def _press_by_keys(page: Page, button: Locator) -> None:
    """Goes to a button with the tabulator, and presses it."""
    for _ in range(_STEPS):
        if button.evaluate("(element) => element === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError("no tabulator leads to the button")


def _place_by(
    task: Task, lay: Callable[[Point, Point, bool], None], tap: Callable[[float, float], None]
) -> None:
    (move,) = task.moves
    card = task.page.locator(".light-held-card")
    lay(middle(card), middle(_spot(task.page, move)), move["turned"])
    tap(*middle(task.page.locator('[data-action="lay_here"]')))


def _place_by_mouse(task: Task) -> Iterator[None]:
    mouse = task.page.mouse

    def lay(card: Point, spot: Point, is_turned: bool) -> None:
        if is_turned:
            # It is held from the start, as it is the only one.
            mouse.click(*card)
        mouse.move(*card)
        mouse.down()
        mouse.move(card[0], card[1] - 30, steps=3)
        mouse.move(*spot, steps=4)
        mouse.up()

    _place_by(task, lay, mouse.click)
    yield


def _place_by_touch(task: Task) -> Iterator[None]:
    tap = task.page.touchscreen.tap

    def lay(card: Point, spot: Point, is_turned: bool) -> None:
        if is_turned:
            tap(*card)
        tap(*spot)

    _place_by(task, lay, tap)
    yield


def _place_by_keys(task: Task) -> Iterator[None]:
    page = task.page
    (move,) = task.moves
    page.keyboard.press("h")
    if _focused_card(page) is not None:
        page.keyboard.press("Enter")
    if move["turned"]:
        page.keyboard.press("r")
    _walk(page, move)
    page.keyboard.press("Enter")
    yield
    _press_by_keys(page, page.locator('[data-action="lay_here"]'))
    yield


_LAYING = Hands(_by_mouse, _by_touch, _by_keys)
HANDS = {
    "light_line.solo": _LAYING,
    "light_line.longest": _LAYING,
    "light_line.head": _LAYING,
    "light_line.place": Hands(_place_by_mouse, _place_by_touch, _place_by_keys),
}
