"""The command line, `lineworks`. It only translates: the answers are those of api.calls."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from click.exceptions import Exit

from api.cli.commands import COMMANDS
from api.cli.exit_codes import CUT_OFF, FAULT, IN_WORDS, NO_OUTPUT, interrupted
from api.cli.lazy import LazyGroup
from api.cli.text_look import colour_is_wanted
from solvers.errors import WrongAnswer


class _Program(LazyGroup):
    """Reports every error in one line, also while arguments are read or help is printed."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _errors_reported():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _errors_reported():
            return super().invoke(ctx)


@contextmanager
def _errors_reported() -> Iterator[None]:
    """Turns errors into a line on standard error and an exit status."""
    try:
        yield
    except KeyboardInterrupt:
        interrupted()
    except (WrongAnswer, AssertionError, MemoryError) as e:
        description = e if str(e) else type(e).__name__
        click.echo(f"Error: a bug in lineworks, please report it: {description}", err=True)
        raise Exit(FAULT) from e
    except BrokenPipeError as e:
        _drop_output()
        raise Exit(CUT_OFF) from e
    except OSError as e:
        _drop_output()
        click.echo(f"Error: {e.strerror or e}", err=True)
        raise Exit(NO_OUTPUT) from e


def _drop_output() -> None:
    """Discards what is still to be written: Python would fail on it again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=_Program,
    entries=COMMANDS,
    epilog=IN_WORDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="lineworks", prog_name="lineworks")
def main() -> None:
    """Solve, check, count, verify, draw, play and make line puzzles.

    FILE holds a puzzle or a puzzle record as JSON or as a line of text, or is itself such a line. Standard
    input is -, or whatever is piped in where FILE is missing. A JSON Lines file (.jsonl, .ndjson), or more
    than one value on standard input, is a batch: one answer per line, in order.
    """
    # Commands inherit it: click removes colours that are not wanted, and by default all outside a terminal.
    click.get_current_context().color = colour_is_wanted()
    # A terminal that lacks a character of a text shows a question mark for it.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
