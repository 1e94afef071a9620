"""Records as they leave the service: with title, task, target and text, in the language of their reader."""

from __future__ import annotations

from datetime import date

from api.bank.days import end_of
from api.calls.call import Json, Reader
from puzzles.line_of_text import text_of
from puzzles.registry import kind_named
from puzzles.texts import translator_for
from puzzles.titles import puzzle_title


def published(record: Json, best_score: int | None, reader: Reader, day: date | None = None) -> Json:
    """Returns a stored record as it is sent to a reader; `day` is the one whose daily it is."""
    kind, translator = kind_named(record["kind"]), translator_for(reader.language)
    puzzle = kind.parse(record["puzzle"])
    fields = {
        "url": reader.base_url + record["url"],
        "title": translator.render(puzzle_title(kind.id, record["grade"])),
        "task": translator.render(kind.task(puzzle, best_score)),
        "target": best_score,
        "text": text_of(kind, puzzle),
    }
    return record | fields | ({} if day is None else _of_day(day))


def _of_day(day: date) -> Json:
    return {"date": day.isoformat(), "solution_opens": f"{end_of(day):%Y-%m-%dT%H:%M:%SZ}"}
