"""The texts that a book prints with each puzzle: its caption, and the steps to its answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from puzzles.game import Caption, SolvedPuzzle
from puzzles.registry import game_of
from puzzles.texts import Phrase, Translator


def caption_of(kind_id: str, solved: SolvedPuzzle[Any, Any]) -> Caption:
    return game_of(kind_id).captions[kind_id](solved)


@lru_cache(maxsize=2**11)  # a puzzle's steps are needed to choose it, to print them and for the index
def key_steps(kind_id: str, puzzle: Any) -> tuple[Phrase, ...]:
    """Returns a person's most important steps; none where they do not lead to the answer."""
    # Slow to import, with engines, and most kinds need none of it.
    from generators.registry import generators_for  # noqa: PLC0415

    explainer = generators_for(kind_id).explainer
    return () if explainer is None else explainer.key_steps(puzzle) or ()


def steps_of(kind_id: str, puzzle: Any, caption: Caption, translator: Translator) -> tuple[str, ...]:
    """Returns the steps as sentences; where they do not lead to the answer, a sentence instead."""
    if caption.without_steps is None:
        return ()
    sentences = (translator.render(step) for step in key_steps(kind_id, puzzle))
    return tuple(f"{text[:1].upper()}{text[1:]}." for text in sentences) or (
        translator.render(caption.without_steps),
    )


def techniques_of(kind_id: str, puzzle: Any, caption: Caption, translator: Translator) -> tuple[str, ...]:
    """Returns the names of the techniques of the steps."""
    if caption.without_steps is None:
        return ()
    names = (step.parts.get("technique") for step in key_steps(kind_id, puzzle))
    return tuple(dict.fromkeys(translator.render(name) for name in names if name is not None))
