"""Partial solutions, for the commands that can answer for their continuations alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

import click

from api.calls.puzzle_documents import Subject, read_puzzle
from api.cli.batch import Reply, answer_all, display_for
from api.cli.game_extensions import Command, ProgressOption, with_options
from api.cli.input import Item
from api.cli.puzzles_with_solutions import pairs
from api.cli.registry import PROGRESS_OPTIONS
from api.cli.sources import Source

_FILE = click.option(
    "--progress",
    "progress_file",
    metavar="FILE",
    help="A partial solution, as JSON in the form of a solution: only what continues it counts.",
)


@dataclass(frozen=True)
class ProgressSource:
    """Where partial solutions come from: a file with one for each puzzle, or the text of a game's option."""

    file: str | None = None
    option: ProgressOption | None = None
    text: str = ""

    def read(self, subject: Subject, item: Item | None) -> Any | None:
        """Returns the partial solution of a puzzle, whose item is given where there is a file; None where
        there is none."""
        parse = subject.kind.parse_progress
        if item is not None:
            return item.read(parse)
        return None if self.option is None else parse(self.option.read(subject, self.text))


def progress_source(command: Command) -> Command:
    """Adds the options that give a partial solution to a command, which gets them as `partial_solutions`."""

    @wraps(command)
    def gathered(*args: Any, progress_file: str | None, **named: Any) -> None:
        texts = {option: named.pop(option.name) for option in PROGRESS_OPTIONS}
        given = [(option, text) for option, text in texts.items() if text is not None]
        if len(given) + (progress_file is not None) > 1:
            names = ["--progress"] * (progress_file is not None) + [f"--{option.name}" for option, _ in given]
            raise click.UsageError(f"{' and '.join(names)} cannot be used together.")
        option, text = given[0] if given else (None, "")
        command(*args, partial_solutions=ProgressSource(progress_file, option, text), **named)

    return with_options(gathered, [_FILE, *(option.option for option in PROGRESS_OPTIONS)])


def answer_continuations(
    source: Source,
    partial_solutions: ProgressSource,
    what: str,
    as_json: bool,
    handle: Callable[[Subject, Any | None], Reply],
) -> int:
    """Answers every puzzle of a source, each with its partial solution if there is one; returns the greatest
    exit status."""

    def ask(item: Item, progress: Item | None) -> Reply:
        subject = item.read(read_puzzle)
        return handle(subject, partial_solutions.read(subject, progress))

    names = ("partial solution", "partial solutions")
    tasks = (
        (item, partial(ask, item, progress))
        for item, progress in pairs(source, partial_solutions.file, labelled=not as_json, names=names)
    )
    return answer_all(tasks, as_json, display_for(source, what))
