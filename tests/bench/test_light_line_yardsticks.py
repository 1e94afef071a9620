"""Checks that the yardsticks of SOLO-LINE agree with the oracle."""

import random
from typing import Any

import pytest

from tests.bench import light_line_clingo, light_line_cpsat
from tests.oracle.light_line import layouts_solo
from tests.oracle.light_line_instances import printed_card, solo_instance
from tests.oracle.light_line_legal import legal_solo

YARDSTICKS = (light_line_clingo, light_line_cpsat)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_tiny(seed: int) -> None:
    document = solo_instance(random.Random(f"yardsticks {seed}"))
    layouts = len(layouts_solo(document))
    for yardstick in YARDSTICKS:
        solution = yardstick.solve(document)
        assert (solution is not None) == (layouts > 0)
        assert solution is None or legal_solo(document, solution)
        assert yardstick.count(document, 100_000) == layouts
        assert yardstick.count(document, 2) == min(2, layouts)
        assert yardstick.count(document, 0) == 0


def printed_deal(seed: str, size: int) -> dict[str, Any]:
    rng = random.Random(seed)
    cards = [{"id": f"{number:02}", "tubes": printed_card(rng)} for number in range(size)]
    return {"kind": "light_line.solo", "cards": cards}


@pytest.mark.parametrize("size", [1, 6, 8, 12])
def test_printed_deals(size: int) -> None:
    document = printed_deal(f"yardsticks {size}", size)
    for yardstick in YARDSTICKS:
        solution = yardstick.solve(document)
        assert solution is not None
        assert legal_solo(document, solution)
    if size <= 8:
        assert light_line_clingo.count(document, 100_000) == light_line_cpsat.count(document, 100_000)


@pytest.mark.parametrize("seed", [919, 958])
def test_no_line(seed: int) -> None:
    """Of 900 random deals of 8 printed cards these two have no line."""
    document = printed_deal(f"light-line 8 {seed}", 8)
    for yardstick in YARDSTICKS:
        assert yardstick.solve(document) is None
        assert yardstick.count(document, 100_000) == 0
