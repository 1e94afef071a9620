"""The texts that a book prints with each puzzle: its caption, and the steps to its answer."""

from __future__ import annotations

from api.book.proved_answers import ProvedPuzzle
from puzzles.game import Caption, SolvedPuzzle
from puzzles.registry import game_of
from puzzles.texts import Translator


def caption_of(proved: ProvedPuzzle) -> Caption:
    write = game_of(proved.kind.id).captions[proved.kind.id]
    return write(SolvedPuzzle(proved.puzzle, proved.solution, proved.score))


def steps_of(proved: ProvedPuzzle, caption: Caption, translator: Translator) -> tuple[str, ...]:
    """Returns a person's most important steps; where they do not lead to the answer, a sentence instead."""
    if caption.without_steps is None:
        return ()
    # Slow to import, with engines, and most kinds need none of it.
    from generators.registry import generators_for  # noqa: PLC0415

    explainer = generators_for(proved.kind.id).explainer
    steps = () if explainer is None else explainer.key_steps(proved.puzzle) or ()
    sentences = (translator.render(step) for step in steps)
    return tuple(f"{text[:1].upper()}{text[1:]}." for text in sentences) or (
        translator.render(caption.without_steps),
    )
