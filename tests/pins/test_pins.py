"""Checks that nothing others rely on changes without a commit that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pins.groups import PINS
from tests.pins.pin import Pin, differences

_MAX_LINES = 30


def _marks(pin: Pin) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] * pin.long + [pytest.mark.process] * pin.process + [pytest.mark.slow] * pin.slow


@pytest.mark.parametrize("pin", [pytest.param(pin, marks=_marks(pin), id=pin.name) for pin in PINS])
def test_nothing_pinned_has_changed(pin: Pin, tmp_path: Path) -> None:
    differing = [*differences(pin.read(), pin.take(tmp_path))]
    report = "\n".join(differing[:_MAX_LINES])
    assert not differing, (
        f"{len(differing)} differ from {pin.file.name} (python -m tests.pins {pin.name}):\n{report}"
    )


def test_a_difference_is_named() -> None:
    pinned = {"a": {"x": [1, "y"]}, "b": 1, "gone": 0, "same": [None]}
    current = {"a": {"x": (1, "z")}, "b": True, "same": (None,), "new": 0}
    assert [line.split(":")[0] for line in differences(pinned, current)] == ["a / x / 1", "b", "gone", "new"]
