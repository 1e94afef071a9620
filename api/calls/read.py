"""The call read: what a puzzle is called and asks for, of any puzzle that keeps the shape of its kind."""

from __future__ import annotations

from dataclasses import dataclass

from api.calls.call import Body, Call, Json, Progress, Reader
from api.calls.common_shapes import INTEGER_OR_NULL, TEXT, described, object_schema, reference
from api.calls.examples import example_entry
from api.calls.puzzle_documents import PUZZLE, Subject
from puzzles.ids import puzzle_id
from puzzles.json_shapes import ObjectShape
from puzzles.line_of_text import text_of
from puzzles.texts import Phrase, translator_for
from puzzles.texts.stored import render_stored, store
from puzzles.titles import puzzle_title


@dataclass(frozen=True)
class Reading:
    """A puzzle with what people and programs call it."""

    subject: Subject
    title: Phrase
    task: Phrase

    def to_json(self) -> Json:
        kind, puzzle = self.subject.kind, self.subject.puzzle
        return {
            "puzzle": kind.serialise(puzzle),
            "kind": kind.id,
            "text": text_of(kind, puzzle),
            "id": puzzle_id(kind, puzzle),
            "title": store(self.title),
            "task": store(self.task),
            "target": self.subject.target,
        }


def read(subject: Subject) -> Reading:
    """Reads a puzzle: its title, with the grade that its record states, and its task."""
    kind, record = subject.kind, subject.record
    title = puzzle_title(kind.id, None if record is None else record["grade"])
    return Reading(subject, title, kind.task(subject.puzzle, subject.target))


def _work(body: Body, _: Progress) -> Reading:
    return read(body["puzzle"])


def _present(answer: Json, reader: Reader, _job_id: str) -> Json:
    translator = translator_for(reader.language)
    return answer | {name: render_stored(answer[name], translator) for name in ("title", "task")}


READ = Call(
    name="read",
    summary="Read a puzzle: its whole JSON, its line of text, its id, and what it asks for.",
    body=ObjectShape({"puzzle": PUZZLE}),
    work=_work,
    answer_schema=object_schema(
        {
            "puzzle": described(reference("puzzle"), "The puzzle, with every default written out."),
            "kind": described(TEXT, "The kind of the puzzle."),
            "text": described(TEXT, "The puzzle as a line of text."),
            "id": described(
                TEXT, "Made from the puzzle: puzzles that a symmetry turns into each other have one id."
            ),
            "title": described(TEXT, "The name of its kind, and the grade that its record states."),
            "task": described(TEXT, "What the player is to do, and what counts."),
            "target": described(INTEGER_OR_NULL, "The best score, where its record states it; else null."),
        }
    ),
    example=lambda: {"puzzle": example_entry().record["puzzle"]},
    timed=False,
    is_inline=lambda _body: True,
    unfinished=lambda body, _reason: read(body["puzzle"]),
    present=_present,
)
