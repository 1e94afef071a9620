"""A page of WebKitGTK with as much of playwright's interface as hands need: the same hands play there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from playwright.sync_api import Page
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.mouse_button import MouseButton
from selenium.webdriver.common.actions.pointer_input import PointerInput

# Milliseconds between two movements of the mouse.
_PACE = 20


@dataclass(frozen=True)
class _Mouse:
    driver: WebKitGTK

    def _do(self, act: Callable[[Any], object]) -> None:
        mouse = PointerInput("mouse", "mouse")  # type: ignore[no-untyped-call]  # selenium's
        actions = ActionBuilder(self.driver, mouse=mouse, duration=_PACE)
        act(actions.pointer_action)
        actions.perform()

    def move(self, x: float, y: float, steps: int = 1) -> None:
        assert steps >= 1
        self._do(lambda pointer: pointer.move_to_location(round(x), round(y)))

    def down(self) -> None:
        self._do(lambda pointer: pointer.pointer_down(MouseButton.LEFT))

    def up(self) -> None:
        self._do(lambda pointer: pointer.pointer_up(MouseButton.LEFT))

    def click(self, x: float, y: float) -> None:
        self.move(x, y)
        self.down()
        self.up()


@dataclass(frozen=True)
class _Locator:
    """The elements of a selector, or one of them by its number."""

    page: _WebKitPage
    selector: str
    number: int = 0

    @property
    def first(self) -> _Locator:
        return self.nth(0)

    def nth(self, number: int) -> _Locator:
        return _Locator(self.page, self.selector, number)

    def _of_all(self, body: str) -> Any:
        script = (
            "([selector, n]) => { const all = [...document.querySelectorAll(selector)]; const it = all[n]; "
        )
        return self.page.evaluate(f"{script} return {body}; }}", [self.selector, self.number])

    def count(self) -> int:
        return int(self._of_all("all.length"))

    def is_visible(self) -> bool:
        return bool(self._of_all("!!it && it.getClientRects().length > 0"))

    def bounding_box(self) -> dict[str, float] | None:
        box: dict[str, float] | None = self._of_all("it ? it.getBoundingClientRect().toJSON() : null")
        return box

    def evaluate_all(self, function: str) -> Any:
        return self._of_all(f"({function})(all)")

    def all_text_contents(self) -> list[str]:
        texts: list[str] = self._of_all("all.map((one) => one.textContent)")
        return texts

    def click(self) -> None:
        self._of_all("it.click()")


class _WebKitPage:
    def __init__(self, driver: WebKitGTK) -> None:
        self.driver = driver
        self.mouse = _Mouse(driver)

    def locator(self, selector: str) -> _Locator:
        return _Locator(self, selector)

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Returns what a function of the page returns, which may be a promise."""
        script = f"""
        const done = arguments[arguments.length - 1];
        Promise.resolve(arguments[0]).then({function})
            .then((value) => done([value ?? null]), (error) => done(["error", String(error)]));"""
        answer: list[Any] = self.driver.execute_async_script(script, argument)
        assert len(answer) == 1, answer
        return answer[0]

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)


def as_page(driver: WebKitGTK) -> Page:
    """Returns the driver's page, as far as hands need it."""
    driver.set_script_timeout(120)
    return cast(Page, _WebKitPage(driver))
