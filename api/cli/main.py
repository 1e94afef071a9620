"""The command line, `lineworks`. It only translates: the answers are those of api.calls."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Any

import click
from click.exceptions import Exit

from api.cli import book, generate, play, questions, serve
from api.cli.bank import commands as bank_commands
from api.cli.exit_codes import CUT_OFF, FAULT, IN_WORDS, NO_OUTPUT, interrupted
from api.cli.registry import COMMANDS
from puzzles.errors import UnknownKind
from puzzles.registry import KINDS, kind_named
from solvers.verified import WrongAnswer


class _Lineworks(click.Group):
    """Ends without a trace, however it ends: while it reads its arguments, or prints a help, as well."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _told():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _told():
            return super().invoke(ctx)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        interrupted()
    except (WrongAnswer, AssertionError, MemoryError) as e:
        told = e if str(e) else type(e).__name__
        click.echo(f"Error: a fault of lineworks, please report it: {told}", err=True)
        raise Exit(FAULT) from e
    except BrokenPipeError as e:
        _drop_output()
        raise Exit(CUT_OFF) from e
    except OSError as e:
        _drop_output()
        click.echo(f"Error: {e.strerror or e}", err=True)
        raise Exit(NO_OUTPUT) from e


def _drop_output() -> None:
    """What is still to be written would fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=_Lineworks, epilog=IN_WORDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lineworks", prog_name="lineworks")
def main() -> None:
    """Solve, check, count, verify, draw, play and make line puzzles.

    FILE holds a puzzle or a puzzle record as JSON; - is standard input. A JSON Lines file
    (.jsonl, .ndjson), or more than one value on standard input, is a batch: an answer a line, in order.
    """
    # A terminal that lacks a character of a drawing shows a question mark for it.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


@click.command(short_help="List the kinds of puzzles.")
def kinds() -> None:
    """List the kinds of puzzles."""
    width = max(len(kind.id) for kind in KINDS)
    for kind in KINDS:
        click.echo(f"{kind.id:<{width}}  {kind.summary}")


@click.command(short_help="Print a kind's JSON Schema.")
@click.argument("kind")
@click.option("--solution", is_flag=True, help="The schema of a solution instead.")
def schema(kind: str, solution: bool) -> None:
    """Print the JSON Schema of a KIND of puzzles."""
    try:
        known = kind_named(kind)
    except UnknownKind as e:
        raise click.UsageError(f"KIND: {e.problems[0].detail}") from e
    found = known.solution_schema() if solution else known.puzzle_schema()
    click.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema"} | found, indent=2))


for _command in (questions.solve, questions.check, questions.count, questions.verify, questions.show,
                 play.play, generate.generate, generate.demo, *map(resolve_name, COMMANDS),
                 bank_commands.bank, book.book, serve.serve, serve.settings, kinds, schema):  # fmt: skip
    main.add_command(_command)
