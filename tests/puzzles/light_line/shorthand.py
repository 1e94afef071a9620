"""Puzzles and solutions of the kinds with cards and a line, written short."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.errors import BadInput
from puzzles.registry import kind_of

Document = dict[str, Any]
# A broken rule, and where.
Told = tuple[str, Document]


def card(name: str, *tubes: str) -> Document:
    """A card from tubes written `red N0 S0`."""
    return {"id": name, "tubes": [each.split() for each in tubes]}


def straight(name: str, colour: str = "red") -> Document:
    """A card with one tube, from its left to its right."""
    return card(name, f"{colour} W1 E1")


def chain(kind: str, *cards: Document, **rest: Any) -> Document:
    return {"kind": f"light_line.{kind}", "cards": list(cards), **rest}


def solution(layout: str, line: str) -> Document:
    """One written `a 0 0, b 0 1 turned` and `a0 b1`."""
    laid = [each.split() for each in layout.split(",") if each.strip()]
    return {
        "layout": [
            {"card": x[0], "row": int(x[1]), "col": int(x[2]), "turned": x[-1] == "turned"} for x in laid
        ],
        "line": [{"card": x[0], "tube": int(x[1:])} for x in line.split()],
    }


def told(puzzle: Document, answer: Document) -> list[Told]:
    """The rules that a solution breaks."""
    kind = kind_of(puzzle)
    found = kind.verify(kind.parse(puzzle), kind.parse_solution(answer))
    return [(violation.rule, dict(violation.at)) for violation in found]


def score(puzzle: Document, answer: Document) -> int | None:
    kind = kind_of(puzzle)
    return kind.score(kind.parse(puzzle), kind.parse_solution(answer))


def refused(puzzle: Document) -> list[str]:
    """Where it is not of the right shape."""
    with pytest.raises(BadInput) as refusal:
        kind_of(puzzle).parse(puzzle)
    return [problem.pointer for problem in refusal.value.problems]


def refused_solution(kind: str, answer: object) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        kind_of({"kind": f"light_line.{kind}"}).parse_solution(answer)
    return [problem.pointer for problem in refusal.value.problems]
