"""The call steps: how a person solves a puzzle, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from api.calls.call import Body, Caching, Call, Json, Kind, Progress
from api.calls.common_shapes import DEFAULT_SECONDS, DEFAULT_TIME, TIME, object_schema
from api.calls.engines import generators_of
from api.calls.examples import example_entry
from api.calls.puzzle_documents import PUZZLE, Subject
from api.problem_documents import Refused
from puzzles.errors import Problem
from puzzles.json_shapes import Choice, Described, ObjectShape
from puzzles.texts import LANGUAGES, Phrase, translator_for
from solvers.protocol import Limits

if TYPE_CHECKING:
    from generators.protocol import ExplainedStep


@dataclass(frozen=True)
class Explanation:
    """The steps to the solution, in a language; None where the known techniques do not lead there."""

    steps: tuple[ExplainedStep, ...] | None
    language: str

    def to_json(self) -> Json:
        if self.steps is None:
            return {"steps": None}
        translator = translator_for(self.language)
        return {
            "steps": [
                {
                    "technique": step.technique,
                    "text": translator.render(step.words),
                    "at": [[cell.row, cell.col] for cell in step.cells()],
                }
                for step in self.steps
            ]
        }


def steps(subject: Subject, seconds: float = DEFAULT_SECONDS) -> tuple[Phrase, ...] | None:
    """Returns a person's steps to the solution in words; None where no known technique leads on."""
    explained = _explain(subject, seconds)
    return None if explained is None else tuple(step.words for step in explained)


def _explain(subject: Subject, seconds: float) -> tuple[ExplainedStep, ...] | None:
    explainer = generators_of(subject.kind.id).explainer
    return None if explainer is None else explainer.steps(subject.puzzle, Limits(seconds=seconds).start())


def has_steps(kind: Kind) -> bool:
    """Whether puzzles of a kind can be explained step by step."""
    return kind.facts.explained


def _check(body: Body) -> None:
    kind = body["puzzle"].kind
    if not has_steps(kind):
        raise Refused([Problem("/puzzle/kind", f"nobody can say yet how a person solves {kind.id}")])


def _work(body: Body, _: Progress) -> Explanation:
    return Explanation(_explain(body["puzzle"], body["seconds"]), body["language"])


def _unfinished(body: Body, _reason: str) -> Explanation:
    return Explanation(None, body["language"])


_CELL: Json = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
}
_STEP = object_schema(
    {
        "technique": {
            "type": "string",
            "description": "The id of the technique, the same in every language.",
            "examples": ["only_one_way"],
        },
        "text": {
            "type": "string",
            "description": "The step in words. Cells are named as people do: C4 is row 3, column 2 of JSON.",
        },
        "at": {
            "type": "array",
            "items": _CELL,
            "description": "The cells that the text names, as `[row, col]` from 0 at the top left.",
        },
    }
)

STEPS = Call(
    name="steps",
    summary="Explain how a person solves a puzzle, step by step.",
    body=ObjectShape(
        {
            "puzzle": PUZZLE,
            "language": Described(Choice(LANGUAGES), "The language of the texts."),
            **TIME,
        },
        {"language": "en", **DEFAULT_TIME},
    ),
    work=_work,
    answer_schema=object_schema(
        {
            "steps": {
                "anyOf": [{"type": "array", "items": _STEP}, {"type": "null"}],
                "description": "The steps in their order; null where the known techniques do not lead to the "
                "solution, or the time ran out.",
            }
        }
    ),
    example=lambda: {"puzzle": example_entry().record["puzzle"], "language": "en"},
    check=_check,
    is_for=has_steps,
    unfinished=_unfinished,
    caching=Caching(is_final=lambda _, answer: answer["steps"] is not None),
)
