"""The page of rules that stands before a game's puzzles, and the small solved puzzles that illustrate it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from api.book.pictures import Picture, picture
from puzzles.drawing.style import Look
from puzzles.registry import kind_of
from puzzles.texts import Translator

_EXAMPLES = Path(__file__).with_name("examples.json")
# What is told of each game before its kinds.
_COMMON: Mapping[str, tuple[str, ...]] = {
    "end_of_line": ("area", "cards", "line"),
    "light_line": ("cards", "line"),
    "linja": ("board", "turn", "end"),
}


@cache
def examples() -> Mapping[str, Mapping[str, Any]]:
    """A small puzzle of each kind with its solution, by the kind."""
    found = json.loads(_EXAMPLES.read_bytes())
    return {example["puzzle"]["kind"]: example for example in found}


def example_of(kind_id: str, look: Look) -> Picture:
    example = examples()[kind_id]
    kind = kind_of(example["puzzle"])
    puzzle, solution = kind.parse(example["puzzle"]), kind.parse_solution(example["solution"])
    return picture(kind.draw_svg(puzzle, solution, replace(look, answer=True)))


def rules_of(
    game: str, kinds: Sequence[str], words: Translator, drawings: Sequence[Mapping[str, object]]
) -> dict[str, Any]:
    """As the templates take them; of the kinds, only those named."""
    return {
        "title": words.text(f"{game}.name"),
        "common": [_part(f"{game}.rules.{part}", words) for part in _COMMON[game]],
        "drawings": drawings,
        "kinds": [_part(f"{kind}.rules", words) for kind in kinds],
    }


def _part(key: str, words: Translator) -> dict[str, object]:
    return {"title": words.text(f"{key}.title"), "text": list(_blocks(words.text(f"{key}.text")))}


def _blocks(text: str) -> Iterator[dict[str, object]]:
    """Paragraphs, and lists of what begins with a dash."""
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        if all(line.startswith("- ") for line in lines):
            yield {"items": [line.removeprefix("- ") for line in lines]}
        else:
            yield {"paragraph": " ".join(lines)}
