"""Shorthand for puzzles and solutions of the kinds with cards and a line."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.errors import BadInput
from puzzles.registry import kind_of

Document = dict[str, Any]
# A broken rule, and where.
RuleAt = tuple[str, Document]


def card(name: str, *tubes: str) -> Document:
    """Returns a card from tubes written `red N0 S0`."""
    return {"id": name, "tubes": [tube.split() for tube in tubes]}


def straight(name: str, colour: str = "red") -> Document:
    """A card with one tube, from its left to its right."""
    return card(name, f"{colour} W1 E1")


def chain(kind: str, *cards: Document, **fields: Any) -> Document:
    return {"kind": f"light_line.{kind}", "cards": list(cards), **fields}


def solution(layout: str, line: str) -> Document:
    """Returns a solution from `a 0 0, b 0 1 turned` and `a0 b1`."""
    card_words = [text.split() for text in layout.split(",") if text.strip()]
    return {
        "layout": [
            {"card": x[0], "row": int(x[1]), "col": int(x[2]), "turned": x[-1] == "turned"}
            for x in card_words
        ],
        "line": [{"card": x[0], "tube": int(x[1:])} for x in line.split()],
    }


def violations_of(puzzle: Document, answer: Document) -> list[RuleAt]:
    """Returns the rules that a solution breaks."""
    kind = kind_of(puzzle)
    violations = kind.verify(kind.parse(puzzle), kind.parse_solution(answer))
    return [(violation.rule, dict(violation.at)) for violation in violations]


def score(puzzle: Document, answer: Document) -> int | None:
    kind = kind_of(puzzle)
    return kind.score(kind.parse(puzzle), kind.parse_solution(answer))


def rejected_pointers(puzzle: Document) -> list[str]:
    """Returns the pointers of the problems of a malformed puzzle."""
    with pytest.raises(BadInput) as refusal:
        kind_of(puzzle).parse(puzzle)
    return [problem.pointer for problem in refusal.value.problems]


def rejected_solution_pointers(kind: str, answer: object) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        kind_of({"kind": f"light_line.{kind}"}).parse_solution(answer)
    return [problem.pointer for problem in refusal.value.problems]
