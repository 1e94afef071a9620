"""A person's steps in words, and those of them that matter most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generators.end_of_line.cover_person import ONLY_WAY, TECHNIQUES, Step
from puzzles.texts import Part, Phrase, phrase

# How many cells or moves of one step are told where there is no room for all.
FEW = 5
# Of a puzzle that asks for nothing else, so many steps with only one way are told.
PLAIN_STEPS = 2


def step_phrase(step: Step) -> Phrase:
    """One step in words, with the name of its technique."""
    technique = phrase(f"end_of_line.steps.technique.{step.technique.replace(' ', '_').replace('-', '_')}")
    return phrase("end_of_line.steps.step", technique=technique, words=step.words)


def short_step_phrase(step: Step) -> Phrase:
    """The same with no more than a few cells or moves in a row."""
    return step_phrase(replace(step, words=_shortened(step.words)))


def key_steps(steps: Sequence[Step], most: int) -> list[Step]:
    """The beginning and the hardest steps, in their order; what has only one way after them goes by itself.

    Of steps that are equally hard, those that settle more come first, and then earlier ones. One that only
    says of another cell what was said before is left out."""
    hard = list(_hard(steps))
    if not hard:
        return list(steps[: min(most, PLAIN_STEPS)])

    def worth(i: int) -> tuple[int, int, int]:
        after = steps[i + 1 : i + 2]
        settled = sum(step.settled for step in after if step.technique == ONLY_WAY)
        return -TECHNIQUES.index(steps[i].technique), -settled, i

    beginning = [0] if steps[0].technique == ONLY_WAY and most > 1 else []
    chosen = sorted(hard, key=worth)[: most - len(beginning)]
    return [steps[i] for i in sorted({*beginning, *chosen})]


def _hard(steps: Sequence[Step]) -> Iterator[int]:
    """Which steps ask for more than a look; what one of them says of several cells, for the first alone."""
    thoughts = set()
    for i, step in enumerate(steps):
        rest = {name: part for name, part in step.words.parts.items() if name != "cell"}
        thought = repr((step.words.key, rest))
        if step.technique != ONLY_WAY and thought not in thoughts:
            yield i
        if "cell" in step.words.parts:
            thoughts.add(thought)


def _shortened(words: Phrase) -> Phrase:
    return Phrase(words.key, {name: _few(part) for name, part in words.parts.items()})


def _few(part: Part) -> Part:
    if isinstance(part, Phrase):
        return _shortened(part)
    if isinstance(part, tuple) and len(part) > FEW:
        return (*part[: FEW - 1], phrase("frame.drawing.and_more", n=len(part) - FEW + 1))
    return part
