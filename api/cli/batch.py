"""Answers the puzzles of a batch one after the other, and gives the exit status of them all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from api.calls.puzzle_documents import Subject, read_puzzle
from api.cli.exit_codes import BAD, FAULT, GOOD, NO_OUTPUT
from api.cli.input import BadDocument, Item
from api.cli.progress import Display
from api.cli.sources import Source
from api.problem_documents import Refused, ReportedError, document_of, in_words, more_of, problems_of, untyped
from puzzles.errors import BadInput, Problem
from solvers.errors import WrongAnswer

# How many problems of one document are listed: a deck may have 400 bad cards.
MAX_LISTED = 10


class CannotUse(click.ClickException):
    """Reports a table or a database that cannot be used, in one line that says why."""

    exit_code = BAD


class CannotMake(click.ClickException):
    """Reports what cannot be made now, in one line that says why."""

    exit_code = NO_OUTPUT


@dataclass(frozen=True)
class Reply:
    """An answer as JSON and in words, each made only when it is wanted, with its exit status."""

    to_json: Callable[[], dict[str, Any]]
    words: Callable[[], str]
    status: int


def answer_puzzles(source: Source, what: str, as_json: bool, handle: Callable[[Subject], Reply]) -> int:
    """Answers every puzzle of a source; returns the greatest of the exit statuses."""
    tasks = ((item, partial(_ask, item, handle)) for item in source.items(labelled=not as_json))
    return answer_all(tasks, as_json, display_for(source, what))


def display_for(source: Source, what: str) -> Display:
    """Returns the display of how far the puzzles of a source are answered."""
    display = Display(what)
    if display.wanted and source.is_one_per_line:
        display.total = sum(1 for _ in source.items())
    return display


def _ask(item: Item, handle: Callable[[Subject], Reply]) -> Reply:
    return handle(item.read(read_puzzle))


def answer_all(
    tasks: Iterable[tuple[Item, Callable[[], Reply]]],
    as_json: bool,
    display: Display,
    write: Callable[[str], None] = click.echo,
) -> int:
    """Writes the answers of the tasks; returns the greatest of the exit statuses.

    The tasks may end by raising BadDocument, which is reported like a bad line."""
    greatest = GOOD
    with display.working():
        try:
            for item, ask in tasks:
                greatest = max(greatest, _answer(item, ask, as_json, display, write))
                display.step()
        except BadDocument as e:
            with display.aside():
                greatest = max(greatest, report_error(e.location, e.error, as_json))
    return greatest


def _answer(
    item: Item, ask: Callable[[], Reply], as_json: bool, display: Display, write: Callable[[str], None]
) -> int:
    """Writes one answer, or reports what is wrong with the input: the other tasks go on."""
    try:
        reply = ask()
        text = json.dumps(reply.to_json()) if as_json else _labelled(item, reply.words())
    except BadDocument as e:
        with display.aside():
            return report_error(e.location, e.error, as_json)
    except (BadInput, WrongAnswer) as e:
        with display.aside():
            return report_error(item.location, e, as_json)
    with display.aside():
        write(text)
    return reply.status


def _labelled(item: Item, text: str) -> str:
    if not item.heading:
        return text
    if item.label or item.is_one_of_files:
        return f"{item.heading}\n{text}"
    return f"{item.heading} {text}" + ("\n" if "\n" in text else "")


def report_error(location: str, error: ReportedError, as_json: bool = False) -> int:
    """Reports what is wrong with a document; returns the exit status."""
    if as_json:
        click.echo(json.dumps(untyped(document_of(error))))
    else:
        click.echo("\n".join(_error_lines(location, error)), err=True)
    return FAULT if isinstance(error, WrongAnswer) else BAD


def _error_lines(location: str, error: ReportedError) -> Iterator[str]:
    # Arguments that a call refuses are options of the command.
    option = isinstance(error, Refused)
    for words in problem_lines(problems_of(error), _of_option if option else in_words, more_of(error)):
        yield f"Error: {location}: {words}"


def problem_lines(
    problems: Sequence[Problem], words: Callable[[Problem], str] = in_words, more: int = 0
) -> Iterator[str]:
    """Problems in words; of many, the first ones and how many others there are, with the `more` not given."""
    yield from map(words, problems[:MAX_LISTED])
    more += max(len(problems) - MAX_LISTED, 0)
    if more:
        yield f"and {more} more"


def _of_option(problem: Problem) -> str:
    return f"--{problem.pointer[1:]}: {problem.detail}"
