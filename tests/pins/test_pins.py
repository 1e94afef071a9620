"""Nothing that others rely on changes without a commit that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pins.groups import PINS
from tests.pins.pin import Pin, differences

_MOST = 30


def _marks(pin: Pin) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] * pin.long + [pytest.mark.process] * pin.process


@pytest.mark.parametrize("pin", [pytest.param(pin, marks=_marks(pin), id=pin.name) for pin in PINS])
def test_is_as_it_was_pinned(pin: Pin, tmp_path: Path) -> None:
    found = [*differences(pin.kept(), pin.take(tmp_path))]
    told = "\n".join(found[:_MOST])
    assert not found, f"{len(found)} differ from {pin.file.name} (python -m tests.pins {pin.name}):\n{told}"


def test_a_difference_is_named() -> None:
    kept = {"a": {"x": [1, "y"]}, "b": 1, "gone": 0, "same": [None]}
    taken = {"a": {"x": (1, "z")}, "b": True, "same": (None,), "new": 0}
    assert [line.split(":")[0] for line in differences(kept, taken)] == ["a / x / 1", "b", "gone", "new"]
