"""The page of rules before a game's puzzles, and the small solved puzzles that illustrate it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from api.book.pictures import Picture, picture
from puzzles.drawing.style import Look
from puzzles.game import Game
from puzzles.registry import game_of, kind_named
from puzzles.texts import Translator


def example_of(kind_id: str, look: Look) -> Picture:
    """Returns the drawing of a kind's solved example."""
    example = game_of(kind_id).examples[kind_id]
    kind = kind_named(kind_id)
    puzzle, solution = kind.parse(example["puzzle"]), kind.parse_solution(example["solution"])
    return picture(kind.draw(puzzle, solution, replace(look, answer=True)))


def rules_of(
    game: Game, kinds: Sequence[str], translator: Translator, drawings: Sequence[Mapping[str, object]]
) -> dict[str, Any]:
    """Returns the rules of a game and of some of its kinds, as the templates take them."""
    sections = (f"{game.id}.rules.{section}" for section in game.rule_sections)
    return {
        "title": game.name(translator),
        "common": [_section(key, translator) for key in sections],
        "drawings": drawings,
        "kinds": [_section(f"{kind}.rules", translator) for kind in kinds],
    }


def _section(key: str, translator: Translator) -> dict[str, object]:
    return {"title": translator.text(f"{key}.title"), "text": list(_blocks(translator.text(f"{key}.text")))}


def _blocks(text: str) -> Iterator[dict[str, object]]:
    """Yields the paragraphs, and lists of the lines that begin with a dash."""
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        if all(line.startswith("- ") for line in lines):
            yield {"items": [line.removeprefix("- ") for line in lines]}
        else:
            yield {"paragraph": " ".join(lines)}
