"""The command daily: the puzzles of a day, as the service has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import click

from api.bank.days import today
from api.calls.call import Reader
from api.calls.published_records import published
from api.calls.puzzle_documents import read_puzzle
from api.cli import options, wording
from api.cli.kind_argument import KindName
from api.cli.text_look import text_look
from puzzles import packs
from puzzles.packs import PackEntry
from puzzles.texts import translator_for
from puzzles.titles import puzzle_title


class _Day(click.ParamType[date]):
    name = "date"

    def convert(self, value: str | date, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(value)
        except ValueError:
            self.fail(f"expected a date such as {today()}, got {value!r}", param, ctx)


@click.command()
@click.argument("kind", required=False, type=KindName())
@options.grade
@click.option("--date", "day", type=_Day(), help="Another day.  [default: today, UTC]")
@click.option("--solution", is_flag=True, help="Draw the solution as well.")
@options.language
@options.as_json
@click.pass_context
def daily(
    ctx: click.Context,
    /,
    *,
    kind: str | None,
    grade: str,
    day: date | None,
    solution: bool,
    language: str,
    as_json: bool,
) -> None:
    """Show today's puzzle of KIND, or list all puzzles of the day.

    They are the same as those of the service, which need not run for this.
    """
    day = today() if day is None else day
    if kind is None:
        if solution:
            raise click.UsageError("--solution needs KIND.")
        for line in _all_of(day, language, as_json):
            click.echo(line)
        return
    entry = entry_of(kind, grade, day)
    if as_json:
        click.echo(json.dumps(_published(entry, language, day)))
    else:
        click.echo(drawing_of(entry, day, language, solution))
    ctx.exit()


def entry_of(kind: str, grade: str, day: date) -> PackEntry:
    """Finds the puzzle of a day; UsageError where there is none."""
    if grade not in packs.grades_by_kind().get(kind, ()):
        raise click.UsageError(f"There are no {grade} puzzles of {kind} for every day.")
    first = packs.first_day()
    last = first + timedelta(days=packs.size(kind, grade) - 1)
    if day > today():
        raise click.UsageError(f"The puzzles of {day} are not out yet.")
    if not first <= day <= last:
        raise click.UsageError(f"The packs hold the puzzles from {first} to {last}.")
    return packs.entry(kind, grade, (day - first).days)


def drawing_of(entry: PackEntry, day: date, language: str = "en", solution: bool = False) -> str:
    """Draws the puzzle of a day, or its solution, under its title and task."""
    subject = read_puzzle(_published(entry, language, day))
    solved = subject.kind.parse_solution(entry.solution) if solution else None
    heading = wording.heading(subject, translator_for(language), day)
    return f"{heading}\n\n{subject.kind.draw_text(subject.puzzle, solved, text_look(language))}"


def _published(entry: PackEntry, language: str, day: date) -> dict[str, Any]:
    """Returns the record as the service sends it, with a path as its address."""
    return published(dict(entry.record), entry.score, Reader("", language), day)


def _all_of(day: date, language: str, as_json: bool) -> Iterator[str]:
    entries = [
        entry_of(kind, grade, day) for kind, grades in packs.grades_by_kind().items() for grade in grades
    ]
    if as_json:
        yield from (json.dumps(_published(entry, language, day)) for entry in entries)
        return
    translator = translator_for(language)
    titles = [
        translator.render(puzzle_title(entry.record["kind"], entry.record["grade"])) for entry in entries
    ]
    width = max(map(len, titles))
    for title, entry in zip(titles, entries, strict=True):
        yield f"{title:<{width}}  lineworks daily {entry.record['kind']} --grade {entry.record['grade']}"
