"""The texts that a book prints with each puzzle: its caption, and the steps to its answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from puzzles.game import Caption, SolvedPuzzle
from puzzles.registry import game_of
from puzzles.texts import Phrase, Translator


def caption_of(kind_id: str, solved: SolvedPuzzle[Any, Any]) -> Caption:
    return game_of(kind_id).captions[kind_id](solved)


def steps_of(steps: Iterable[Phrase], caption: Caption, translator: Translator) -> tuple[str, ...]:
    """Returns the steps as sentences; where there are none, a sentence instead."""
    if caption.without_steps is None:
        return ()
    sentences = (translator.render(step) for step in steps)
    return tuple(f"{text[:1].upper()}{text[1:]}." for text in sentences) or (
        translator.render(caption.without_steps),
    )


def techniques_of(steps: Iterable[Phrase], translator: Translator) -> tuple[str, ...]:
    """Returns the names of the techniques of the steps."""
    names = (step.parts.get("technique") for step in steps)
    return tuple(dict.fromkeys(translator.render(name) for name in names if name is not None))
