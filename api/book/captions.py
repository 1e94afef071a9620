"""What a book says of a puzzle of each kind: what is asked, what the answer is, and what to write down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from api.book.proved_answers import Proved
from puzzles.texts import Translator, phrase


@dataclass(frozen=True)
class Told:
    """`lines` are to be filled in by hand; `dots`: the solver needs paper to draw on beside the drawing;
    `steps` works out how a person comes to the answer."""

    task: str
    answer: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    dots: bool = False
    steps: Callable[[], tuple[str, ...]] = tuple


def tell(found: Proved, words: Translator) -> Told:
    return _TELLERS[found.kind.id](found, words, found.kind.id)


def _solo(found: Proved, words: Translator, key: str) -> Told:
    score = str(found.score)
    spent = (
        words.text(f"{key}.spent", round=number, energy=phrase(f"end_of_line.drawing.energy.{each.energy}"))
        for number, each in enumerate(found.solution.rounds, 1)
        if each.energy is not None
    )
    return Told(
        words.text(f"{key}.task", score=score),
        (words.text(f"{key}.answer", score=score), *spent),
        (words.text(f"{key}.mine"),),
    )


def _cover(found: Proved, words: Translator, key: str) -> Told:
    return Told(words.text(f"{key}.task"), steps=partial(_cover_steps, found, words, key))


def _cover_steps(found: Proved, words: Translator, key: str) -> tuple[str, ...]:
    """The steps that matter most; where they are more than anybody would do, just that."""
    # Slow to import, with engines, and most kinds need none of it.
    from generators.end_of_line.cover import EXPLAINER  # noqa: PLC0415

    steps = EXPLAINER.key_steps(found.puzzle)
    told = (words.render(step) for step in steps or ())
    return tuple(f"{text[:1].upper()}{text[1:]}." for text in told) or (words.text(f"{key}.trial"),)


def _all_cards(found: Proved, words: Translator, key: str) -> Told:
    return Told(words.text(f"{key}.task", n=len(found.puzzle.cards)), dots=True)


def _head(found: Proved, words: Translator, key: str) -> Told:
    return Told(words.text(f"{key}.task", n=found.puzzle.length), dots=True)


def _scored(found: Proved, words: Translator, key: str) -> Told:
    n = found.score or 0
    return Told(words.text(f"{key}.task", n=n), (words.text(f"{key}.answer", n=n),), dots=True)


def _placed(found: Proved, words: Translator, key: str) -> Told:
    n = found.score or 0
    return Told(words.text(f"{key}.task", n=n), (words.text(f"{key}.answer", n=n),))


def _endgame(found: Proved, words: Translator, key: str) -> Told:
    task = words.text(f"{key}.task.{found.puzzle.goal}", player=found.puzzle.to_move)
    return Told(task, lines=(words.text(f"{key}.mine"),))


_TELLERS: Mapping[str, Callable[[Proved, Translator, str], Told]] = {
    "end_of_line.solo": _solo,
    "end_of_line.cover": _cover,
    "light_line.solo": _all_cards,
    "light_line.longest": _scored,
    "light_line.head": _head,
    "light_line.place": _placed,
    "linja.endgame": _endgame,
}
