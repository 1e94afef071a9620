"""What every command does with its input: one answer after the other, and the exit status of them all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from api.calls.subject import Subject, read_puzzle
from api.cli.exit_codes import BAD, FAULT, GOOD, NO_OUTPUT
from api.cli.input import Bad, Item
from api.cli.progress import Display
from api.cli.sources import Source
from api.problem_documents import Refused, ReportedError, document_of, in_words, problems_of
from puzzles.errors import BadInput, Problem
from solvers.errors import WrongAnswer

# Of the problems of one document; a deck may have 400 bad cards.
MOST_TOLD = 10


class Unusable(click.ClickException):
    """A table or a database that cannot be used: one line that says why."""

    exit_code = BAD


class Unmade(click.ClickException):
    """What cannot be made now: one line that says why."""

    exit_code = NO_OUTPUT


@dataclass(frozen=True)
class Reply:
    """An answer: the API's JSON and the same in words, made only where they are wanted; the exit status."""

    to_json: Callable[[], dict[str, Any]]
    words: Callable[[], str]
    status: int


def answer_puzzles(source: Source, what: str, as_json: bool, handle: Callable[[Subject], Reply]) -> int:
    """Answers every puzzle of a source; the greatest of the exit statuses."""
    display = Display(what)
    if display.wanted and source.is_lines:
        display.total = sum(1 for _ in source.items())
    asked = ((item, partial(_ask, item, handle)) for item in source.items(labelled=not as_json))
    return answer_all(asked, as_json, display)


def _ask(item: Item, handle: Callable[[Subject], Reply]) -> Reply:
    return handle(item.read(read_puzzle))


def answer_all(
    asked: Iterable[tuple[Item, Callable[[], Reply]]],
    as_json: bool,
    display: Display,
    write: Callable[[str], None] = click.echo,
) -> int:
    """`asked` may end with Bad, which is told like a bad line."""
    greatest = GOOD
    with display.working():
        try:
            for item, ask in asked:
                greatest = max(greatest, _answer(item, ask, as_json, display, write))
                display.step()
        except Bad as e:
            with display.aside():
                greatest = max(greatest, tell(e.place, e.error, as_json))
    return greatest


def _answer(
    item: Item, ask: Callable[[], Reply], as_json: bool, display: Display, write: Callable[[str], None]
) -> int:
    """One answer, or what is wrong with the input, which ends nothing: the rest go on."""
    try:
        reply = ask()
        text = json.dumps(reply.to_json()) if as_json else _labelled(item, reply.words())
    except Bad as e:
        with display.aside():
            return tell(e.place, e.error, as_json)
    except (BadInput, WrongAnswer) as e:
        with display.aside():
            return tell(item.place, e, as_json)
    with display.aside():
        write(text)
    return reply.status


def _labelled(item: Item, text: str) -> str:
    if item.told:
        return f"{item.told}\n{text}"
    if item.alone:
        return text
    return f"Line {item.line}: {text}" + ("\n" if "\n" in text else "")


def tell(place: str, error: ReportedError, as_json: bool = False) -> int:
    """Say what is wrong, and the exit status for it."""
    if as_json:
        click.echo(json.dumps(document_of(error)))
    else:
        click.echo("\n".join(_told(place, error)), err=True)
    return FAULT if isinstance(error, WrongAnswer) else BAD


def _told(place: str, error: ReportedError) -> Iterator[str]:
    # What a call refuses came from an option of the command.
    option = isinstance(error, Refused)
    for words in in_few(problems_of(error), _of_option if option else in_words):
        yield f"Error: {place}: {words}"


def in_few(found: tuple[Problem, ...], words: Callable[[Problem], str] = in_words) -> Iterator[str]:
    """Problems in words; the rest of many are only counted."""
    yield from map(words, found[:MOST_TOLD])
    if len(found) > MOST_TOLD:
        yield f"and {len(found) - MOST_TOLD} more"


def _of_option(problem: Problem) -> str:
    return f"--{problem.pointer[1:]}: {problem.detail}"
