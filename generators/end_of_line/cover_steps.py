"""Words for a person's solving steps, and the choice of the steps that matter most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generators.end_of_line.cover_person import ONLY_WAY, TECHNIQUES, Step
from generators.protocol import ExplainedStep
from puzzles.texts import Part, Phrase, phrase

# How many cells or moves of one step are shown where space is short.
FEW = 5
# How many steps are shown of a puzzle in which every step has only one way.
PLAIN_STEPS = 2


def explained_step(step: Step) -> ExplainedStep:
    return ExplainedStep(_technique_id(step), step_phrase(step))


def _technique_id(step: Step) -> str:
    return step.technique.replace(" ", "_").replace("-", "_")


def step_phrase(step: Step) -> Phrase:
    """Returns a step in words, with the name of its technique."""
    technique = phrase(f"end_of_line.steps.technique.{_technique_id(step)}")
    return phrase("end_of_line.steps.step", technique=technique, words=step.words)


def short_step_phrase(step: Step) -> Phrase:
    """Returns a step in words, with at most a few of its cells or moves."""
    return step_phrase(replace(step, words=_shortened(step.words)))


def key_steps(steps: Sequence[Step], maximum: int) -> list[Step]:
    """Chooses the first step and the hardest ones, in their order; the steps with only one way follow by
    themselves.

    Among equally hard steps those that settle more are preferred, and then earlier ones. A step that repeats
    for another cell what an earlier one says is left out."""
    hard = list(_hard(steps))
    if not hard:
        return list(steps[: min(maximum, PLAIN_STEPS)])

    def worth(i: int) -> tuple[int, int, int]:
        after = steps[i + 1 : i + 2]
        settled = sum(step.settled for step in after if step.technique == ONLY_WAY)
        return -TECHNIQUES.index(steps[i].technique), -settled, i

    beginning = [0] if steps[0].technique == ONLY_WAY and maximum > 1 else []
    hardest = sorted(hard, key=worth)[: maximum - len(beginning)]
    return [steps[i] for i in sorted({*beginning, *hardest})]


def _hard(steps: Sequence[Step]) -> Iterator[int]:
    """Yields the indices of the steps that need reasoning; of those that say the same of several cells the
    first."""
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
